// What servers of a cluster ask each other about points, as bytes, little-endian.
import { ID_WORDS, PackedIds } from "../core/slots/point-id.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { DamagedMessage } from "../errors/sharding.ts";

/** How far the copy of a shard is: points that were copied, and how many there were when it began. */
export interface CopyProgress {
  readonly copied: number;
  readonly points: number;
}

/** The question which points exist: u32 n, u32 0, 4 n u32 the words of the ids, n bytes their kinds. */
export function encodeIds({ kinds, words, length }: PackedIds): Uint8Array {
  const bytes = new Uint8Array(8 + words.byteLength + length);
  new DataView(bytes.buffer).setUint32(0, length, true);
  bytes.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), 8);
  bytes.set(kinds, 8 + words.byteLength);
  return bytes;
}

/** @throws InvalidArgument if the question is damaged, which is the fault of the server that asks */
export function decodeIds(given: Uint8Array): PackedIds {
  // A copy; the method `slice` of Node's buffers makes none.
  const bytes = new Uint8Array(given);
  const length = bytes.length < 8 ? -1 : new DataView(bytes.buffer).getUint32(0, true);
  if (bytes.length !== 8 + length * (ID_WORDS * 4 + 1))
    throw new InvalidArgument(new DamagedMessage("the length of a list of ids").message);
  const words = new Uint32Array(bytes.buffer, 8, length * ID_WORDS);
  return new PackedIds(bytes.subarray(8 + words.byteLength), words);
}

/** The answer: f64 the LSN of the last deletion, then a byte for each point, 1 if it exists. */
export function encodeExisting(lastDelete: number, existing: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + existing.length);
  new DataView(bytes.buffer).setFloat64(0, lastDelete, true);
  bytes.set(existing, 8);
  return bytes;
}

/** @throws DamagedMessage */
export function decodeExisting(
  bytes: Uint8Array,
  points: number,
): { readonly existing: Uint8Array; readonly lastDelete: number } {
  if (bytes.length !== 8 + points) throw new DamagedMessage("the length of an answer about points");
  const lastDelete = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true);
  return { existing: bytes.slice(8), lastDelete };
}

/** How far a copy is: f64 the copied points, f64 all points; empty: no copy has begun. */
export function encodeProgress(progress: CopyProgress | null): Uint8Array {
  return progress
    ? new Uint8Array(Float64Array.of(progress.copied, progress.points).buffer)
    : new Uint8Array(0);
}

/** @throws DamagedMessage */
export function decodeProgress(bytes: Uint8Array): CopyProgress | null {
  if (bytes.length === 0) return null;
  if (bytes.length !== 16) throw new DamagedMessage("the length of the progress of a copy");
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return { copied: view.getFloat64(0, true), points: view.getFloat64(8, true) };
}

/** The question for the vectors of shards: their places (config/placement.ts), one in a line. */
export function encodePlaces(places: readonly string[]): Uint8Array {
  return new TextEncoder().encode(places.join("\n"));
}

export function decodePlaces(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split("\n");
}

/** The answer: f64 the vectors of each shard; NaN: not all of its points are there. */
export function encodeVectors(vectors: readonly (number | null)[]): Uint8Array {
  return new Uint8Array(Float64Array.from(vectors, (count) => count ?? Number.NaN).buffer);
}

/** @throws DamagedMessage */
export function decodeVectors(bytes: Uint8Array, places: number): (number | null)[] {
  if (bytes.length !== 8 * places) throw new DamagedMessage("the length of an answer about vectors");
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: places }, (_, i) => {
    const count = view.getFloat64(8 * i, true);
    return count >= 0 ? count : null;
  });
}
