// What the servers of a cluster ask each other about shards, as names, parameters and bytes.
// The decision: these calls are no operations of the API. They have one caller, a server of the same cluster, and their
// form may change with every version; see http/peer-endpoint.ts. A shard that is copied is the answer to a request with
// the parameters in its query. All other calls are messages on one connection between two servers (net/frames.ts): the
// parameters as JSON before the body, both on boundaries of 8 bytes, because typed arrays in the body are views of it.

/** The beginning of the path of the one that is a request; its name follows. */
export const PEERS_PATH = "/cluster/peers/";
/** Where a connection for calls leads: the target of a CONNECT request. */
export const PEERS_TARGET = "azimuth-peers:1";
/** The header of that request with the id of the server that calls. */
export const CALLER_HEADER = "azimuth-caller";

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
  if (!pathname.startsWith(PEERS_PATH)) return null;
  return checkedCall({
    name: pathname.slice(PEERS_PATH.length),
    collection: query.get("collection") ?? "",
    shards: (query.get("shards") ?? "").split(",").map(Number),
    division: Number(query.get("division")),
    atLeast: Number(query.get("at_least")),
    limitMs: Number(query.get("limit_ms")),
    caller: query.get("caller") ?? "",
  });
}

/** Returns the call that the values are; null: they are none. */
function checkedCall(given: Given): PeerCall | null {
  const { name, collection, shards, division, atLeast, limitMs, caller } = given;
  const numbers = Array.isArray(shards) ? [...shards, division, atLeast, limitMs] : [null];
  const isSound = numbers.every((n) => Number.isSafeInteger(n) && n >= 0) && division !== 0;
  if (!isSound || !NAMES.includes(name as string)) return null;
  if (typeof collection !== "string" || typeof caller !== "string") return null;
  return { name, collection, shards, division, atLeast, limitMs, caller } as PeerCall;
}

type Given = { readonly [Name in keyof PeerCall]: unknown };

const ALIGNMENT = 8;
const LENGTH_BYTES = 8;
/** The longest parameters: 64 shards take some hundred bytes. */
const MAX_HEAD_BYTES = 2 ** 12;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns the bytes of a call, without its caller. */
export function bytesOfCall(
  { name, collection, shards, division, atLeast, limitMs }: Omit<PeerCall, "caller">,
  body: Uint8Array,
): Uint8Array {
  const head = encoder.encode(JSON.stringify({ name, collection, shards, division, atLeast, limitMs }));
  const from = LENGTH_BYTES + aligned(head.length);
  const bytes = new Uint8Array(from + body.length);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, LENGTH_BYTES);
  bytes.set(body, from);
  return bytes;
}

/** Returns a call and its body, which is a view; null: the bytes are none. */
export function callOfBytes(
  bytes: Uint8Array,
  caller: string,
): { readonly call: PeerCall; readonly body: Uint8Array } | null {
  if (bytes.length < LENGTH_BYTES) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const from = LENGTH_BYTES + aligned(length);
  if (length > MAX_HEAD_BYTES || from > bytes.length) return null;
  const given = parsed(decoder.decode(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length)));
  const call = given && checkedCall({ ...given, caller });
  return call ? { call, body: bytes.subarray(from) } : null;
}

function parsed(text: string): Given | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? (value as Given | null) : null;
  } catch {
    return null;
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
