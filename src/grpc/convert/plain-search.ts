// Reads a search of the common kind from its bytes in one pass: a vector with a limit, and options that are numbers or
// flags. The result is the request that decoding and converting the message gives.
// The decision: nothing is refused here. A message with any other field, a repeated field or wrong bytes is read again
// in the general way, which has the errors; a test compares both ways on random messages.
import { Reader } from "../wire/reader.ts";

/** Tags of SearchPoints. */
const COLLECTION = 0x0a;
const VECTOR = 0x12;
const LIMIT = 0x20;
const WITH_PAYLOAD = 0x32;
const PARAMS = 0x3a;
const SCORE_THRESHOLD = 0x45;
const OFFSET = 0x48;
const VECTOR_NAME = 0x52;
/** Tags of SearchParams. */
const HNSW_EF = 0x08;
const EXACT = 0x10;
const INDEXED_ONLY = 0x20;
/** A WithPayloadSelector with `enable` and nothing else: its tag, and the flag, in two bytes. */
const ENABLE = 0x08;
const ENABLE_BYTES = 2;

interface PlainSearch {
  collection_name: string;
  limit: number;
  with_payload?: boolean;
  params?: PlainParams;
  score_threshold?: number;
  offset?: number;
  vector: Float32Array | { name: string; vector: Float32Array };
}

interface PlainParams {
  hnsw_ef?: number;
  exact?: boolean;
  indexed_only?: boolean;
}

/** @param bytes a SearchPoints @returns null: the general way reads or refuses it */
export function plainSearch(bytes: Uint8Array): object | null {
  try {
    return read(new Reader(bytes));
  } catch {
    return null;
  }
}

function read(reader: Reader): PlainSearch | null {
  const end = reader.len;
  const search: PlainSearch = { collection_name: "", limit: 0, vector: NO_VECTOR };
  let name: string | null = null;
  let seen = 0;
  while (reader.pos < end) {
    const tag = reader.uint32();
    const field = 1 << (tag >>> 3);
    // Two fields have the same bit only if one of their numbers is above 31, and no case below has such a tag.
    if ((seen & field) !== 0) return null;
    seen |= field;
    switch (tag) {
      case COLLECTION:
        search.collection_name = reader.string();
        break;
      case VECTOR:
        search.vector = reader.floats();
        break;
      case LIMIT:
        search.limit = Number(reader.uint64());
        break;
      case WITH_PAYLOAD: {
        const start = reader.pos;
        if (reader.uint32() !== ENABLE_BYTES || reader.uint32() !== ENABLE) return null;
        const flag = reader.uint32();
        if (flag > 1 || reader.pos !== start + 1 + ENABLE_BYTES) return null;
        search.with_payload = flag === 1;
        break;
      }
      case PARAMS: {
        const params = readParams(reader);
        if (params === null) return null;
        search.params = params;
        break;
      }
      case SCORE_THRESHOLD:
        search.score_threshold = reader.float();
        if (!Number.isFinite(search.score_threshold)) return null;
        break;
      case OFFSET:
        search.offset = Number(reader.uint64());
        break;
      case VECTOR_NAME:
        name = reader.string();
        break;
      default:
        return null;
    }
  }
  if (search.vector === NO_VECTOR) return null;
  if (name !== null) search.vector = { name, vector: search.vector as Float32Array };
  return search;
}

const NO_VECTOR = new Float32Array(0);

function readParams(reader: Reader): PlainParams | null {
  const end = reader.uint32() + reader.pos;
  if (end > reader.len) return null;
  const params: PlainParams = {};
  let seen = 0;
  while (reader.pos < end) {
    const tag = reader.uint32();
    const field = 1 << (tag >>> 3);
    if ((seen & field) !== 0) return null;
    seen |= field;
    switch (tag) {
      case HNSW_EF:
        params.hnsw_ef = Number(reader.uint64());
        break;
      case EXACT:
        params.exact = reader.bool();
        break;
      case INDEXED_ONLY:
        params.indexed_only = reader.bool();
        break;
      default:
        return null;
    }
  }
  return reader.pos === end ? params : null;
}
