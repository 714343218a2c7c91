// Changes of single vectors of existing points: some are replaced or removed; payloads stay.
// The decision: a point is written again as a whole, with its other vectors and its payload, so there is one kind of
// write for vectors. Like changes of payloads these are checked first, then written in records of limited size.

import type { WritePoints } from "../../core/catalogue/writer.ts";
import type { Collection } from "../../core/collection/collection.ts";
import type { VectorRow } from "../../core/record/vector-rows.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { EmptyList } from "../../errors/points.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { NamedVector } from "../../schema/leaf.ts";
import type { DeleteVectors, UpdateVectors } from "../../schema/point-write.ts";
import { ascending, encodeSparse } from "../../shared/sparse-vector.ts";
import { each } from "../common/each.ts";
import { filterOf } from "../common/filters.ts";
import { unknownVector } from "../common/unknown-vector.ts";
import type { Change } from "./change.ts";
import { fieldDrafts, namedVectors, type PointVectors } from "./fields.ts";
import { inRecords } from "./records.ts";
import {
  type AbsentIds,
  findAll,
  keyOf,
  matchingAmong,
  neededOf,
  refsOfIds,
  selectedBy,
} from "./selection.ts";
import { isEmptySparse } from "./sparse-rows.ts";
import { idsMatching, type VectorForecast } from "./vector-forecast.ts";
import { bytesOfWhole, type NewVectors, wholePoints } from "./whole-points.ts";

/** @param where the path of the request, as the beginning of an error text */
export function* updateVectors(
  collection: Collection,
  request: UpdateVectors,
  where = "",
  absent: AbsentIds = "refused",
): Sliced<Change> {
  const { points } = request;
  if (points.length === 0) throw new EmptyList(`${where}points`, "points to update");
  points.forEach(({ vector }, row) => {
    if (namedVectors(vector).every(([, one]) => isEmptySparse(one)))
      throw new EmptyList(`${where}points[${row}].vector`, "vectors to update");
  });
  yield* fieldDrafts(collection, points, (row) => `${where}points[${row}].vector`);
  const filter = filterOf(request.update_filter, `${where}update_filter`);
  const ids = points.map(({ id }) => id);
  const run = async (write: WritePoints, signal: CancelSignal) => {
    const reads = collection.reads.inWrite(signal);
    const refs = await findAll(collection, ids, absent);
    const matching = filter && (await matchingAmong(collection, reads, ids, filter));
    const changes = new Map<PointRef, NewVectors>();
    const gather = ({ id, vector }: PointVectors, row: number) => {
      const ref = refs[row]!;
      if (ref === null || (matching && !matching.has(keyOf(id)))) return;
      const change = new Map(changes.get(ref));
      for (const [name, one] of namedVectors(vector)) change.set(name, rowOf(one));
      changes.set(ref, change);
    };
    await runInSlices(each(points, gather));
    return rewriteVectors(collection, [...changes.keys()], (slot) => changes.get(slot)!, write);
  };
  const estimate = async (forecast: VectorForecast) => {
    await forecast.readVectorNames(ids);
    // With several writes it was checked before whether the points exist.
    if (forecast.isCurrent) await findAll(collection, ids, absent);
    const matching =
      filter && forecast.isCurrent
        ? await matchingAmong(forecast.collection, forecast.reads, ids, filter)
        : null;
    const tell = ({ id, vector }: PointVectors) => {
      if (forecast.has(id) && (matching?.has(keyOf(id)) ?? true)) forecast.widen(id, vector);
    };
    await runInSlices(each(points, tell));
    forecast.change();
  };
  return {
    reads: ids,
    effect: { needs: neededOf(ids, absent) },
    mayAdd: points.reduce((sum, { vector }) => sum + namedVectors(vector).length, 0),
    estimate,
    run: (write, signal) => collection.reading(() => run(write, signal)),
  };
}

/** Deletes vectors of points that are selected by ids, and of those that match a filter, if both are given. */
export function deleteVectors(
  collection: Collection,
  request: DeleteVectors,
  where = "",
  absent: AbsentIds = "refused",
): Change {
  const names = [...new Set(request.vector ?? request.vectors ?? [])];
  if (names.length === 0) throw new EmptyList(`${where}vector`, "vector names to delete");
  const unknown = names.find((name) => !collection.field(name));
  if (unknown !== undefined) throw unknownVector(collection, unknown, `${where}vector`, "write");
  const { ids, filter } = selectedBy(request, where, "vectors", absent);
  const run = async (write: WritePoints, signal: CancelSignal) => {
    const named = ids ? await refsOfIds(collection, ids, absent) : [];
    const matching = request.filter ? await collection.reads.inWrite(signal).matching(filter) : [];
    const listed = new Set(named);
    const refs: PointRef[] = [];
    // Points that have none of the vectors are left out.
    const take = (ref: PointRef) =>
      names.some((name) => collection.reads.hasVector(name, ref)) && refs.push(ref);
    await runInSlices(each(named, take));
    await runInSlices(each(matching, (slot) => !listed.has(slot) && take(slot)));
    const gone: NewVectors = new Map(names.map((name) => [name, null]));
    return rewriteVectors(collection, refs, () => gone, write);
  };
  return {
    reads: ids === null || request.filter ? "unknown" : ids,
    effect: { needs: neededOf(ids, absent) },
    mayAdd: 0,
    estimate: async (forecast) => {
      const matching = request.filter ? ((await idsMatching(filter, forecast)) ?? []) : [];
      await forecast.readVectorNames(ids ?? []);
      await runInSlices(each([...(ids ?? []), ...matching], (id) => forecast.narrow(id, names)));
      forecast.change();
    },
    run: (write, signal) => collection.reading(() => run(write, signal)),
  };
}

/** Returns a vector in the form of the log. */
function rowOf(vector: NamedVector): VectorRow {
  return vector instanceof Float32Array ? vector : encodeSparse(ascending(vector));
}

function rewriteVectors(
  collection: Collection,
  all: readonly PointRef[],
  changesOf: (ref: PointRef) => NewVectors,
  write: WritePoints,
) {
  const bytesOf = bytesOfWhole(collection, changesOf);
  return inRecords(all, bytesOf, async (refs) =>
    write(await wholePoints(collection, refs, changesOf), refs.length),
  );
}
