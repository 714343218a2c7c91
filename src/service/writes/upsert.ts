// Upserts: whole points, in rows or in columns, that replace existing points or, with a condition, only some.
// The decision: a condition (update_mode, update_filter) is checked against the points as they were before the request,
// so the order of points in a batch does not matter. Of several points with one id the last is written, as without a
// condition.

import type { WritePoints } from "../../core/catalogue/writer.ts";
import type { Collection } from "../../core/collection/collection.ts";
import type { Filter } from "../../core/filter/filter.ts";
import type { UpsertDraft } from "../../core/record/operation.ts";
import { PackedIds } from "../../core/slots/point-id.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { NothingToWrite, UnequalColumns } from "../../errors/points.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { Point, PointVector } from "../../schema/point.ts";
import type { Columns, Upsert } from "../../schema/point-write.ts";
import { each } from "../common/each.ts";
import { filterOf } from "../common/filters.ts";
import type { Change } from "./change.ts";
import { fieldDrafts, type PathOf } from "./fields.ts";
import { keyOf, matchingAmong } from "./selection.ts";
import type { VectorForecast } from "./vector-forecast.ts";

/** @param where the path of the request, as the beginning of an error text */
export function* upsertChange(collection: Collection, request: Upsert, where = ""): Sliced<Change> {
  const points = pointsOf(request, where);
  // Also checks names and dimensions of points that a condition may leave out.
  const at = (row: number) => `${where}${request.points ? `points[${row}].vector` : "batch.vectors"}`;
  const draft = yield* draftOf(collection, points, at);
  const filter = filterOf(request.update_filter, `${where}update_filter`);
  const mode = request.update_mode ?? "upsert";
  const ids = points.map(({ id }) => id);
  const mayAdd = draft.fields.reduce((sum, { rows }) => sum + rows.length, 0);
  const estimate = (forecast: VectorForecast) => estimated(points, { mode, filter }, forecast);
  if (mode === "upsert" && !filter) {
    const run = (write: WritePoints) => write(draft, points.length);
    return { reads: "none", effect: { adds: ids }, mayAdd, estimate, run };
  }
  return {
    reads: ids,
    effect: mode === "update_only" ? {} : { adds: ids },
    mayAdd,
    estimate,
    run: async (write, signal) => {
      const chosen = await chosenOf(collection, points, { mode, filter }, signal);
      return write(await runInSlices(draftOf(collection, chosen, at)), chosen.length);
    },
  };
}

/** Returns the points to write, from either form of the request. */
function pointsOf({ points, batch }: Upsert, where: string): readonly Point[] {
  if (points && batch) throw new InvalidArgument(`${where}give points or batch, not both`);
  if (points) return points;
  if (batch) return rowsOf(batch, where);
  throw new NothingToWrite(where);
}

function rowsOf({ ids, vectors, payloads }: Columns, where: string): Point[] {
  const checkLength = (column: "vectors" | "payloads", got: number) => {
    if (got !== ids.length) throw new UnequalColumns(`${where}batch`, column, { ids: ids.length, got });
  };
  const columns = Array.isArray(vectors) ? null : Object.entries(vectors);
  if (columns) for (const [, column] of columns) checkLength("vectors", column.length);
  else checkLength("vectors", (vectors as Float32Array[]).length);
  if (payloads) checkLength("payloads", payloads.length);
  return ids.map((id, row) => {
    const vector: PointVector = columns
      ? Object.fromEntries(columns.map(([name, column]) => [name, column[row]!]))
      : (vectors as Float32Array[])[row]!;
    return { id, vector, payload: payloads?.[row] ?? null };
  });
}

function* draftOf(collection: Collection, points: readonly Point[], at: PathOf): Sliced<UpsertDraft> {
  return {
    kind: "upsert_points",
    collection: collection.uuid,
    ids: yield* PackedIds.packInSlices(points.map(({ id }) => id)),
    fields: yield* fieldDrafts(collection, points, at),
    payloads: points.map(({ payload }) => payload?.bytes ?? null),
  };
}

interface Condition {
  readonly mode: "upsert" | "insert_only" | "update_only";
  readonly filter: Filter | null;
}

async function chosenOf(
  collection: Collection,
  points: readonly Point[],
  { mode, filter }: Condition,
  signal: CancelSignal,
): Promise<Point[]> {
  const ids = points.map(({ id }) => id);
  return collection.reading(async () => {
    const reads = collection.reads.inWrite(signal);
    const refs = await reads.find(ids);
    const matching =
      filter && mode !== "insert_only" ? await matchingAmong(collection, reads, ids, filter) : null;
    const isChosen = (row: number) => {
      if (refs[row]! === null) return mode !== "update_only";
      return mode !== "insert_only" && (matching?.has(keyOf(ids[row]!)) ?? true);
    };
    const chosen: Point[] = [];
    await runInSlices(each(points, (point, row) => isChosen(row) && chosen.push(point)));
    return chosen;
  });
}

/** Adds to the forecast the points that are written, or may be. */
async function estimated(
  points: readonly Point[],
  { mode, filter }: Condition,
  forecast: VectorForecast,
): Promise<void> {
  const ids = points.map(({ id }) => id);
  await forecast.readVectorNames(ids);
  const isPlain = mode === "upsert" && !filter;
  const asks = filter !== null && mode !== "insert_only";
  const matching =
    asks && forecast.isCurrent ? await matchingAmong(forecast.collection, forecast.reads, ids, filter) : null;
  // All points are checked as they are before the first is written.
  const verdictOn = (id: PointId) => {
    if (isPlain) return true;
    if (!forecast.certain) return null;
    if (!forecast.has(id)) return mode !== "update_only";
    if (!asks) return mode === "update_only";
    return matching === null ? null : matching.has(keyOf(id));
  };
  const verdicts: (boolean | null)[] = [];
  await runInSlices(each(ids, (id) => verdicts.push(verdictOn(id))));
  const tell = ({ id, vector }: Point, row: number) => {
    if (verdicts[row] === true) forecast.write(id, vector);
    if (verdicts[row] === null) forecast.widen(id, vector);
  };
  await runInSlices(each(points, tell));
  forecast.change();
  if (verdicts.includes(null)) forecast.loseCertainty();
}
