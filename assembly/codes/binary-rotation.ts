// A random rotation of the space. It spreads large components of a vector over all components, so that the sign of each
// component carries the same amount of information.
// The decision: there is no matrix. Random signs and a fast Walsh-Hadamard transform, four times in a row, cost d log d
// operations and no memory: the signs are computed from the seed by a hash each time. A width that is not a power of
// two is not padded to the next one, which could double the code. Instead the transform is applied to the largest power
// of two that fits, at the beginning and then at the end, and a butterfly between the two halves mixes them (the idea
// of Kac's walk, as in the authors' library for Gao and Long, "RaBitQ" (2024)). Both transforms come before the halves
// are mixed: otherwise a component that no transform has touched would remain a peak in each half.
import { mixed } from "../hash";

const ROUNDS: u32 = 2;
const GOLDEN: u32 = 0x9e37_79b9;

/** Rotates `width` floats in place; the width is a multiple of 128. Components of at most 1 cannot overflow. */
export function rotate(data: usize, width: u32, seed: u32): void {
  const block: u32 = 1 << (31 - clz(width));
  const tail = data + ((<usize>(width - block)) << 2);
  let draw = seed;
  for (let round: u32 = 0; round < ROUNDS; round++) {
    draw = flipSigns(data, width, draw);
    transform(data, block);
    draw = flipSigns(data, width, draw);
    transform(tail, block);
    if (block != width) butterfly(data, (<usize>width) << 1);
  }
  // Each butterfly between the halves multiplies lengths by sqrt(2).
  if (block != width) multiply(data, width, 0.5);
}

/** Changes the sign of about every other component. @returns the position in the sequence of random bits */
function flipSigns(data: usize, width: u32, draw: u32): u32 {
  const lanes = i32x4(1, 2, 4, 8);
  const sign = i32x4.splat(0x8000_0000);
  let next = draw;
  for (let at: usize = 0; at < (<usize>width) << 2; at += 128) {
    next += GOLDEN;
    let bits = mixed(next);
    for (let i: usize = 0; i < 128; i += 16, bits >>= 4) {
      const flip = v128.and(sign, i32x4.eq(v128.and(i32x4.splat(bits), lanes), lanes));
      v128.store(data + at + i, v128.xor(v128.load(data + at + i), flip));
    }
  }
  return next;
}

/**
 * Applies the Walsh-Hadamard transform to `length` floats, a power of two of at least 8, and keeps their Euclidean
 * length.
 */
function transform(data: usize, length: u32): void {
  const end = data + ((<usize>length) << 2);
  for (let half = (<usize>length) << 1; half >= 16; half >>= 1) {
    for (let at = data; at < end; at += half << 1) butterfly(at, half);
  }
  const scale = f32x4.splat(1 / <f32>sqrt<f64>(length));
  const negatePairs = f32x4(1, 1, -1, -1);
  const negateOdd = f32x4(1, -1, 1, -1);
  for (let at = data; at < end; at += 16) {
    const lanes = f32x4.mul(v128.load(at), scale);
    const pairs = f32x4.add(i32x4.shuffle(lanes, lanes, 2, 3, 0, 1), f32x4.mul(lanes, negatePairs));
    v128.store(at, f32x4.add(i32x4.shuffle(pairs, pairs, 1, 0, 3, 2), f32x4.mul(pairs, negateOdd)));
  }
}

/** Replaces two adjacent halves of `half` bytes each with their sums and differences. */
function butterfly(data: usize, half: usize): void {
  for (let low = data, high = data + half; low < data + half; low += 16, high += 16) {
    const a = v128.load(low);
    const b = v128.load(high);
    v128.store(low, f32x4.add(a, b));
    v128.store(high, f32x4.sub(a, b));
  }
}

function multiply(data: usize, width: u32, factor: f32): void {
  const factors = f32x4.splat(factor);
  for (let at: usize = 0; at < (<usize>width) << 2; at += 16)
    v128.store(data + at, f32x4.mul(v128.load(data + at), factors));
}
