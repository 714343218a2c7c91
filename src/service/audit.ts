// What is done about accounts, tokens, the switch and the license goes on record, and what was refused as well.
// The decision: the record is made around the work, in one place, so no way out of it is forgotten.
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { Asker } from "../schema/caller.ts";
import type { AuditAction, AuditEvent, AuditedParty, AuditLog } from "../storage/audit.ts";

type Details = Partial<Pick<AuditEvent, "tokenId" | "permission" | "licenseId">>;

/** @param detailsOf what to say about what was done */
export async function audited<T>(
  log: AuditLog,
  action: AuditAction,
  asker: Asker,
  work: () => Promise<T>,
  detailsOf: (result: T) => Details = () => ({}),
): Promise<T> {
  const { address, surface } = asker.caller;
  const source = { action, who: whoIs(asker.by), address, surface };
  try {
    const result = await work();
    log.append({ ...source, result: "done", ...detailsOf(result) });
    return result;
  } catch (error) {
    const reason = error instanceof VectorDbError ? error.code : "INTERNAL";
    log.append({ ...source, result: "refused", reason });
    throw error;
  }
}

const PARTIES = {
  admin: "admin",
  local: "local",
  setup_code: "setup code",
  api_key: "api key",
  read_only_api_key: "read-only api key",
} as const;

function whoIs(by: Asker["by"]): AuditedParty {
  if (by === null) return "nobody";
  if (by.kind === "token") return `token ${by.id}`;
  return PARTIES[by.kind];
}
