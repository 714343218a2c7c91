// The settings of sparse vectors in the configuration of a collection.
// The decision: names and ranges are Qdrant's. What has no effect is accepted, stored, and named in the collection's
// `warnings`, as for dense vectors.
import Type, { type Static } from "typebox";
import { nullableObject, oneOf, optional, whole, word } from "./collection-config.ts";

const KEPT_DATATYPES = ["float32", "float16", "uint8"] as const;
/** The others are known, but Qdrant has them for dense vectors only; service/sparse-config.ts refuses them. */
const DATATYPES = [...KEPT_DATATYPES, "turbo4", "turbo8", "turbo16"] as const;

/** Values are kept as 32-bit floats, whatever this says. */
export const SparseDatatypeSchema = optional(oneOf(...DATATYPES), {
  document: { anyOf: [{ enum: KEPT_DATATYPES }, { type: "null" }] },
});

export const ModifierSchema = word("none", "idf");

/** These have no effect; the search decides itself whether to compare all matches of a filter. */
const SparseIndexSchema = Type.Object({
  full_scan_threshold: whole(),
  on_disk: optional(Type.Boolean()),
  memory: word("cold", "cached", "pinned"),
  datatype: SparseDatatypeSchema,
});

/**
 * Sparse vectors of one name. With the modifier `idf` the values of a query are multiplied by the inverse document
 * frequency of their index; it is applied to queries only, so it can be changed at any time.
 */
export const SparseVectorParamsSchema = Type.Object({
  index: nullableObject(SparseIndexSchema),
  modifier: ModifierSchema,
});
export type SparseVectorParams = Static<typeof SparseVectorParamsSchema>;

/** By vector name. */
export const SparseVectorsSchema = Type.Record(Type.String(), SparseVectorParamsSchema, {
  expected: "an object of {index, modifier} by vector name",
});
