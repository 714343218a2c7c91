// Codes packed for products: eight of them side by side, a pair of components of each after the other, as i16.
// The decision: a pair of one row is broadcast and multiplied with the pairs of eight columns, so the sums of eight
// columns are in lanes and are never added across. The same panel serves as rows and as columns, and a leaf of 1,024
// codes stays in a second-level cache.
//
//   panel     for each pair of components: 8 x (i16, i16) | f32 scale x 8 | f32 term x 8
/** Codes of a panel. */
export const PANEL: u32 = 8;
const TAIL_BYTES: u32 = 64;
/** Bytes of the pairs of eight codes. */
export const PAIR_BYTES: u32 = 32;

/** Returns the bytes of a panel of codes of `width` components, a multiple of 16. */
export function panelBytes(width: u32): u32 {
  return width * 16 + TAIL_BYTES;
}

/** Packs up to eight codes, given their addresses as u32. Missing ones are infinitely far from everything. */
export function packPanel(codes: usize, size: u32, panel: usize, width: u32): void {
  const tail = panel + <usize>width * 16;
  for (let i: u32 = 0; i < PANEL; i++) {
    const code = i < size ? codeAt(codes, i) : 0;
    store<f32>(tail + ((<usize>i) << 2), code == 0 ? 0 : load<f32>(code + width));
    store<f32>(tail + ((<usize>i) << 2), code == 0 ? <f32>Infinity : load<f32>(code + width, 4), 32);
  }
  packHalf(codes, 0, size, panel, width);
  packHalf(codes, 4, size, panel + 16, width);
}

/** Packs four codes; a missing one is replaced by the first, and its distances are discarded. */
function packHalf(codes: usize, first: u32, size: u32, panel: usize, width: u32): void {
  const a = codeAt(codes, first < size ? first : 0);
  const b = codeAt(codes, first + 1 < size ? first + 1 : 0);
  const c = codeAt(codes, first + 2 < size ? first + 2 : 0);
  const d = codeAt(codes, first + 3 < size ? first + 3 : 0);
  let to = panel;
  for (let at: u32 = 0; at < width; at += 8, to += 4 * PAIR_BYTES) {
    const rowA = v128.load8x8_s(a + at);
    const rowB = v128.load8x8_s(b + at);
    const rowC = v128.load8x8_s(c + at);
    const rowD = v128.load8x8_s(d + at);
    const lowAB = i32x4.shuffle(rowA, rowB, 0, 4, 1, 5);
    const lowCD = i32x4.shuffle(rowC, rowD, 0, 4, 1, 5);
    const highAB = i32x4.shuffle(rowA, rowB, 2, 6, 3, 7);
    const highCD = i32x4.shuffle(rowC, rowD, 2, 6, 3, 7);
    v128.store(to, i64x2.shuffle(lowAB, lowCD, 0, 2));
    v128.store(to, i64x2.shuffle(lowAB, lowCD, 1, 3), PAIR_BYTES);
    v128.store(to, i64x2.shuffle(highAB, highCD, 0, 2), 2 * PAIR_BYTES);
    v128.store(to, i64x2.shuffle(highAB, highCD, 1, 3), 3 * PAIR_BYTES);
  }
}

function codeAt(codes: usize, index: u32): usize {
  return load<u32>(codes + ((<usize>index) << 2));
}
