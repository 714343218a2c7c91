// The vectors and ids that a query compares with: read from the request, and ids made into the vectors of their points.
// The decision: all ids of one step are looked up at once; an id that is not there, or has not the vector, fails the
// whole request by its name, because leaving it out would answer another question.
import type { Collection } from "../../core/collection.ts";
import type { FieldConfig } from "../../core/collection-config.ts";
import { VectorNotFound } from "../../errors/query.ts";
import { InvalidArgument, PointNotFound } from "../../errors.ts";
import { isPointId, type PointId } from "../../schema/leaf.ts";
import type { VectorInput } from "../../schema/query.ts";
import { checkDimension } from "../writes/fields.ts";
import type { Example, Query, Unresolved } from "./plan.ts";

/** @param where in the request it is. @throws InvalidArgument for what no vector of this database is compared with */
export function exampleOf(input: VectorInput, field: FieldConfig, where: string): Example {
  if (input instanceof Float32Array) {
    checkDimension(input, field.size, "");
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

/** The query with the vectors of its examples. @throws PointNotFound, VectorNotFound, DimensionMismatch */
export async function resolved({ examples, source, field, make }: Unresolved): Promise<Query> {
  const ids = idsOf(examples);
  if (ids.length === 0) return make(examples as Float32Array[]);
  const found = await vectorsOf(source.collection, source.vectorName, ids);
  for (const vector of found) checkDimension(vector, field.size, "");
  let next = 0;
  return make(examples.map((example) => ("id" in example ? found[next++]! : example)));
}

function vectorsOf(collection: Collection, name: string, ids: readonly PointId[]): Promise<Float32Array[]> {
  return collection.reading(async () => {
    const slots = (await collection.reads.find(ids)).map((slot, i) => {
      if (slot === null) throw new PointNotFound(String(ids[i]));
      return slot;
    });
    const vectors = await collection.reads.vectors(name, slots);
    return vectors.map((vector, i) => {
      if (vector === null) throw new VectorNotFound(String(ids[i]), name);
      return vector;
    });
  });
}
