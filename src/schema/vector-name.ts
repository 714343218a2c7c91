// Requests that add a vector to a collection and remove one.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import {
  nullableObject,
  SparseDatatypeSchema,
  SparseParamsSchema,
  VectorParamsSchema,
} from "./collection-config.ts";
import { oneOf } from "./shown.ts";

const Vector = {
  ...CollectionName,
  vector_name: Type.String(),
  /** With `wait=false` the response has the status `Acknowledged`; the change is in force as well. */
  wait: Type.Optional(Type.Boolean()),
};

const { size, distance, datatype, multivector_config } = VectorParamsSchema.properties;
const DenseSchema = Type.Object({ size, distance, datatype, multivector_config });
const { modifier } = SparseParamsSchema.properties;
const SparseSchema = Type.Object({ modifier, datatype: SparseDatatypeSchema });
export type NewSparseVector = Static<typeof SparseSchema>;

export const CreateVectorNameSchema = Type.Object(
  { ...Vector, dense: nullableObject(DenseSchema), sparse: nullableObject(SparseSchema) },
  { document: oneOf("dense", "sparse") },
);
export type CreateVectorName = Static<typeof CreateVectorNameSchema>;

export const DeleteVectorNameSchema = Type.Object(Vector);
export type DeleteVectorName = Static<typeof DeleteVectorNameSchema>;
