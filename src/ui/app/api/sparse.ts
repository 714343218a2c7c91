// Sparse vectors in the console: their form, and reading one that is typed.
import { parseJson } from "./json.ts";

export interface SparseVector {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

/** The form of a sparse vector, as fields for one describe it. */
export const SPARSE_FORM = 'JSON such as {"indices": [3, 7], "values": [1, 0.5]}';

/** Reads a sparse vector. @throws Error whose message is shown at the input */
export function readSparse(text: string): SparseVector {
  return sparseIn(parseJson(text), "the text");
}

/** @param where what the value is in, for the error. @throws Error if the value is no sparse vector */
export function sparseIn(value: unknown, where: string): SparseVector {
  const { indices, values } = (value ?? {}) as Partial<SparseVector>;
  if (!isNumbers(indices) || !isNumbers(values)) {
    throw new Error(`${where}: a sparse vector is ${SPARSE_FORM}`);
  }
  if (indices.length !== values.length) {
    throw new Error(`${where}: there are ${indices.length} indices and ${values.length} values`);
  }
  return { indices, values };
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((item) => typeof item === "number");
}
