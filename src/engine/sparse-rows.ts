// Rows of sparse vectors that follow one another in a block of bytes: the number of entries, the indices, the values.
import { NO_SPARSE_VECTOR } from "./sparse-types.ts";

const WORD = Uint32Array.BYTES_PER_ELEMENT;
const [ABSENT] = new Uint32Array(NO_SPARSE_VECTOR.slice().buffer);

/** Returns the bytes of a row. @param entries its first word */
export function bytesOfRow(entries: number): number {
  return entries === ABSENT ? WORD : WORD * (1 + 2 * entries);
}

/** Returns the bytes of the row that begins at byte `at`. */
export function rowBytesAt(rows: DataView, at: number): number {
  return bytesOfRow(rows.getUint32(at, true));
}

/** Returns how many of the rows from byte `from` on have at most `most` bytes together, one at least. */
export function rowsWithin(
  rows: Uint8Array,
  from: number,
  most = Number.POSITIVE_INFINITY,
): { readonly rows: number; readonly bytes: number } {
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
  let count = 0;
  let at = from;
  while (at + WORD <= rows.length) {
    const next = at + rowBytesAt(view, at);
    if (next > rows.length || (count > 0 && next - from > most)) break;
    at = next;
    count++;
  }
  return { rows: count, bytes: at - from };
}

/** Returns the rows of a block one by one, as views. */
export function splitRows(rows: Uint8Array): Uint8Array[] {
  const all: Uint8Array[] = [];
  for (let at = 0; at < rows.length; ) {
    const { bytes } = rowsWithin(rows, at, 0);
    all.push(rows.subarray(at, at + bytes));
    at += bytes;
  }
  return all;
}

/** Returns how many pairs of an index and a value a vector has. */
export function entriesOf(vector: Uint8Array): number {
  return (vector.length / WORD - 1) / 2;
}

/** Returns the indices of a vector; a copy, because its bytes may not be aligned. */
export function indicesOf(vector: Uint8Array): Uint32Array {
  const bytes = new Uint8Array(vector.subarray(WORD, WORD * (1 + entriesOf(vector))));
  return new Uint32Array(bytes.buffer);
}
