// Entries of the log of a cluster as bytes: a record of the local log, and the condition on which it takes effect.
// The decision: the record is in it as the local log has it, so applying an entry costs no encoding. The condition is
// not kept once it is decided: the local log of every server has the record, or a `no_operation` in its place.
//
// All numbers are little-endian.
//   u32  1, the version of this layout      u32  type of the record
//   f64  basis of the condition on points   u32  points of that condition + 1; 0: there is none
//   u32  s, length of the state             s    the state in UTF-8
//   1 for each point: whether it existed    ...  padding to 4; then the body of the record
import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { RecordCondition } from "../catalogue/condition.ts";
import { aligned, decodeText } from "../formats/bytes.ts";

const VERSION = 1;
const HEADER_BYTES = 24;

interface ConditionalRecord {
  readonly type: number;
  readonly body: Uint8Array;
  readonly condition: RecordCondition;
}

export function encodeEntry({ type, body, condition }: ConditionalRecord): Uint8Array {
  const state = new TextEncoder().encode(condition.state);
  const { points } = condition;
  const existing = points?.existing ?? new Uint8Array(0);
  const start = aligned(HEADER_BYTES + state.length + existing.length);
  const bytes = new Uint8Array(start + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, VERSION, true);
  view.setUint32(4, type, true);
  view.setFloat64(8, points?.basis ?? 0, true);
  view.setUint32(16, points === null ? 0 : existing.length + 1, true);
  view.setUint32(20, state.length, true);
  bytes.set(state, HEADER_BYTES);
  bytes.set(existing, HEADER_BYTES + state.length);
  bytes.set(body, start);
  return bytes;
}

/** Returns the parts of an entry; its bytes are not copied. @throws VectorDbError if this version writes no such entry */
export function decodeEntry(bytes: Uint8Array): ConditionalRecord {
  if (bytes.length < HEADER_BYTES) throw unreadable(`it has ${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(0, true);
  if (version !== VERSION) throw unreadable(`its version is ${version}, and this server knows ${VERSION}`);
  const count = view.getUint32(16, true);
  const points = Math.max(0, count - 1);
  const state = view.getUint32(20, true);
  const start = aligned(HEADER_BYTES + state + points);
  if (start > bytes.length) throw unreadable("it is too short");
  const existing = bytes.subarray(HEADER_BYTES + state, HEADER_BYTES + state + points);
  return {
    type: view.getUint32(4, true),
    body: bytes.subarray(start),
    condition: {
      state: decodeText(bytes.subarray(HEADER_BYTES, HEADER_BYTES + state)),
      points: count === 0 ? null : { basis: view.getFloat64(8, true), existing },
    },
  };
}

function unreadable(why: string): VectorDbError {
  return new VectorDbError("INTERNAL", `an entry of the log of the cluster cannot be read: ${why}`);
}
