// How many vectors the server may hold.
import type { LicenseStatus } from "../../schema/license.ts";
import { LicenseService } from "../gen/azimuth/v1/license.ts";
import { service } from "../rpc.ts";

const status = ({ edition, max_vectors, expires_at }: LicenseStatus) => ({
  edition,
  max_vectors: BigInt(max_vectors),
  expires_at: expires_at ?? undefined,
});

export const license = service(LicenseService, {
  status: { operation: "getLicenseStatus", decode: () => ({}), encode: status },
  add: { operation: "addLicense", decode: (message) => ({ ...message }), encode: status },
});
