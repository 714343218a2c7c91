// The replication of a server with neither leader nor followers, for tests that run one operation without a database.
import type { Services } from "../../src/api/operation.ts";

const ALONE = { appliedLsn: 0, lastLsn: 0, shown: () => "0:0", ensureLeads: () => {} };

/** Services that have nothing but what every operation asks for. */
export const SERVICES_ALONE = { replication: ALONE } as unknown as Services;
