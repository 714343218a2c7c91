// Reads searches and queries of the common kind from their bytes in one pass: a vector with a limit, and options that
// are numbers or flags. The result is the request that decoding and converting the message gives.
// The decision: nothing is refused here. A message with any other field, a repeated field or wrong bytes is read again
// in the general way, which has the errors; a test compares both ways on random messages.
import { Reader } from "../wire/reader.ts";
import type { Json } from "./codec.ts";

/** Reads the value after a tag; null: the general way has to read the message. */
type Read = (reader: Reader) => unknown;
/** The members of a message and how their fields are read, by tag. */
type Fields = ReadonlyMap<number, readonly [member: string, read: Read]>;

const text: Read = (reader) => reader.string();
const flag: Read = (reader) => reader.bool();
const count: Read = (reader) => Number(reader.uint64());
const floats: Read = (reader) => reader.floats();

function finite(reader: Reader): number | null {
  const value = reader.float();
  return Number.isFinite(value) ? value : null;
}

function finiteDouble(reader: Reader): number | null {
  const value = reader.double();
  return Number.isFinite(value) ? value : null;
}

const PARAMS: Fields = new Map([
  [0x08, ["hnsw_ef", count]],
  [0x10, ["exact", flag]],
  [0x20, ["indexed_only", flag]],
  [0x1f41, ["recall", finiteDouble]],
]);

const ENABLED: Fields = new Map([[0x08, ["enable", flag]]]);

function params(reader: Reader): Json | null {
  const end = reader.uint32() + reader.pos;
  return end <= reader.len ? members(PARAMS, reader, end, {}) : null;
}

/** Reads a selector of the payload that is a flag. */
function enabled(reader: Reader): unknown {
  const end = reader.uint32() + reader.pos;
  return members(ENABLED, reader, end, { enable: null })?.enable ?? null;
}

/** The tags within a Query for the nearest to a dense vector: nearest, dense, data. */
const NEAREST = 0x0a;
const DENSE = 0x12;
const DATA = 0x0a;

/** Reads a query for the nearest to a dense vector, whose messages contain nothing else. */
function nearest(reader: Reader): Json | null {
  const end = reader.uint32() + reader.pos;
  for (const tag of [NEAREST, DENSE]) {
    if (reader.uint32() !== tag || reader.uint32() + reader.pos !== end) return null;
  }
  if (reader.uint32() !== DATA) return null;
  const vector = reader.floats();
  return reader.pos === end ? { nearest: vector } : null;
}

const SEARCH: Fields = new Map([
  [0x0a, ["collection_name", text]],
  [0x12, ["vector", floats]],
  [0x20, ["limit", count]],
  [0x32, ["with_payload", enabled]],
  [0x3a, ["params", params]],
  [0x45, ["score_threshold", finite]],
  [0x48, ["offset", count]],
  [0x52, ["vector_name", text]],
]);

const QUERY: Fields = new Map([
  [0x0a, ["collection_name", text]],
  [0x1a, ["query", nearest]],
  [0x22, ["using", text]],
  [0x32, ["params", params]],
  [0x3d, ["score_threshold", finite]],
  [0x40, ["limit", count]],
  [0x48, ["offset", count]],
  [0x5a, ["with_payload", enabled]],
]);

/** @param json gets the members @returns null: the general way has to read the message */
function members(fields: Fields, reader: Reader, end: number, json: Json): Json | null {
  let given = 0;
  while (reader.pos < end) {
    const tag = reader.uint32();
    const field = fields.get(tag);
    // The numbers of the fields of a message differ in their lower five bits.
    const bit = 1 << (tag >>> 3);
    if (field === undefined || (given & bit) !== 0) return null;
    given |= bit;
    const [member, read] = field;
    const value = read(reader);
    if (value === null) return null;
    json[member] = value;
  }
  return reader.pos === end ? json : null;
}

/** @param bytes a SearchPoints @returns null: the general way reads or refuses it */
export function plainSearch(bytes: Uint8Array): object | null {
  const json = whole(SEARCH, bytes, { collection_name: "", limit: 0 });
  if (json === null || json.vector === undefined) return null;
  if (json.vector_name === undefined) return json;
  const { vector_name: name, vector, ...search } = json;
  return { vector: { name, vector }, ...search };
}

/** @param bytes a QueryPoints @returns null: the general way reads or refuses it */
export function plainQuery(bytes: Uint8Array): object | null {
  return whole(QUERY, bytes, { collection_name: "" });
}

function whole(fields: Fields, bytes: Uint8Array, json: Json): Json | null {
  const reader = new Reader(bytes);
  try {
    return members(fields, reader, reader.len, json);
  } catch {
    return null;
  }
}
