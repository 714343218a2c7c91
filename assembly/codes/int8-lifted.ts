// The distance used to build a graph for Dot on 8-bit codes: vectors are extended to equal length.
// The decision: each vector gets one more component, its height h = sqrt(H - |x|^2), where H is the |x|^2 of the
// longest. Among vectors of equal length, the one with the largest product is the nearest. The distance is
//
//   |x - y|^2 + (h_x - h_y)^2
//
// computed from differences from the centre, and heights from |x|^2 - |c|^2: no number in it is larger than the result,
// so a large common offset costs no precision. It is the distance of the plain kernel with other terms, because
// building a graph needs fewer comparisons than searching it.

import { Metric } from "../abi";
import { HEAD_BYTES } from "../distance/kernel";
import { codeWidth, fourCodes, prepareCode } from "./int8";

const HEIGHT_OFFSET: usize = 12;
const TOP_OFFSET: usize = 48;
const SQUARE_OFFSET: usize = 16;
const BEYOND_CENTRE_OFFSET: usize = 20;

/** Prepares the vector of a code as a query, with `top` as the largest |x|^2 - |c|^2. */
export function prepareLiftedCode(code: usize, data: usize, dimension: u32, top: f32): void {
  prepareCode(code, data, dimension, Metric.Dot);
  const trailer = code + codeWidth(dimension);
  store<f32>(data - HEAD_BYTES, 2 * load<f32>(trailer));
  store<f32>(data - HEAD_BYTES, load<f32>(trailer, SQUARE_OFFSET), 4);
  store<f32>(
    data - HEAD_BYTES,
    sqrt(max<f32>(top - load<f32>(trailer, BEYOND_CENTRE_OFFSET), 0)),
    HEIGHT_OFFSET,
  );
  store<f32>(data - HEAD_BYTES, top, TOP_OFFSET);
}

/** Returns |x|^2 - |c|^2 of a code, whose maximum is kept for the vector store. */
export function beyondCentre(code: usize, dimension: u32): f32 {
  return load<f32>(code + codeWidth(dimension), BEYOND_CENTRE_OFFSET);
}

/** Computes the distances of four codes to a lifted query. See FourRows. */
export function fourLiftedCodes(
  q: usize,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  width: u32,
  out: usize,
): void {
  fourCodes(q, a, b, c, d, width, out);
  // The plain kernel has added the terms of products; they are replaced by |y|^2.
  const firstAB = i32x4.shuffle(v128.load(a + width), v128.load(b + width), 1, 5, 1, 5);
  const firstCD = i32x4.shuffle(v128.load(c + width), v128.load(d + width), 1, 5, 1, 5);
  const secondAB = i32x4.shuffle(
    v128.load(a + width, SQUARE_OFFSET),
    v128.load(b + width, SQUARE_OFFSET),
    0,
    4,
    1,
    5,
  );
  const secondCD = i32x4.shuffle(
    v128.load(c + width, SQUARE_OFFSET),
    v128.load(d + width, SQUARE_OFFSET),
    0,
    4,
    1,
    5,
  );
  const terms = i64x2.shuffle(firstAB, firstCD, 0, 2);
  const squares = i64x2.shuffle(secondAB, secondCD, 0, 2);
  const beyond = i64x2.shuffle(secondAB, secondCD, 1, 3);
  const below = f32x4.sub(v128.load32_splat(q - HEAD_BYTES, TOP_OFFSET), beyond);
  const heights = f32x4.sqrt(f32x4.max(below, f32x4.splat(0)));
  const between = f32x4.sub(v128.load32_splat(q - HEAD_BYTES, HEIGHT_OFFSET), heights);
  const distances = f32x4.add(f32x4.sub(v128.load(out), terms), squares);
  v128.store(out, f32x4.add(distances, f32x4.mul(between, between)));
}
