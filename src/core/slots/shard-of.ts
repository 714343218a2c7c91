// The shard of a point: a function of its id that never changes, because every server and every data directory relies
// on it.
// The decision: XXH64 with seed 0 (the specification of xxHash by Yann Collet) over the 8 bytes of an integer,
// little-endian, or the 16 bytes of a UUID in the order of its text. Shard s of n has the hashes from s / n to
// (s + 1) / n of the range of 64 bits. So a shard of n is two shards of 2 n, and it can be split without moving points.
// The first 32 bits of the hash decide, since there are at most MAX_SHARDS shards.
import { ID_WORDS, type PackedIds } from "./point-id.ts";

// The primes of XXH64 as two halves of 32 bits.
const P1_HIGH = 0x9e37_79b1;
const P1_LOW = 0x85eb_ca87;
const P2_HIGH = 0xc2b2_ae3d;
const P2_LOW = 0x27d4_eb4f;
const P3_HIGH = 0x1656_67b1;
const P3_LOW = 0x9e37_79f9;
const P4_HIGH = 0x85eb_ca77;
const P4_LOW = 0xc2b2_ae63;
const P5_HIGH = 0x27d4_eb2f;
const P5_LOW = 0x1656_67c5;

const INTEGER_BYTES = 8;
const UUID_BYTES = 16;

// The number of 64 bits that is being computed, as unsigned halves. Numbers of JavaScript have 53 bits, and a BigInt
// takes a microsecond for an id.
let high = 0;
let low = 0;

/** How many of some points are in each shard. */
export type ShardCounts = readonly number[];

/** Returns the shard, from 0 to `shards` - 1, of the id at `index`. @param shards from 1 to MAX_SHARDS */
export function shardOf({ kinds, words }: PackedIds, index: number, shards: number): number {
  if (shards === 1) return 0;
  const at = index * ID_WORDS;
  const isInteger = kinds[index] === 0;
  begin(isInteger ? INTEGER_BYTES : UUID_BYTES);
  if (isInteger) {
    takeIn(words[at + 1]!, words[at]!);
  } else {
    takeIn(swapped(words[at + 1]!), swapped(words[at]!));
    takeIn(swapped(words[at + 3]!), swapped(words[at + 2]!));
  }
  finish();
  return Math.floor((high * shards) / 2 ** 32);
}

/** Counts the ids of each shard. */
export function shardCounts(ids: PackedIds, shards: number): ShardCounts {
  if (shards === 1) return [ids.length];
  const counts = new Array<number>(shards).fill(0);
  for (let i = 0; i < ids.length; i++) counts[shardOf(ids, i, shards)]!++;
  return counts;
}

function begin(bytes: number): void {
  high = P5_HIGH;
  low = P5_LOW;
  add(0, bytes);
}

/** Takes eight bytes in: a round of XXH64. */
function takeIn(laneHigh: number, laneLow: number): void {
  const [accumulatedHigh, accumulatedLow] = [high, low];
  high = laneHigh;
  low = laneLow;
  multiply(P2_HIGH, P2_LOW);
  rotate(31);
  multiply(P1_HIGH, P1_LOW);
  high = (high ^ accumulatedHigh) >>> 0;
  low = (low ^ accumulatedLow) >>> 0;
  rotate(27);
  multiply(P1_HIGH, P1_LOW);
  add(P4_HIGH, P4_LOW);
}

function finish(): void {
  low = (low ^ (high >>> 1)) >>> 0; // the number shifted by 33
  multiply(P2_HIGH, P2_LOW);
  low = (low ^ ((low >>> 29) | (high << 3))) >>> 0;
  high = (high ^ (high >>> 29)) >>> 0;
  multiply(P3_HIGH, P3_LOW);
  low = (low ^ high) >>> 0;
}

function add(otherHigh: number, otherLow: number): void {
  const sum = low + otherLow;
  high = (high + otherHigh + (sum >= 2 ** 32 ? 1 : 0)) >>> 0;
  low = sum >>> 0;
}

/** Multiplies by another number, modulo 2^64. */
function multiply(otherHigh: number, otherLow: number): void {
  const [a0, a1] = [low & 0xffff, low >>> 16];
  const [b0, b1] = [otherLow & 0xffff, otherLow >>> 16];
  const middle = a1 * b0 + ((a0 * b0) >>> 16);
  const carried = (middle & 0xffff) + a0 * b1;
  const carry = a1 * b1 + Math.floor(middle / 2 ** 16) + Math.floor(carried / 2 ** 16);
  high = (carry + Math.imul(low, otherHigh) + Math.imul(high, otherLow)) >>> 0;
  low = Math.imul(low, otherLow) >>> 0;
}

/** Rotates the bits to the left. @param bits from 1 to 31 */
function rotate(bits: number): void {
  const before = high;
  high = ((high << bits) | (low >>> (32 - bits))) >>> 0;
  low = ((low << bits) | (before >>> (32 - bits))) >>> 0;
}

function swapped(word: number): number {
  return ((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}
