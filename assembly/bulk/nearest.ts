// The k nearest of a row of distances, and those within a limit.
// The decision: the k-th smallest of the minima of 16 lanes is a bound for the k-th smallest of all, found without a
// branch: the smallest of them that k of them do not exceed. Few distances are within it, and only these are sorted.
import { keyOf } from "../heap";

/** The most that can be requested: there are 16 lanes. */
export const MOST_NEAREST: u32 = 16;
const LANES: usize = 16;

/**
 * Writes the nearest as keys (distance << 32 | index), nearest first.
 * @param row distances, of which `size`, a multiple of 8, are valid; infinite ones are left out
 * @param keys memory for `MOST_NEAREST` keys
 * @returns the number of keys
 */
export function nearestOf(row: usize, size: u32, k: u32, keys: usize): u32 {
  const bound = f32x4.splat(boundOf(row, size, k));
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

/**
 * Writes the points of a row that are within a limit, or within their own limits, and within reach.
 * @param row distances, of which `size`, a multiple of 8, are valid
 * @param limits one for each point of the row
 * @param reach a finite distance
 * @param keys memory for `size` keys (distance << 32 | index), written in ascending order of the indexes
 * @returns the number of keys
 */
export function pointsWithin(row: usize, size: u32, limit: f32, limits: usize, reach: f32, keys: usize): u32 {
  const least = f32x4.splat(limit);
  const most = f32x4.splat(reach);
  let to = keys;
  for (let at: u32 = 0; at < size; at += 8) {
    const here = (<usize>at) << 2;
    const low = f32x4.pmin(most, f32x4.pmax(least, v128.load(limits + here)));
    const high = f32x4.pmin(most, f32x4.pmax(least, v128.load(limits + here, 16)));
    const isLow = f32x4.le(v128.load(row + here), low);
    const isHigh = f32x4.le(v128.load(row + here, 16), high);
    for (let bits = <u32>i16x8.bitmask(i16x8.narrow_i32x4_s(isLow, isHigh)); bits != 0; bits &= bits - 1) {
      const index = at + <u32>ctz(bits);
      store<u64>(to, keyOf(load<f32>(row + ((<usize>index) << 2)), index));
      to += 8;
    }
  }
  return <u32>((to - keys) >> 3);
}

/** Returns a distance that at least k are within, if there are as many finite ones. */
export function boundOf(row: usize, size: u32, k: u32): f32 {
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
  const all = f32x4.splat(Infinity);
  let least = v128.bitselect(a, all, i32x4.ge_s(ranksOf(a, a, b, c, d), i32x4.splat(k)));
  least = f32x4.pmin(least, v128.bitselect(b, all, i32x4.ge_s(ranksOf(b, a, b, c, d), i32x4.splat(k))));
  least = f32x4.pmin(least, v128.bitselect(c, all, i32x4.ge_s(ranksOf(c, a, b, c, d), i32x4.splat(k))));
  least = f32x4.pmin(least, v128.bitselect(d, all, i32x4.ge_s(ranksOf(d, a, b, c, d), i32x4.splat(k))));
  const low = min(f32x4.extract_lane(least, 0), f32x4.extract_lane(least, 1));
  const high = min(f32x4.extract_lane(least, 2), f32x4.extract_lane(least, 3));
  return min(min(low, high), f32.MAX_VALUE);
}

/** Returns for each lane of the values how many of 16 minima are not larger. */
function ranksOf(values: v128, a: v128, b: v128, c: v128, d: v128): v128 {
  const low = i32x4.add(ranksIn(values, a), ranksIn(values, b));
  return i32x4.add(low, i32x4.add(ranksIn(values, c), ranksIn(values, d)));
}

function ranksIn(values: v128, minima: v128): v128 {
  const one = i32x4.add(
    f32x4.ge(values, minima),
    f32x4.ge(values, i32x4.shuffle(minima, minima, 1, 2, 3, 0)),
  );
  const other = i32x4.add(
    f32x4.ge(values, i32x4.shuffle(minima, minima, 2, 3, 0, 1)),
    f32x4.ge(values, i32x4.shuffle(minima, minima, 3, 0, 1, 2)),
  );
  return i32x4.neg(i32x4.add(one, other));
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
