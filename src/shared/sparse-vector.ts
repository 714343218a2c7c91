// Sparse vectors: pairs of an index and a value, of which a vector has few among 2^32 possible ones.
// The decision: wherever a sparse vector is kept or passed on, its indices ascend and are unique, so that scores are
// summed in one order and are the same on every machine. The bytes of the log, of files and of queries are the number
// of entries, the indices and the values, each of 32 bits and little-endian.

/** The entries of a vector; both lists have the same length. Only `ascending` accepts indices in another order. */
export interface SparseVector {
  readonly indices: Uint32Array;
  readonly values: Float32Array;
}

const WORD = Uint32Array.BYTES_PER_ELEMENT;

/** Returns the bytes of a vector: the count, the indices, the values. */
export function encodeSparse({ indices, values }: SparseVector): Uint8Array {
  const words = new Uint32Array(1 + 2 * indices.length);
  words[0] = indices.length;
  words.set(indices, 1);
  new Float32Array(words.buffer, WORD * (1 + indices.length)).set(values);
  return new Uint8Array(words.buffer);
}

/**
 * Returns the bytes of a vector whose lists have the same length, whose indices ascend and are unique, and whose values
 * are finite, all checked while they are copied.
 * @returns null for any other vector
 */
export function encodeAscending({ indices, values }: SparseVector): Uint8Array | null {
  const count = indices.length;
  if (values.length !== count) return null;
  const words = new Uint32Array(1 + 2 * count);
  const floats = new Float32Array(words.buffer);
  words[0] = count;
  let before = -1;
  for (let i = 0, at = 1; i < count; i++, at++) {
    const index = indices[i]!;
    if (index <= before) return null;
    words[at] = index;
    floats[at + count] = values[i]!;
    if (!Number.isFinite(floats[at + count])) return null;
    before = index;
  }
  return new Uint8Array(words.buffer);
}

/** Returns the vector in the bytes, which begin at the count; a copy, because the bytes may not be aligned. */
export function decodeSparse(bytes: Uint8Array): SparseVector {
  const { buffer } = bytes.slice();
  const [count] = new Uint32Array(buffer, 0, 1);
  return {
    indices: new Uint32Array(buffer, WORD, count),
    values: new Float32Array(buffer, WORD * (1 + count!), count),
  };
}

/** Tells whether bytes are those of a vector: its lists as long as it says, indices that ascend, finite values. */
export function isSparse(bytes: Uint8Array): boolean {
  if (bytes.length < WORD || bytes.length % WORD !== 0) return false;
  const [count] = new Uint32Array(bytes.slice().buffer, 0, 1);
  return bytes.length === WORD * (1 + 2 * count!) && encodeAscending(decodeSparse(bytes)) !== null;
}

/** Returns the vector with its indices in ascending order; the same object if they ascend already. */
export function ascending(vector: SparseVector): SparseVector {
  const { indices, values } = vector;
  if (indices.every((index, i) => i === 0 || indices[i - 1]! <= index)) return vector;
  const order = Uint32Array.from(indices, (_, i) => i).sort((a, b) => indices[a]! - indices[b]!);
  return {
    indices: Uint32Array.from(order, (i) => indices[i]!),
    values: Float32Array.from(order, (i) => values[i]!),
  };
}
