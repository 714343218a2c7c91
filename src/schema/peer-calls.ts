// What the servers of a cluster ask each other about shards, as names, parameters and bytes.
// The decision: these calls are no operations of the API. They have one caller, a server of the same cluster, and their
// form may change with every version; see http/peer-endpoint.ts. The parameters are in the query, the body and the
// answer are bytes.

/** The beginning of their paths; the name of the call follows. */
export const PEERS_PATH = "/cluster/peers/";

export type PeerCallName = "read" | "existing" | "effect" | "shard" | "progress" | "vectors";

/** The parameters of a call. */
export interface PeerCall {
  readonly name: PeerCallName;
  /** The UUID of the collection. */
  readonly collection: string;
  readonly shards: readonly number[];
  /** The number of shards of the collection when these were numbered. */
  readonly division: number;
  /** The other server has to have applied all records up to this LSN. */
  readonly atLeast: number;
  /** Milliseconds that the caller waits. */
  readonly limitMs: number;
  /** The id of the server that calls. */
  readonly caller: string;
}

const NAMES: readonly string[] = [
  "read",
  "existing",
  "effect",
  "shard",
  "progress",
  "vectors",
] satisfies PeerCallName[];

/** Returns the path of a call with its query. */
export function pathOf({ name, collection, shards, division, atLeast, limitMs, caller }: PeerCall): string {
  const query = new URLSearchParams({
    collection,
    shards: shards.join(","),
    division: String(division),
    at_least: String(atLeast),
    limit_ms: String(limitMs),
    caller,
  });
  return `${PEERS_PATH}${name}?${query}`;
}

/** Returns the call of a path; null: it is none. */
export function callIn(path: string): PeerCall | null {
  const { pathname, searchParams: query } = new URL(path, "http://peer");
  const name = pathname.slice(PEERS_PATH.length);
  const shards = (query.get("shards") ?? "").split(",").map(Number);
  const call = {
    name: name as PeerCallName,
    collection: query.get("collection") ?? "",
    shards,
    division: Number(query.get("division")),
    atLeast: Number(query.get("at_least")),
    limitMs: Number(query.get("limit_ms")),
    caller: query.get("caller") ?? "",
  };
  const numbers = [...shards, call.division, call.atLeast, call.limitMs];
  const isSound = numbers.every((n) => Number.isSafeInteger(n) && n >= 0) && call.division > 0;
  return pathname.startsWith(PEERS_PATH) && NAMES.includes(name) && isSound ? call : null;
}
