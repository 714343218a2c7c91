// Reads the vectors and ids that a query compares with.
import type { FieldConfig } from "../../core/config/collection-config.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { EmptyVector } from "../../errors/points.ts";
import { isPointId, type PointId } from "../../schema/leaf.ts";
import type { VectorInput } from "../../schema/query.ts";
import { checkDimension } from "../writes/fields.ts";
import { checkMagnitude } from "../writes/magnitude.ts";
import type { Example } from "./plan.ts";

/** @param where the path in the request. @throws InvalidArgument for an input that no vector can be compared with */
export function exampleOf(input: VectorInput, field: FieldConfig, where: string): Example {
  if (input instanceof Float32Array) {
    if (input.length === 0) throw new EmptyVector(where, "", field.size, "");
    checkDimension(input, field.size, "");
    checkMagnitude(input, field, () => where);
    return input;
  }
  if (isPointId(input)) return { id: input };
  if (Array.isArray(input)) throw unsupported(where, "multivectors");
  if ("indices" in input || "values" in input) throw unsupported(where, "sparse vectors");
  if ("text" in input || "image" in input || "object" in input) {
    throw unsupported(where, "texts and images: there are no models here to embed them");
  }
  throw new InvalidArgument(`${where}: expected a vector or a point id, got an object`);
}

function unsupported(where: string, what: string): InvalidArgument {
  return new InvalidArgument(
    `${where}: this version does not search by ${what}; give an array of numbers or a point id`,
  );
}

export function idsOf(examples: readonly Example[]): PointId[] {
  return examples.flatMap((example) => ("id" in example ? [example.id] : []));
}
