// Reads the vectors and ids that a query compares with.
import type { FieldConfig } from "../../core/config/collection-config.ts";
import { SPARSE } from "../../core/config/types.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { EmptyVector } from "../../errors/points.ts";
import { InvalidSparse } from "../../errors/sparse.ts";
import { isPointId, type PointId } from "../../schema/leaf.ts";
import type { VectorInput } from "../../schema/query.ts";
import { isMeantSparse, sparseViolation } from "../../schema/sparse-input.ts";
import { ascending, encodeSparse, type SparseVector } from "../../shared/sparse-vector.ts";
import { checkDimension } from "../writes/fields.ts";
import { checkMagnitude } from "../writes/magnitude.ts";
import { checkEntries, faultOf, NO_CONVERSION, rowAtOnce } from "../writes/sparse-rows.ts";
import type { Example } from "./plan.ts";

/** @param where the path in the request. @throws InvalidArgument for an input that no vector can be compared with */
export function exampleOf(input: VectorInput, field: FieldConfig, where: string): Example {
  if (isPointId(input)) return { id: input };
  const isSparse = field.kind === SPARSE;
  if (input instanceof Float32Array) {
    if (isSparse) throw new InvalidSparse(where, NO_CONVERSION);
    if (input.length === 0) throw new EmptyVector(where, "", field.size, "");
    checkDimension(input, field.size, "");
    checkMagnitude(input, field, () => where);
    return input;
  }
  if (Array.isArray(input)) throw unsupported(where, "multivectors");
  if (isMeantSparse(input)) {
    if (!isSparse) throw new InvalidSparse(where, NO_CONVERSION);
    return sparseExample(input, field.name, where);
  }
  if ("text" in input || "image" in input || "object" in input) {
    throw unsupported(where, "texts and images: there are no models here to embed them");
  }
  throw new InvalidArgument(`${where}: expected a vector or a point id, got an object`);
}

/** Qdrant's text for a query of no known form. */
const NO_QUERY = "data did not match any variant of untagged enum QueryInterface";

/** @throws InvalidSparse */
function sparseExample(input: object, name: string, where: string): Uint8Array {
  const violation = sparseViolation(input);
  if (violation) {
    const { path, problem } = violation;
    throw new InvalidSparse(`${where}.${path}`, problem, "format", { sentence: NO_QUERY });
  }
  const vector = input as SparseVector;
  const row = rowAtOnce(vector);
  if (row !== null) return row;
  checkEntries(vector, name, where);
  const fault = faultOf(vector);
  if (fault) throw new InvalidSparse(`${where}.${fault.member}`, fault.sentence, "validation");
  return encodeSparse(ascending(vector));
}

function unsupported(where: string, what: string): InvalidArgument {
  return new InvalidArgument(
    `${where}: this version does not search by ${what}; give an array of numbers or a point id`,
  );
}

export function idsOf(examples: readonly Example[]): PointId[] {
  return examples.flatMap((example) => ("id" in example ? [example.id] : []));
}
