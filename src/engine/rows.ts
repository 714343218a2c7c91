// Reads rows by slot; they may be in a file (`rowsFile`).
// The decision: a row has the same layout in its file as in memory, at slot x row bytes, padded with zeros to 16 bytes,
// so it is compared where it was read to. The writer writes a row before its slot is published and never again, so
// readers need no lock here either. The engine syncs nothing, since rows that are lost are written again from the log.

import { VectorDbError } from "../errors/vector-db-error.ts";
import { STATS } from "./abi.ts";
import type { RowFile } from "./files.ts";
import type { LinearMemory } from "./linear-memory.ts";
import type { StoreSpec } from "./types.ts";

/** Returns the bytes of a row of `dimension` floats, in memory and in a file. */
export function rowBytesOf(dimension: number): number {
  return Math.ceil(dimension / 4) * 16;
}

/** Copies the rows of the slots to consecutive positions; rows that are consecutive in the file are read together. */
export function readRows(file: RowFile, slots: Uint32Array, into: Uint8Array): void {
  const rowBytes = into.length / slots.length;
  for (let start = 0, end = 0; start < slots.length; start = end) {
    const first = slots[start]!;
    for (end = start + 1; slots[end] === first + end - start; ) end++;
    const part = into.subarray(start * rowBytes, end * rowBytes);
    if (file.read(first, part) === part.length) continue;
    throw new VectorDbError(
      "INTERNAL",
      `the file of vectors ends before slot ${slots[end - 1]}: it was truncated; restart the server, which rebuilds it`,
    );
  }
}

/** @param count the number of written slots @throws VectorDbError if one of the slots is not among them */
export function ensureWritten(slots: Uint32Array, count: number): void {
  const unwritten = slots.find((slot) => slot >= count);
  if (unwritten !== undefined) throw new VectorDbError("INTERNAL", `slot ${unwritten} was never written`);
}

/** The parts of a store from which rows are read. */
interface RowSource {
  readonly linear: LinearMemory;
  readonly spec: StoreSpec;
  /** Null: the rows are in memory. */
  readonly rowFile: RowFile | null;
}

/** Returns rows without their padding, one after another. */
export function floatsOf({ linear, spec, rowFile }: RowSource, slots: Uint32Array): Float32Array {
  const { dimension } = spec;
  if (rowFile === null) return copyFloats(linear, slots, dimension);
  return readFloats(rowFile, slots, dimension, linear.exports.stat(STATS.Count));
}

/** @param count the number of written slots */
function readFloats(file: RowFile, slots: Uint32Array, dimension: number, count: number): Float32Array {
  ensureWritten(slots, count);
  const stride = rowBytesOf(dimension) / 4;
  const padded = new Float32Array(slots.length * stride);
  readRows(file, slots, new Uint8Array(padded.buffer));
  if (stride === dimension) return padded;
  const rows = new Float32Array(slots.length * dimension);
  slots.forEach((_, i) => {
    rows.set(padded.subarray(i * stride, i * stride + dimension), i * dimension);
  });
  return rows;
}

function copyFloats(linear: LinearMemory, slots: Uint32Array, dimension: number): Float32Array {
  const rows = new Float32Array(slots.length * dimension);
  slots.forEach((slot, i) => {
    const address = linear.exports.row(slot);
    if (address === 0) throw new VectorDbError("INTERNAL", `slot ${slot} was never written`);
    rows.set(linear.floats(address, dimension), i * dimension);
  });
  return rows;
}
