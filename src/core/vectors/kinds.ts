// The kinds of vectors that a collection may have, and what makes the index of each.
// The decision: a kind is one row of a table that a database is given. Whatever makes, writes, saves or rebuilds indexes asks
// the table and no kind by name, so another kind adds files and a row.
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { DenseIndex } from "./dense-index.ts";
import type { IndexParts, VectorIndex } from "./vector-index.ts";

/** Makes an empty index. */
type MakeIndex = (parts: IndexParts) => VectorIndex;

export type VectorKinds = Readonly<Record<string, MakeIndex>>;

/** What a vector is of whose configuration says nothing else. */
const DENSE = "dense";

/** What a database has unless it is given other kinds. */
export const VECTOR_KINDS: VectorKinds = { [DENSE]: (parts) => new DenseIndex(parts) };

/** @throws VectorDbError when there is no such kind */
export function makeIndex(kinds: VectorKinds, parts: IndexParts): VectorIndex {
  const { name, kind = DENSE } = parts.field;
  const make = kinds[kind];
  if (make) return make(parts);
  throw new VectorDbError(
    "INTERNAL",
    `vector '${name}' is of kind '${kind}', which this version does not have`,
  );
}
