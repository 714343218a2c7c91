// Checks the sparse vectors of a write and encodes them for the log.
// The decision: everything that is wrong with a vector is refused here, before the log. Qdrant accepts some of it and
// loses the vector later; where it has a sentence, its sentence is used.
import type { CollectionConfig } from "../../core/config/types.ts";
import { InvalidSparse } from "../../errors/sparse.ts";
import type { NamedVector } from "../../schema/leaf.ts";
import { MAX_SPARSE_ENTRIES } from "../../schema/limits.ts";
import type { PointVector } from "../../schema/point.ts";
import { ascending, encodeAscending, encodeSparse, type SparseVector } from "../../shared/sparse-vector.ts";

export const NO_CONVERSION = "Conversion between sparse and regular vectors failed";

/** A rule that Qdrant checks before it queues a write: its errors name the list, and no vector. */
interface Fault {
  readonly member: "indices" | "values";
  readonly sentence: string;
}

/** @param where returns the path of the point's vectors in the request */
export function sparseRow(
  config: CollectionConfig,
  vector: PointVector,
  name: string,
  where: () => string,
): Uint8Array {
  const given = (vector as Readonly<Record<string, SparseVector>>)[name]!;
  const row = rowAtOnce(given);
  if (row === null) checkEntries(given, name, `${where()}.${name}`);
  checkStrict(config, given, name, where);
  if (row !== null) return row;
  const fault = faultOf(given);
  if (fault) {
    const named = `${where()}.${name}.${fault.member}`;
    const path = `${where()}.${unnamed(vector)}.${fault.member}`;
    throw new InvalidSparse(named, fault.sentence, "validation", { path });
  }
  return encodeSparse(ascending(given));
}

/** Returns the bytes of a vector with which nothing is wrong and whose indices ascend; null: it has to be checked. */
export function rowAtOnce(vector: SparseVector): Uint8Array | null {
  return vector.indices.length <= MAX_SPARSE_ENTRIES ? encodeAscending(vector) : null;
}

/** @throws InvalidSparse for more entries than the strict mode of the collection allows */
function checkStrict(
  config: CollectionConfig,
  { indices }: SparseVector,
  name: string,
  where: () => string,
): void {
  const limit = strictLimit(config, name);
  if (limit === undefined || indices.length <= limit) return;
  const text = `Sparse vector '${name}' has a limit of ${limit} indices, but ${indices.length} were provided!`;
  throw new InvalidSparse(`${where()}.${name}`, text, "bad");
}

/** @throws InvalidSparse for too many entries, and for values that are not finite as f32 */
export function checkEntries({ indices, values }: SparseVector, name: string, where: string): void {
  const count = Math.max(indices.length, values.length);
  if (count > MAX_SPARSE_ENTRIES) {
    const text = `Sparse vector '${name}' has ${count} indices, at most ${MAX_SPARSE_ENTRIES} are supported`;
    throw new InvalidSparse(where, text);
  }
  // The reader leaves a plain list where a number is not finite as f32.
  if (Array.isArray(values) && values.some((value) => Math.abs(value) === Number.POSITIVE_INFINITY)) {
    throw new InvalidSparse(where, "number out of range", "format");
  }
  if (values.every((value) => Number.isFinite(Math.fround(value)))) return;
  throw new InvalidSparse(where, `Sparse vector '${name}' contains a value that is not finite`);
}

function strictLimit({ strict_mode_config }: CollectionConfig, name: string): number | undefined {
  if (strict_mode_config.enabled !== true) return undefined;
  const limits = strict_mode_config.sparse_config as Record<string, { max_length?: unknown }> | undefined;
  const limit = limits?.[name]?.max_length;
  return typeof limit === "number" ? limit : undefined;
}

/** Returns what is wrong with the lists of a vector; null: nothing. */
export function faultOf({ indices, values }: SparseVector): Fault | null {
  if (indices.length !== values.length) {
    return { member: "values", sentence: "must be the same length as indices" };
  }
  const sorted = ascending({ indices, values }).indices;
  const isRepeated = sorted.some((index, i) => i > 0 && sorted[i - 1] === index);
  return isRepeated ? { member: "indices", sentence: "must be unique" } : null;
}

/** Returns how Qdrant names a vector of a point: no name, and a number if several vectors are wrong. */
function unnamed(vector: PointVector): string {
  const isWrong = (one: NamedVector) => !(one instanceof Float32Array) && faultOf(one) !== null;
  return Object.values(vector as Record<string, NamedVector>).filter(isWrong).length > 1 ? "?[0]" : "?";
}

export function isEmptySparse(vector: NamedVector): boolean {
  return !(vector instanceof Float32Array) && vector.indices.length === 0 && vector.values.length === 0;
}
