// Estimates the size of a result before it is written, to decide which responses are written in pieces, and how much
// memory they hold until they have been read.
// The decision: sizes are estimated by type, without writing. A small value is visited completely, a large one only as
// far as needed.
import { runInSlices, type Sliced } from "../scheduling/slices.ts";
import { RawJson } from "./raw-json.ts";

/**
 * A larger response blocks other work for too long while it is written: half a megabyte of numbers takes five
 * milliseconds.
 */
const LARGE_BYTES = 512 * 1024;
/** The approximate size of a number as text, and of a value with its key. */
const NUMBER_BYTES = 10;
const VALUE_BYTES = 8;
/** Items of a list that are visited in one slice. */
const ITEMS_PER_YIELD = 2 ** 8;

/** Tells whether a value takes long to write. */
export function isLarge(value: unknown): boolean {
  return bytesLeft(value, LARGE_BYTES) < 0;
}

/** Subtracts the approximate size of a value from a number of bytes, and stops below 0. */
function bytesLeft(value: unknown, bytes: number): number {
  if (typeof value === "string") return bytes - value.length;
  if (typeof value !== "object" || value === null) return bytes - VALUE_BYTES;
  if (value instanceof RawJson) return bytes - value.bytes.length;
  if (ArrayBuffer.isView(value)) return bytes - (value as Float32Array).length * NUMBER_BYTES;
  let left = bytes - VALUE_BYTES;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left >= 0; i++) left = bytesLeft(value[i], left);
    return left;
  }
  for (const key in value) {
    left = bytesLeft((value as Record<string, unknown>)[key], left - VALUE_BYTES);
    if (left < 0) return left;
  }
  return left;
}

/** Returns the memory that the value holds until it has been written, in slices. */
export function heldInSlices(value: unknown): Promise<number> {
  return runInSlices(heldBytes(value));
}

/**
 * Returns the memory that the value holds until it has been written; it can pause after each list, and within long
 * ones.
 */
export function* heldBytes(value: unknown): Sliced<number> {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return VALUE_BYTES;
  if (value instanceof RawJson) return value.bytes.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let bytes = VALUE_BYTES;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      bytes += yield* heldBytes(value[i]);
      if (i % ITEMS_PER_YIELD === ITEMS_PER_YIELD - 1) yield;
    }
    yield;
    return bytes;
  }
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key];
    bytes += VALUE_BYTES + (typeof member === "number" ? VALUE_BYTES : yield* heldBytes(member));
  }
  return bytes;
}
