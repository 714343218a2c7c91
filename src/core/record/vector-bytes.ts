// The bytes of the vectors of a write, by name, for kinds whose vectors differ in size.
// The decision: memory for them is reserved in bytes, because the number of points says little about it. Dense vectors
// are not counted: theirs is reserved with the slots.
import type { FieldDraft, FieldVectors } from "./operation.ts";
import { EncodedRows } from "./vector-rows.ts";

/** Bytes by the names of vectors; names without any are absent. */
export type VectorBytes = ReadonlyMap<string, number>;

export const NO_VECTOR_BYTES: VectorBytes = new Map();

/** Returns the bytes of a write that is not encoded yet. */
export function draftBytes(fields: readonly FieldDraft[]): VectorBytes {
  const sizes = fields.filter(({ dimension }) => dimension === 0);
  return new Map(sizes.map(({ name, vectors }) => [name, lengthOf(vectors as Uint8Array[])]));
}

/** Returns the bytes of a write as it is applied. */
export function vectorBytes(fields: readonly FieldVectors[]): VectorBytes {
  return new Map(
    fields.flatMap(({ name, vectors }) =>
      vectors instanceof EncodedRows ? [[name, lengthOf(vectors.vectors)] as const] : [],
    ),
  );
}

/** Returns the bytes of both. */
export function addedBytes(some: VectorBytes, more: VectorBytes): VectorBytes {
  if (more.size === 0) return some;
  const all = new Map(some);
  for (const [name, bytes] of more) all.set(name, (all.get(name) ?? 0) + bytes);
  return all;
}

/** Returns the bytes that are left of some. */
export function remainingBytes(some: VectorBytes, less: VectorBytes): VectorBytes {
  if (less.size === 0) return some;
  const left = Array.from(some, ([name, bytes]) => [name, bytes - (less.get(name) ?? 0)] as const);
  return new Map(left.filter(([, bytes]) => bytes > 0));
}

function lengthOf(vectors: readonly Uint8Array[]): number {
  return vectors.reduce((sum, { length }) => sum + length, 0);
}
