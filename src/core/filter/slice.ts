// Slices: each id belongs to one of `total` parts, always the same one.
// The decision: the hash is SipHash-2-4 with a key of zeros over the bytes of the id (8 little-endian, or the 16 of a
// UUID), as in other vector databases, so a client can compute the slice of an id. 64-bit words are two 32-bit
// halves, since BigInt is far slower.
import type { PointId } from "../../schema/leaf.ts";
import { PackedIds } from "../slots/point-id.ts";

/** The four words of the state, each as its low and its high half. */
type State = Uint32Array;

/** "somepseudorandomlygeneratedbytes", the constants of the algorithm; a key of zeros changes none of them. */
const START = Uint32Array.of(
  0x70736575,
  0x736f6d65,
  0x6e646f6d,
  0x646f7261,
  0x6e657261,
  0x6c796765,
  0x79746573,
  0x74656462,
);

const COMPRESSION_ROUNDS = 2;
const FINAL_ROUNDS = 4;
const TWO_16 = 0x1_0000;

/** Returns a number from 0 to `total` - 1. */
export function sliceOf(id: PointId, total: number): number {
  const [low, high] = sipHash(idWords(id));
  // In steps whose products stay below 2^53.
  let rest = high % total;
  rest = (rest * TWO_16 + (low >>> 16)) % total;
  return (rest * TWO_16 + (low & 0xffff)) % total;
}

/** The id's bytes as little-endian 32-bit words. */
function idWords(id: PointId): Uint32Array {
  const { words } = PackedIds.pack([id]);
  return typeof id === "string" ? words.map(reversed) : words.slice(0, 2);
}

function reversed(word: number): number {
  return ((word >>> 24) | ((word >>> 8) & 0xff00) | ((word & 0xff00) << 8) | (word << 24)) >>> 0;
}

/** SipHash-2-4, key zero, of an even number of 32-bit words: its low and its high half. */
export function sipHash(message: Uint32Array): [low: number, high: number] {
  const state: State = START.slice();
  const compress = (low: number, high: number): void => {
    xor(state, 6, low, high);
    for (let round = 0; round < COMPRESSION_ROUNDS; round++) sipRound(state);
    xor(state, 0, low, high);
  };
  for (let at = 0; at < message.length; at += 2) compress(message[at]!, message[at + 1]!);
  // The last word has the length in its highest byte, and what is left over, which is nothing.
  compress(0, (message.length * 4) << 24);
  state[4]! ^= 0xff;
  for (let round = 0; round < FINAL_ROUNDS; round++) sipRound(state);
  return [
    (state[0]! ^ state[2]! ^ state[4]! ^ state[6]!) >>> 0,
    (state[1]! ^ state[3]! ^ state[5]! ^ state[7]!) >>> 0,
  ];
}

function sipRound(state: State): void {
  add(state, 0, 2);
  rotate(state, 2, 13);
  xor(state, 2, state[0]!, state[1]!);
  rotate(state, 0, 32);
  add(state, 4, 6);
  rotate(state, 6, 16);
  xor(state, 6, state[4]!, state[5]!);
  add(state, 0, 6);
  rotate(state, 6, 21);
  xor(state, 6, state[0]!, state[1]!);
  add(state, 4, 2);
  rotate(state, 2, 17);
  xor(state, 2, state[4]!, state[5]!);
  rotate(state, 4, 32);
}

function add(state: State, to: number, from: number): void {
  const low = state[to]! + state[from]!;
  state[to] = low;
  state[to + 1]! += state[from + 1]! + (low > 0xffff_ffff ? 1 : 0);
}

function xor(state: State, to: number, low: number, high: number): void {
  state[to]! ^= low;
  state[to + 1]! ^= high;
}

/** Rotates a word to the left. */
function rotate(state: State, at: number, bits: number): void {
  const [low, high] = [state[at]!, state[at + 1]!];
  const isSwap = bits === 32;
  state[at] = isSwap ? high : (low << bits) | (high >>> (32 - bits));
  state[at + 1] = isSwap ? low : (high << bits) | (low >>> (32 - bits));
}
