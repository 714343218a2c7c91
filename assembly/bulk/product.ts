// Distances between all codes of two panels: 8 x 8 of them, in two tiles of 4 rows and 8 columns.
// The decision: the formula is that of the kernel with which walks measure codes (codes/int8.ts), and it is symmetric
// in rows and columns. So a pair has the same bits from both ends, and as in a walk.
import { PAIR_BYTES } from "./panel";

/**
 * Computes the distances of the rows of one panel to the columns of another.
 * @param factor 2 for Euclid, else 1
 * @param out the address of the distance between the first row and the first column; rows are `stride` bytes apart
 * @param mirror where the same distances are stored with rows and columns exchanged; 0: nowhere
 */
export function measurePanels(
  rows: usize,
  columns: usize,
  width: u32,
  factor: f32,
  out: usize,
  stride: usize,
  mirror: usize,
): void {
  measureTile(rows, 0, columns, width, factor, out, stride, mirror);
  measureTile(rows, 16, columns, width, factor, out + 4 * stride, stride, mirror == 0 ? 0 : mirror + 16);
}

/** Computes one tile. @param half 0 for the first four rows of the panel, 16 for the others */
function measureTile(
  rows: usize,
  half: usize,
  columns: usize,
  width: u32,
  factor: f32,
  out: usize,
  stride: usize,
  mirror: usize,
): void {
  let a0 = i32x4.splat(0);
  let a1 = i32x4.splat(0);
  let b0 = i32x4.splat(0);
  let b1 = i32x4.splat(0);
  let c0 = i32x4.splat(0);
  let c1 = i32x4.splat(0);
  let d0 = i32x4.splat(0);
  let d1 = i32x4.splat(0);
  const end = columns + <usize>width * 16;
  let row = rows + half;
  for (let at = columns; at < end; at += PAIR_BYTES, row += PAIR_BYTES) {
    const left = v128.load(at);
    const right = v128.load(at, 16);
    let pair = v128.load32_splat(row);
    a0 = i32x4.add(a0, i32x4.dot_i16x8_s(pair, left));
    a1 = i32x4.add(a1, i32x4.dot_i16x8_s(pair, right));
    pair = v128.load32_splat(row, 4);
    b0 = i32x4.add(b0, i32x4.dot_i16x8_s(pair, left));
    b1 = i32x4.add(b1, i32x4.dot_i16x8_s(pair, right));
    pair = v128.load32_splat(row, 8);
    c0 = i32x4.add(c0, i32x4.dot_i16x8_s(pair, left));
    c1 = i32x4.add(c1, i32x4.dot_i16x8_s(pair, right));
    pair = v128.load32_splat(row, 12);
    d0 = i32x4.add(d0, i32x4.dot_i16x8_s(pair, left));
    d1 = i32x4.add(d1, i32x4.dot_i16x8_s(pair, right));
  }
  // `row` is now at the scales of the rows, and 32 bytes before their terms; `end` is the same for the columns.
  storeHalf(row, end, factor, out, stride, mirror, a0, b0, c0, d0);
  storeHalf(row, end + 16, factor, out + 16, stride, mirror == 0 ? 0 : mirror + 4 * stride, a1, b1, c1, d1);
}

/** Stores the distances of four rows to four columns. */
function storeHalf(
  rowTail: usize,
  columnTail: usize,
  factor: f32,
  out: usize,
  stride: usize,
  mirror: usize,
  productsA: v128,
  productsB: v128,
  productsC: v128,
  productsD: v128,
): void {
  const scales = f32x4.mul(v128.load(columnTail), f32x4.splat(factor));
  const terms = v128.load(columnTail, 32);
  const a = distances(rowTail, scales, terms, productsA);
  const b = distances(rowTail + 4, scales, terms, productsB);
  const c = distances(rowTail + 8, scales, terms, productsC);
  const d = distances(rowTail + 12, scales, terms, productsD);
  v128.store(out, a);
  v128.store(out + stride, b);
  v128.store(out + 2 * stride, c);
  v128.store(out + 3 * stride, d);
  if (mirror == 0) return;
  const lowAB = i32x4.shuffle(a, b, 0, 4, 1, 5);
  const lowCD = i32x4.shuffle(c, d, 0, 4, 1, 5);
  const highAB = i32x4.shuffle(a, b, 2, 6, 3, 7);
  const highCD = i32x4.shuffle(c, d, 2, 6, 3, 7);
  v128.store(mirror, i64x2.shuffle(lowAB, lowCD, 0, 2));
  v128.store(mirror + stride, i64x2.shuffle(lowAB, lowCD, 1, 3));
  v128.store(mirror + 2 * stride, i64x2.shuffle(highAB, highCD, 0, 2));
  v128.store(mirror + 3 * stride, i64x2.shuffle(highAB, highCD, 1, 3));
}

function distances(rowTail: usize, scales: v128, terms: v128, products: v128): v128 {
  const sums = f32x4.add(terms, v128.load32_splat(rowTail, 32));
  const factors = f32x4.mul(scales, v128.load32_splat(rowTail));
  return f32x4.sub(sums, f32x4.mul(factors, f32x4.convert_i32x4_s(products)));
}
