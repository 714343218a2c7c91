// Vectors of rows as JSON, and their dimensions.
import { itemsOf, membersOf } from "../../json/raw-parts.ts";
import type { SourceRow } from "./source-database.ts";

/** Returns a sparse vector. @param indices as JSON @param values as JSON */
export function sparseText(indices: string, values: string): string {
  return `{"indices":${indices},"values":${values}}`;
}

/** Returns the vectors of a row by name, each as JSON; "" is the unnamed one. */
export function vectorsIn({ line }: SourceRow): ReadonlyMap<string, Uint8Array> {
  const vector = line === null ? undefined : membersOf(Buffer.from(line))?.get("vector")?.value;
  if (vector === undefined) return new Map();
  const named = membersOf(vector);
  if (named === null) return new Map([["", vector]]);
  return new Map(Array.from(named, ([name, { value }]) => [name, value]));
}

/** Returns the dimensions of the first dense vector of each name in rows. */
export function sizesIn(rows: Iterable<SourceRow>): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const row of rows) {
    for (const [name, value] of vectorsIn(row)) {
      const size = itemsOf(value)?.length ?? 0;
      if (size > 0 && !sizes.has(name)) sizes.set(name, size);
    }
  }
  return sizes;
}
