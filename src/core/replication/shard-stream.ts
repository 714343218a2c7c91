// How the points of a shard are sent to the server that copies it.
// The decision: the form of the log for followers (storage/log-stream.ts), so lengths and check sums are there already.
// First come the points as they were at one LSN, with their versions, and then the records behind it, as the sending
// server has decided them. States between them tell how many of its records have been sent.
//
// A message with points has the type POINTS and the LSN of their moment. Its body, little-endian:
//   u32 n, u32 0, n f64: the versions   the body of a record of type upsert_points with n points
import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { UpsertPoints } from "../record/operation.ts";
import { RECORD_TYPES } from "../record/operation.ts";
import { decodeOperation } from "../record/record.ts";

/** No type of a record. */
export const POINTS = 1000;
const HEADER_BYTES = 8;

interface VersionedPoints {
  readonly points: UpsertPoints;
  readonly versions: Float64Array;
}

/** @param record the body of a record of type upsert_points */
export function encodePoints(record: Uint8Array, versions: Float64Array): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + versions.byteLength + record.length);
  new DataView(bytes.buffer).setUint32(0, versions.length, true);
  bytes.set(new Uint8Array(versions.buffer, versions.byteOffset, versions.byteLength), HEADER_BYTES);
  bytes.set(record, HEADER_BYTES + versions.byteLength);
  return bytes;
}

/** @throws VectorDbError if it is no such message */
export function decodePoints(bytes: Uint8Array): VersionedPoints {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length < HEADER_BYTES ? Number.POSITIVE_INFINITY : view.getUint32(0, true);
  const start = HEADER_BYTES + count * Float64Array.BYTES_PER_ELEMENT;
  if (start > bytes.length)
    throw new VectorDbError("INTERNAL", "a message with points of a shard is too short");
  const versions = new Float64Array(count);
  new Uint8Array(versions.buffer).set(bytes.subarray(HEADER_BYTES, start));
  const points = decodeOperation(RECORD_TYPES.upsert_points, bytes.subarray(start)) as UpsertPoints;
  if (points.ids.length !== count)
    throw new VectorDbError("INTERNAL", `a message with ${points.ids.length} points has ${count} versions`);
  return { points, versions };
}
