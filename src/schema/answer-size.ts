// How large a result is, before it is written: which answers are written in pieces, and what they hold until they have been read.
// The decision: estimates by type, not by writing. A value that is small is looked through, of one that is large only as much as
// it takes to know.
import { runInSlices, type Sliced } from "../scheduling/slices.ts";
import { RawJson } from "./raw-json.ts";

/** From here on an answer takes longer to write than others should wait: half a megabyte of numbers are five milliseconds. */
const LARGE_BYTES = 512 * 1024;
/** About what a number takes as text, and a value with its key. */
const NUMBER_BYTES = 10;
const VALUE_BYTES = 8;
/** Items of a list that are looked at until the work may be cut. */
const CUT_ITEMS = 2 ** 8;

/** Whether it takes long to write. */
export function isLarge(value: unknown): boolean {
  return bytesLeft(value, LARGE_BYTES) < 0;
}

/** About what is left of so many bytes when the value is written; less than 0: there were not enough. */
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

/** What the value holds in memory until it has been written; others have the thread meanwhile. */
export function heldInSlices(value: unknown): Promise<number> {
  return runInSlices(heldBytes(value));
}

/** The same as work that may be cut after each list, and within long ones. */
export function* heldBytes(value: unknown): Sliced<number> {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return VALUE_BYTES;
  if (value instanceof RawJson) return value.bytes.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let bytes = VALUE_BYTES;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      bytes += yield* heldBytes(value[i]);
      if (i % CUT_ITEMS === CUT_ITEMS - 1) yield;
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
