// The k nearest of a row of distances.
// The decision: the k-th smallest of the minima of 16 lanes is a bound for the k-th smallest of all, found without a
// branch. Few distances are within it, and only these are sorted.
import { keyOf } from "../heap";

/** The most that can be requested: there are 16 lanes. */
export const MOST_NEAREST: u32 = 16;
const LANES: usize = 16;

/**
 * Writes the nearest as keys (distance << 32 | index), nearest first.
 * @param row distances, of which `size`, a multiple of 8, are valid; infinite ones are left out
 * @param keys memory for `MOST_NEAREST` keys and the 16 minima
 * @returns the number of keys
 */
export function nearestOf(row: usize, size: u32, k: u32, keys: usize): u32 {
  const bound = f32x4.splat(boundOf(row, size, k, keys + MOST_NEAREST * 8));
  let found: u32 = 0;
  for (let at: u32 = 0; at < size; at += 8) {
    const low = f32x4.le(v128.load(row + ((<usize>at) << 2)), bound);
    const high = f32x4.le(v128.load(row + ((<usize>at) << 2), 16), bound);
    if (!v128.any_true(v128.or(low, high))) continue;
    let bits = <u32>i32x4.bitmask(low) | ((<u32>i32x4.bitmask(high)) << 4);
    for (; bits != 0; bits &= bits - 1) {
      const index = at + <u32>ctz(bits);
      const key = keyOf(load<f32>(row + ((<usize>index) << 2)), index);
      found = insert(keys, found, k, key);
    }
  }
  return found;
}

/** Returns a distance that at least k are within, if there are as many finite ones. */
function boundOf(row: usize, size: u32, k: u32, minima: usize): f32 {
  let a = f32x4.splat(Infinity);
  let b = f32x4.splat(Infinity);
  let c = f32x4.splat(Infinity);
  let d = f32x4.splat(Infinity);
  let at = row;
  const end = row + ((<usize>size) << 2);
  for (; at + LANES * 4 <= end; at += LANES * 4) {
    a = f32x4.pmin(a, v128.load(at));
    b = f32x4.pmin(b, v128.load(at, 16));
    c = f32x4.pmin(c, v128.load(at, 32));
    d = f32x4.pmin(d, v128.load(at, 48));
  }
  if (at < end) {
    a = f32x4.pmin(a, v128.load(at));
    b = f32x4.pmin(b, v128.load(at, 16));
  }
  v128.store(minima, a);
  v128.store(minima, b, 16);
  v128.store(minima, c, 32);
  v128.store(minima, d, 48);
  return min(smallest(minima, k), f32.MAX_VALUE);
}

/** Returns the k-th smallest of the 16 minima, which it sorts as far as needed. */
function smallest(minima: usize, k: u32): f32 {
  for (let i: usize = 0; i < (<usize>k) << 2; i += 4) {
    for (let j = i + 4; j < LANES << 2; j += 4) {
      const first = load<f32>(minima + i);
      const second = load<f32>(minima + j);
      store<f32>(minima + i, min(first, second));
      store<f32>(minima + j, max(first, second));
    }
  }
  return load<f32>(minima + ((<usize>k - 1) << 2));
}

/** Inserts a key into the `size` sorted ones, of which the nearest k are kept. @returns their number */
function insert(keys: usize, size: u32, k: u32, key: u64): u32 {
  let at = keys + ((<usize>size) << 3);
  let kept = size + 1;
  if (size == k) {
    at -= 8;
    if (load<u64>(at) <= key) return size;
    kept = size;
  }
  for (; at > keys && load<u64>(at - 8) > key; at -= 8) store<u64>(at, load<u64>(at - 8));
  store<u64>(at, key);
  return kept;
}
