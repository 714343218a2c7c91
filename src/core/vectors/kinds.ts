// The kinds of vectors that a collection may have, with the function that creates the index of each.
// The decision: a kind is one row of a table that the database is given. Code that creates, writes, saves or rebuilds
// indexes uses the table and names no kind, so another kind adds files and a row.
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { SPARSE } from "../config/types.ts";
import { DenseIndex } from "./dense-index.ts";
import { SparseIndex } from "./sparse-index.ts";
import type { IndexParts, VectorIndex } from "./vector-index.ts";

/** Creates an empty index. */
type MakeIndex = (parts: IndexParts) => VectorIndex;

export type VectorKinds = Readonly<Record<string, MakeIndex>>;

/** The kind of a vector whose configuration names none. */
const DENSE = "dense";

/** The kinds of a database that is not given others. */
export const VECTOR_KINDS: VectorKinds = {
  [DENSE]: (parts) => new DenseIndex(parts),
  [SPARSE]: (parts) => new SparseIndex(parts),
};

/** Creates the index of a vector field. @throws VectorDbError when its kind is unknown */
export function makeIndex(kinds: VectorKinds, parts: IndexParts): VectorIndex {
  const { name, kind = DENSE } = parts.field;
  const make = kinds[kind];
  if (make) return make(parts);
  throw new VectorDbError(
    "INTERNAL",
    `vector '${name}' is of kind '${kind}', which this version does not have`,
  );
}
