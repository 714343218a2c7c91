// Decides how many entries of the shared log can be removed.
// The decision: a server that has shards keeps the log for as long as it has them, because no other server may have
// their points. One that the table of the servers does not have may need any entry.
import type { Heard } from "../service/cluster.ts";

/**
 * @param below the first entry that a new server needs, which begins with a checkpoint
 * @param heard the table of the servers
 * @param placed the ids of the servers that have shards
 * @returns the first entry that has to be kept; null: all have to
 */
export function trimLimit(
  below: number,
  heard: readonly Pick<Heard, "server" | "applied_lsn">[],
  placed: Iterable<string>,
): number | null {
  const known = new Set(heard.map(({ server }) => server));
  for (const server of placed) if (!known.has(server)) return null;
  return Math.min(below, ...heard.map(({ applied_lsn }) => applied_lsn));
}
