// The index of a token in a sparse vector: the hash MurmurHash3_x86_32 with seed 0 of its UTF-8 bytes.
// Published by Austin Appleby in the public domain; the absolute value of the signed hash is Qdrant's choice.

const C1 = 0xcc9e_2d51;
const C2 = 0x1b87_3593;
const ADDED = 0xe654_6b64;
const FINAL_1 = 0x85eb_ca6b;
const FINAL_2 = 0xc2b2_ae35;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** UTF-8 has at most three bytes for a code unit. */
const BYTES_PER_UNIT = 3;

const encoder = new TextEncoder();
let scratch = new Uint8Array(1024);

/** Returns the hash of the first `length` bytes as an unsigned number. */
export function murmur3(bytes: Uint8Array, length = bytes.length): number {
  let hash = 0;
  const blocks = length & ~3;
  for (let i = 0; i < blocks; i += 4) {
    const block = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    hash ^= mixed(block);
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + ADDED) | 0;
  }
  let rest = 0;
  for (let i = length - 1; i >= blocks; i--) rest = (rest << 8) | bytes[i]!;
  if (length > blocks) hash ^= mixed(rest);
  hash ^= length;
  hash = Math.imul(hash ^ (hash >>> 16), FINAL_1);
  hash = Math.imul(hash ^ (hash >>> 13), FINAL_2);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function mixed(block: number): number {
  const product = Math.imul(block, C1);
  return Math.imul((product << 15) | (product >>> 17), C2);
}

/** Returns the index of a token, from 0 to 2 ** 31. */
export function tokenIndex(token: string): number {
  const needed = BEYOND_ASCII.test(token) ? token.length * BYTES_PER_UNIT : token.length;
  if (scratch.length < needed) scratch = new Uint8Array(needed * 2);
  return Math.abs(murmur3(scratch, encoder.encodeInto(token, scratch).written) | 0);
}
