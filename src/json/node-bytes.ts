// Text and bytes by Node's Buffer, whose short slices are several times faster than those of browsers. The library's
// build for pages replaces this file by web-bytes.ts, which has the same functions.
import { Buffer, isUtf8 } from "node:buffer";

export { isUtf8 };

/** Bytes from which texts can be cut; see {@link cuttable}. */
export type Bytes = Buffer;

/** Returns the bytes in the form that `latin1` and `utf8` cut quickly. */
export function cuttable(bytes: Uint8Array): Bytes {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function latin1(bytes: Bytes, start: number, end: number): string {
  return bytes.toString("latin1", start, end);
}

export function utf8(bytes: Bytes, start: number, end: number): string {
  return bytes.toString("utf8", start, end);
}

export function encoded(text: string): Bytes {
  return Buffer.from(text);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
