// Collects the vectors of many points by name, in the form of a record of the log, and checks them against the
// collection.

import type { Collection } from "../../core/collection/collection.ts";
import type { FieldConfig } from "../../core/config/collection-config.ts";
import { SPARSE } from "../../core/config/types.ts";
import type { FieldDraft } from "../../core/record/operation.ts";
import type { VectorRow } from "../../core/record/vector-rows.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { DimensionMismatch, EmptyVector } from "../../errors/points.ts";
import { InvalidVector } from "../../errors/vector-refusal.ts";
import type { Sliced } from "../../scheduling/slices.ts";
import type { NamedVector, PointId } from "../../schema/leaf.ts";
import type { PointVector } from "../../schema/point.ts";
import { unknownVector } from "../common/unknown-vector.ts";
import { checkMagnitude } from "./magnitude.ts";
import { NO_CONVERSION, sparseRow } from "./sparse-rows.ts";

export interface PointVectors {
  readonly id: PointId;
  readonly vector: PointVector;
}

/** Returns the path, in the request, of the vectors of a point. */
export type PathOf = (row: number) => string;

/** Numbers, and the cost of a point in numbers, that are checked in one slice. */
const NUMBERS_PER_YIELD = 2 ** 16;
const POINT_NUMBERS = 2 ** 8;

/** @throws UnknownVector, DimensionMismatch, InvalidVector, InvalidArgument for numbers that are too large */
export function* fieldDrafts(
  collection: Collection,
  points: readonly PointVectors[],
  at: PathOf,
): Sliced<FieldDraft[]> {
  const drafts = new Map<string, FieldDraft>();
  for (const { name, size } of collection.config.vectors)
    drafts.set(name, { name, dimension: size, rows: [], vectors: [] });
  let checked = 0;
  for (const [row, { id, vector }] of points.entries()) {
    checked += POINT_NUMBERS;
    for (const [name, values] of namedVectors(vector)) {
      checked += values instanceof Float32Array ? values.length : 2 * values.indices.length;
      if (checked >= NUMBERS_PER_YIELD) {
        checked = 0;
        yield;
      }
      if (name === "" && !(values instanceof Float32Array)) {
        throw new InvalidVector(at(row), "Sparse vector must be named");
      }
      const draft = drafts.get(name);
      if (!draft) throw unknownVector(collection, name, at(row), "write");
      draft.rows.push(row);
      draft.vectors.push(checkedRow(collection, { id, vector }, name, () => at(row)));
    }
  }
  return [...drafts.values()].filter(({ rows }) => rows.length > 0);
}

/** Returns a vector of a point in the form of the log. @param where returns the path of the vectors of the point */
function checkedRow(
  collection: Collection,
  { id, vector }: PointVectors,
  name: string,
  where: () => string,
): VectorRow {
  const field = collection.field(name)!;
  const values = vector instanceof Float32Array ? vector : vector[name]!;
  const path = () => where() + (name && `.${name}`);
  const isDense = values instanceof Float32Array;
  if (isDense === (field.kind === SPARSE)) throw new InvalidVector(path(), NO_CONVERSION);
  if (!isDense) return sparseRow(collection.config, vector, name, where);
  if (values.length === 0) throw new EmptyVector(path(), String(id), field.size, name);
  checkDimension(values, field.size, id, name);
  checkMagnitude(values, field, path);
  return values;
}

/** Returns vectors by name. A bare array is the unnamed vector, called "". */
export function namedVectors(vector: PointVector): [string, NamedVector][] {
  return vector instanceof Float32Array ? [["", vector]] : Object.entries(vector);
}

export function checkDimension(vector: Float32Array, dimension: number, id: PointId | "", name = ""): void {
  if (vector.length !== dimension) throw new DimensionMismatch(String(id), dimension, vector.length, name);
}

/** Returns the vector field of a name. @throws UnknownVector with the names that exist */
export function fieldOf(collection: Collection, name: string, where = "vector"): FieldConfig {
  const field = collection.field(name);
  if (!field) throw unknownVector(collection, name, where, "search");
  return field;
}

/** Returns the field of dense vectors of a name, for views of a graph. @throws UnknownVector, InvalidArgument */
export function denseFieldOf(collection: Collection, name: string, where = "vector"): FieldConfig {
  const field = fieldOf(collection, name, where);
  if (field.kind !== SPARSE) return field;
  throw new InvalidArgument(`${where}: '${name}' has sparse vectors, which have no graph and no map`);
}
