// Records actions on accounts, tokens, the switch, the license and models, refused ones included.
// The decision: one function runs the action and writes the record, so no path out of the action lacks a record.
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { AdmittedCaller } from "../schema/caller.ts";
import type { AuditAction, AuditEvent, AuditedParty, AuditLog } from "../storage/audit.ts";

type Details = Partial<Pick<AuditEvent, "tokenId" | "permission" | "licenseId" | "model">>;

/** @param detailsOf returns the details of a completed action */
export async function audited<T>(
  log: AuditLog,
  action: AuditAction,
  admitted: AdmittedCaller,
  work: () => Promise<T>,
  detailsOf: (result: T) => Details = () => ({}),
): Promise<T> {
  const { address, surface } = admitted.caller;
  const source = { action, who: whoIs(admitted.by), address, surface };
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

function whoIs(by: AdmittedCaller["by"]): AuditedParty {
  if (by === null) return "nobody";
  if (by.kind === "token") return `token ${by.id}`;
  return PARTIES[by.kind];
}
