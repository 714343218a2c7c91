// What is wrong with a server that serves all the same, in sentences: for people, probes and metrics alike.
// The decision: one list, made anew from what the database says whenever somebody asks; nothing has to be cleared.
import type { DatabaseStatus } from "../core/status.ts";
import type { Problem } from "../schema/status.ts";

/** Names that are said one by one. */
const MOST_NAMES = 10;

export function problemsOf({ log, checkpoint, damaged }: DatabaseStatus): Problem[] {
  const problems: Problem[] = [];
  if (log.state === "read-only") {
    problems.push({ kind: "read_only", message: "storage is read-only after an I/O error; restart" });
  }
  if (log.state === "disk full") {
    problems.push({ kind: "disk_full", message: "no space left on device: upserts are refused" });
  }
  if (damaged.length > 0) {
    const names = damaged.slice(0, MOST_NAMES).map(({ name }) => name);
    const more = damaged.length > MOST_NAMES ? ` and ${damaged.length - MOST_NAMES} more` : "";
    const subject = damaged.length === 1 ? "1 collection is" : `${damaged.length} collections are`;
    problems.push({
      kind: "collection_damaged",
      message: `${subject} damaged: ${names.join(", ")}${more}`,
    });
  }
  if (checkpoint?.failure) {
    const message = `the last checkpoint failed: ${checkpoint.failure.message}`;
    problems.push({ kind: "checkpoint_failed", message });
  }
  return problems;
}
