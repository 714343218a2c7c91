// The vectors of many points, gathered by name as a record of the log has them, and checked against the collection.
import type { Collection } from "../../core/collection.ts";
import type { FieldConfig } from "../../core/collection-config.ts";
import type { FieldDraft } from "../../core/operation.ts";
import type { Cut } from "../../core/turns.ts";
import { EmptyVector } from "../../errors/point-errors.ts";
import { UnknownVector } from "../../errors/request.ts";
import { DimensionMismatch } from "../../errors.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { PointVector } from "../../schema/point.ts";
import { checkMagnitude } from "./magnitude.ts";

/** The vectors of points that are written. */
export interface PointVectors {
  readonly id: PointId;
  readonly vector: PointVector;
}

/** The path, in the request, of the vectors of a point. */
export type PathOf = (row: number) => string;

/** Numbers, and points, that are looked at between two cuts. */
const CUT_NUMBERS = 2 ** 16;
const POINT_NUMBERS = 2 ** 8;

/** @throws UnknownVector, DimensionMismatch, InvalidArgument for what is too large */
export function* fieldDrafts(
  collection: Collection,
  points: readonly PointVectors[],
  at: PathOf,
): Cut<FieldDraft[]> {
  const drafts = new Map<string, FieldDraft>();
  for (const { name, size } of collection.config.vectors)
    drafts.set(name, { name, dimension: size, rows: [], vectors: [] });
  let looked = 0;
  for (const [row, { id, vector }] of points.entries()) {
    looked += POINT_NUMBERS;
    for (const [name, values] of namedVectors(vector)) {
      looked += values.length;
      if (looked >= CUT_NUMBERS) {
        looked = 0;
        yield;
      }
      const draft = drafts.get(name);
      if (!draft) throw unknownVector(collection, name, at(row), "write");
      const path = () => at(row) + (name && `.${name}`);
      if (values.length === 0) throw new EmptyVector(path(), String(id), draft.dimension, name);
      checkDimension(values, draft.dimension, id, name);
      checkMagnitude(values, collection.field(name)!, path);
      draft.rows.push(row);
      draft.vectors.push(values);
    }
  }
  return [...drafts.values()].filter(({ rows }) => rows.length > 0);
}

/** A bare array is the unnamed vector, called "". */
export function namedVectors(vector: PointVector): [string, Float32Array][] {
  return vector instanceof Float32Array ? [["", vector]] : Object.entries(vector);
}

export function checkDimension(vector: Float32Array, dimension: number, id: PointId | "", name = ""): void {
  if (vector.length !== dimension) throw new DimensionMismatch(String(id), dimension, vector.length, name);
}

/** The field a query means. @throws UnknownVector naming those there are */
export function fieldOf(collection: Collection, name: string, where = "vector"): FieldConfig {
  const field = collection.field(name);
  if (!field) throw unknownVector(collection, name, where, "search");
  return field;
}

/** @param where the path of the name in the request */
export function unknownVector(
  { name, config }: Collection,
  vectorName: string,
  where: string,
  use: UnknownVector["use"],
): UnknownVector {
  const known = config.vectors.map((field) => field.name);
  const names = known.map((one) => (one === "" ? "the unnamed one" : `'${one}'`));
  const asked = vectorName === "" ? "unnamed vector" : `vector named '${vectorName}'`;
  const has = `it has ${names.join(", ") || "none"}`;
  return new UnknownVector(`${where}: collection '${name}' has no ${asked}; ${has}`, {
    vectorName,
    known,
    use,
  });
}
