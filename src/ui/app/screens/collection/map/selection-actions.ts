// What can be done to points that were selected: read in batches first, so that it can be taken back.
import { ask } from "../../../api/request.ts";
import type { PointId } from "../../../api/types.ts";
import { pathOf } from "../info.ts";
import type { Payload, PointRecord } from "./load.ts";

const MOST_A_BATCH = 1_000;
/** Numbers of vectors that one request should carry. */
const NUMBERS_A_BATCH = 262_144;
const MOST_OPERATIONS = 500;

/** How far something has come, in points. */
type Progress = (done: number) => void;

function batchesOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

/** @param numbers how many one point's vectors have */
export async function readPoints(
  collection: string,
  ids: readonly PointId[],
  numbers: number,
  onProgress: Progress = () => {},
): Promise<PointRecord[]> {
  const size = Math.max(1, Math.min(MOST_A_BATCH, Math.floor(NUMBERS_A_BATCH / Math.max(1, numbers))));
  const found: PointRecord[] = [];
  for (const batch of batchesOf(ids, size)) {
    const body = { ids: batch, with_payload: true, with_vector: numbers > 0 };
    found.push(...(await ask<PointRecord[]>("POST", pathOf(collection, "/points"), { body })));
    onProgress(found.length);
  }
  return found;
}

/** @returns what puts them back as they were */
export async function deletePoints(
  collection: string,
  ids: readonly PointId[],
  numbers: number,
  onProgress: Progress,
): Promise<() => Promise<void>> {
  const before = await readPoints(collection, ids, numbers, onProgress);
  for (const points of batchesOf(ids, MOST_A_BATCH))
    await ask("POST", pathOf(collection, "/points/delete?wait=true"), { body: { points } });
  const size = Math.max(1, Math.min(MOST_A_BATCH, Math.floor(NUMBERS_A_BATCH / Math.max(1, numbers))));
  return async () => {
    for (const batch of batchesOf(before, size)) {
      const points = batch.map(({ id, vector, payload }) => ({ id, vector, payload: payload ?? {} }));
      await ask("PUT", pathOf(collection, "/points?wait=true"), { body: { points } });
    }
  };
}

/** @returns what puts the payloads back as they were */
export async function setField(
  collection: string,
  ids: readonly PointId[],
  payload: Payload,
): Promise<() => Promise<void>> {
  const before = await readPoints(collection, ids, 0);
  for (const points of batchesOf(ids, MOST_A_BATCH))
    await ask("POST", pathOf(collection, "/points/payload?wait=true"), { body: { payload, points } });
  return async () => {
    for (const batch of batchesOf(before, MOST_OPERATIONS)) {
      const operations = batch.map(({ id, payload }) => ({
        overwrite_payload: { payload: payload ?? {}, points: [id] },
      }));
      await ask("POST", pathOf(collection, "/points/batch?wait=true"), { body: { operations } });
    }
  };
}
