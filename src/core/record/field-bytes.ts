// The sizes of the vectors of a write, for fields whose vectors differ in size.
import { EncodedRows, type VectorRow, type VectorRows } from "./vector-rows.ts";

/** The bytes that the vectors of one name have together. */
export interface FieldBytes {
  readonly name: string;
  readonly bytes: number;
}

interface Field {
  readonly name: string;
  readonly vectors: VectorRows | readonly VectorRow[];
}

/** Returns the sizes; fields of dense vectors, whose size is known without them, are left out. */
export function bytesOfFields(fields: readonly Field[]): FieldBytes[] {
  return fields.flatMap(({ name, vectors }) => {
    const rows = vectors instanceof EncodedRows ? vectors.vectors : Array.isArray(vectors) ? vectors : [];
    if (!(rows[0] instanceof Uint8Array)) return [];
    return { name, bytes: rows.reduce((sum, { byteLength }) => sum + byteLength, 0) };
  });
}
