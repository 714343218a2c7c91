// Text and bytes by what every platform has: what stands in the place of node-bytes.ts in pages.

/** Bytes from which texts can be cut; see {@link cuttable}. */
export type Bytes = Uint8Array;

/** So many are quicker made one by one than decoded. */
const MOST_CHARACTERS = 32;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const strict = new TextDecoder("utf-8", { fatal: true });

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(unshared(bytes));
    return true;
  } catch {
    return false;
  }
}

/** The same bytes in the form that `latin1` and `utf8` cut quickly. */
export function cuttable(bytes: Uint8Array): Bytes {
  return bytes;
}

/** Of numbers alone, which are ASCII. */
export function latin1(bytes: Bytes, start: number, end: number): string {
  return end - start > MOST_CHARACTERS
    ? utf8(bytes, start, end)
    : String.fromCharCode(...bytes.subarray(start, end));
}

export function utf8(bytes: Bytes, start: number, end: number): string {
  return decoder.decode(unshared(bytes.subarray(start, end)));
}

export function encoded(text: string): Bytes {
  return encoder.encode(text);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Decoders refuse shared memory. */
function unshared(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof ArrayBuffer ? bytes : bytes.slice();
}
