// Text and bytes by functions that every platform has; it replaces node-bytes.ts in pages.

/** Bytes from which texts can be cut; see {@link cuttable}. */
export type Bytes = Uint8Array;

/** Up to this length, making characters one by one is faster than decoding. */
const MAX_CHARACTERS = 32;

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

/** Returns the bytes in the form that `latin1` and `utf8` cut quickly. */
export function cuttable(bytes: Uint8Array): Bytes {
  return bytes;
}

/** Returns the text of ASCII bytes, such as a number. */
export function latin1(bytes: Bytes, start: number, end: number): string {
  return end - start > MAX_CHARACTERS
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

/** Copies shared memory, which decoders refuse. */
function unshared(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof ArrayBuffer ? bytes : bytes.slice();
}
