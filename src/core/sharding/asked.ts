// What the functions that answer calls have in common: the call that is being answered, and the points in it.
import { DamagedMessage } from "../../errors/sharding.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { isSparse } from "../../shared/sparse-vector.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import { SPARSE } from "../config/types.ts";
import type { PartReads } from "../search/part-reads.ts";
import type { PointRef } from "../slots/point-ref.ts";
import type { VectorQuery } from "../vectors/vector-index.ts";
import { foundRowsOf } from "./found-rows.ts";
import type { PartSource } from "./part.ts";
import type { AnswerOf, ArgumentsOf, Method } from "./wire/methods.ts";
import type { FoundRows, NamedPoints } from "./wire/rows.ts";

/** A call that is being answered. */
export interface Asked {
  readonly source: PartSource;
  /** Reads with the signal of the call. */
  readonly reads: PartReads;
  readonly signal: CancelSignal;
}

export type Answers<M extends Method> = {
  readonly [Name in M]: (asked: Asked, given: ArgumentsOf<Name>) => Promise<AnswerOf<Name>>;
};

/** Returns the field of a name. @throws VectorDbError on a server that has not applied as much as the one that asks */
export function fieldOf({ source }: Asked, name: string): FieldConfig {
  const field = source.field(name);
  if (field) return field;
  throw new VectorDbError("NOT_READY", `This server knows of no vector '${name}' yet; try again in a moment`);
}

/** @throws DamagedMessage if a query is no vector of the field */
export function checkQueries(field: FieldConfig, queries: readonly VectorQuery[]): void {
  if (!queries.every((query) => isOf(field, query))) throw new DamagedMessage(`a query of '${field.name}'`);
}

function isOf({ kind, size }: FieldConfig, query: VectorQuery): boolean {
  if (size > 0) return query instanceof Float32Array && query.length === size;
  return query instanceof Uint8Array && (kind !== SPARSE || isSparse(query));
}

/** @param payloads whether the payloads of the points will be read next */
export function rowsOf(
  { source, reads, signal }: Asked,
  refs: readonly PointRef[],
  payloads = false,
): Promise<FoundRows> {
  const names = source.fields.map(({ name }) => name);
  return foundRowsOf(reads, names, refs, payloads, signal);
}

/** Returns the point references of points that a call names; null for one that is gone. */
export function againOf({ reads, signal }: Asked, points: NamedPoints): Promise<(PointRef | null)[]> {
  return reads.again(points, signal);
}
