// The value of strings and keys.
// The decision: keys are taken from a small table of earlier keys, found by a hash of their bytes and compared byte by
// byte, so the few names of an API are decoded once instead of once for each point. The table is direct-mapped and
// holds only short keys, so no input makes it grow.
import { type Bytes, utf8 } from "./node-bytes.ts";

const TABLE_SIZE = 256; // a power of two: the hash is masked
const MAX_TABLED_LENGTH = 32;

const table = new Array<string>(TABLE_SIZE).fill("");

/** Returns the value of the string that a scanner found from `start` to `end`, quotes included. */
export function stringValue(bytes: Bytes, start: number, end: number): string {
  const text = utf8(bytes, start + 1, end - 1);
  return text.includes("\\") ? JSON.parse(`"${text}"`) : text;
}

/** Returns the value of a key as {@link stringValue} does, with the table. */
export function keyValue(bytes: Bytes, start: number, end: number): string {
  if (end - start - 2 > MAX_TABLED_LENGTH) return stringValue(bytes, start, end);
  let hash = 0;
  for (let at = start + 1; at < end - 1; at++) hash = (hash * 31 + bytes[at]!) | 0;
  const slot = (hash ^ (hash >>> 8)) & (TABLE_SIZE - 1);
  const known = table[slot]!;
  if (isSpelled(known, bytes, start, end)) return known;
  const key = stringValue(bytes, start, end);
  table[slot] = key;
  return key;
}

/**
 * Tells whether the bytes between the quotes are the characters of the key. It is true only for ASCII without escapes.
 */
function isSpelled(key: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (key.length !== end - start - 2) return false;
  for (let index = 0; index < key.length; index++) {
    if (key.charCodeAt(index) !== bytes[start + 1 + index]) return false;
  }
  return true;
}
