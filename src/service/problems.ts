// What is wrong with a server, in sentences for operators.
// The decision: one list, computed from the state of the database for each request, so nothing has to be cleared.
import type { DatabaseStatus } from "../core/database/status.ts";
import type { ReplicationStatus } from "../schema/replication.ts";
import type { Problem } from "../schema/status.ts";

/** The status lists at most this number of names. */
const MAX_LISTED_NAMES = 10;

export function problemsOf({ log, checkpoint, damaged, unsavable }: DatabaseStatus): Problem[] {
  const problems: Problem[] = [];
  if (log.state === "read-only") {
    problems.push({ kind: "read_only", message: "storage is read-only after an I/O error; restart" });
  }
  if (log.state === "disk full") {
    problems.push({ kind: "disk_full", message: "no space left on device: upserts are refused" });
  }
  if (damaged.length > 0) {
    const subject = damaged.length === 1 ? "1 collection is" : `${damaged.length} collections are`;
    problems.push({
      kind: "collection_damaged",
      message: `${subject} damaged: ${listOf(damaged.map(({ name }) => name))}`,
    });
  }
  if (checkpoint?.failure) {
    const message = `the last checkpoint failed: ${checkpoint.failure.message}`;
    problems.push({ kind: "checkpoint_failed", message });
  }
  if (unsavable.length > 0) {
    const message = `files failed, so the log keeps what is new until a restart in: ${listOf(unsavable)}`;
    problems.push({ kind: "checkpoint_failed", message });
  }
  return problems;
}

function listOf(names: readonly string[]): string {
  const more = names.length > MAX_LISTED_NAMES ? ` and ${names.length - MAX_LISTED_NAMES} more` : "";
  return names.slice(0, MAX_LISTED_NAMES).join(", ") + more;
}

export function replicationProblems({ role, epoch, leader, problem }: ReplicationStatus): Problem[] {
  if (role === "replaced") {
    const message = `another server has taken over at epoch ${epoch}: writes are refused`;
    return [{ kind: "replaced", message }];
  }
  if (problem === null) return [];
  if (role === "member")
    return [{ kind: "no_cluster_log", message: `no records of the cluster: ${problem}` }];
  return [{ kind: "no_leader", message: `no records from the leader ${leader}: ${problem}` }];
}
