// Actions on selected points. The decision: the points are read in batches before they are changed, so that the action
// can be undone.
import { ask } from "../../../api/request.ts";
import type { PointId } from "../../../api/types.ts";
import { pathOf } from "../info.ts";
import type { Payload, PointRecord } from "./load.ts";

const MAX_BATCH_POINTS = 1_000;
/** The most numbers of vectors in one request. */
const NUMBERS_A_BATCH = 262_144;
const MAX_OPERATIONS = 500;

/** Is called with the number of points that are done. */
type Progress = (done: number) => void;

function batchesOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

/** Reads points with their vectors. @param numbers how many numbers the vectors of one point have */
export async function readPoints(
  collection: string,
  ids: readonly PointId[],
  numbers: number,
  onProgress: Progress = () => {},
): Promise<PointRecord[]> {
  const size = Math.max(1, Math.min(MAX_BATCH_POINTS, Math.floor(NUMBERS_A_BATCH / Math.max(1, numbers))));
  const found: PointRecord[] = [];
  for (const batch of batchesOf(ids, size)) {
    const body = { ids: batch, with_payload: true, with_vector: numbers > 0 };
    found.push(...(await ask<PointRecord[]>("POST", pathOf(collection, "/points"), { body })));
    onProgress(found.length);
  }
  return found;
}

/** Deletes points. @returns a function that writes them back */
export async function deletePoints(
  collection: string,
  ids: readonly PointId[],
  numbers: number,
  onProgress: Progress,
): Promise<() => Promise<void>> {
  const before = await readPoints(collection, ids, numbers, onProgress);
  for (const points of batchesOf(ids, MAX_BATCH_POINTS))
    await ask("POST", pathOf(collection, "/points/delete?wait=true"), { body: { points } });
  const size = Math.max(1, Math.min(MAX_BATCH_POINTS, Math.floor(NUMBERS_A_BATCH / Math.max(1, numbers))));
  return async () => {
    for (const batch of batchesOf(before, size)) {
      const points = batch.map(({ id, vector, payload }) => ({ id, vector, payload: payload ?? {} }));
      await ask("PUT", pathOf(collection, "/points?wait=true"), { body: { points } });
    }
  };
}

/** Sets a payload field of points. @returns a function that writes their payloads back */
export async function setField(
  collection: string,
  ids: readonly PointId[],
  payload: Payload,
): Promise<() => Promise<void>> {
  const before = await readPoints(collection, ids, 0);
  for (const points of batchesOf(ids, MAX_BATCH_POINTS))
    await ask("POST", pathOf(collection, "/points/payload?wait=true"), { body: { payload, points } });
  return async () => {
    for (const batch of batchesOf(before, MAX_OPERATIONS)) {
      const operations = batch.map(({ id, payload }) => ({
        overwrite_payload: { payload: payload ?? {}, points: [id] },
      }));
      await ask("POST", pathOf(collection, "/points/batch?wait=true"), { body: { operations } });
    }
  };
}
