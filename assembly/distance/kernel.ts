// The signatures of distance kernels.
// The decision: a kernel measures four rows at arbitrary addresses, like those of the neighbours of a node: the loads
// of one row hide the cache misses of the others, and each part of the query is loaded once for all four. Kernels are
// called by their index in the function table, which is chosen once per search. There are two signatures; smaller is
// nearer in both:
//   FourRows   (query, row a, row b, row c, row d, bytes of a row, address of the four f32 distances)
//   OneRow     (query, row, bytes of a row) -> f32 distance

/** Bytes before the data of a prepared query, for further values of a kernel; the data starts on a cache line. */
export const HEAD_BYTES: usize = 64;

/** Adds the four lanes of each of four vectors. @returns the four sums */
export function sumsOf(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab0 = f32x4.add(i32x4.shuffle(a, b, 0, 4, 2, 6), i32x4.shuffle(a, b, 1, 5, 3, 7));
  const cd0 = f32x4.add(i32x4.shuffle(c, d, 0, 4, 2, 6), i32x4.shuffle(c, d, 1, 5, 3, 7));
  return f32x4.add(i64x2.shuffle(ab0, cd0, 0, 2), i64x2.shuffle(ab0, cd0, 1, 3));
}

/** Adds the lanes of 32-bit integers in the same way. */
export function integerSumsOf(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab0 = i32x4.add(i32x4.shuffle(a, b, 0, 4, 2, 6), i32x4.shuffle(a, b, 1, 5, 3, 7));
  const cd0 = i32x4.add(i32x4.shuffle(c, d, 0, 4, 2, 6), i32x4.shuffle(c, d, 1, 5, 3, 7));
  return i32x4.add(i64x2.shuffle(ab0, cd0, 0, 2), i64x2.shuffle(ab0, cd0, 1, 3));
}
