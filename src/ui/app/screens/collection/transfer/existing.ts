// Finds the first free id of a collection, and counts how many ids of a file exist.
// The decision: scrolling is ascending by id, integers before UUIDs, so the largest integer is found by bisection with
// a few requests for one point. Ids are counted in parts while the worker reads the file.
import { LARGEST_ID } from "../../../api/ids.ts";
import type { PointId } from "../../../api/types.ts";
import { countPoints, scroll } from "../points/point.ts";
import type { FileRows } from "./file-rows.ts";
import { idIn, type Mapping } from "./mapping.ts";

const PORTION = { rows: 1_000, bytes: 4 * 1024 * 1024 };

/** Returns the smallest integer above all integer ids; null if the largest possible id is in use. */
export async function firstFree(collection: string, signal: AbortSignal): Promise<bigint | null> {
  let top = await integerFrom(collection, 0n, signal);
  if (top === null) return 1n;
  // No id is >= `none`. The step doubles until it passes the largest id.
  let none = LARGEST_ID + 1n;
  for (let step = 1n; top + step < none; step *= 2n) {
    const found = await integerFrom(collection, top + step, signal);
    if (found === null) none = top + step;
    else top = found;
  }
  while (top + 1n < none) {
    const middle = (top + 1n + none) / 2n;
    const found = await integerFrom(collection, middle, signal);
    if (found === null) none = middle;
    else top = found;
  }
  return top === LARGEST_ID ? null : top + 1n;
}

/** Returns the first integer id from this one on. */
async function integerFrom(collection: string, from: bigint, signal: AbortSignal): Promise<bigint | null> {
  const body = { limit: 1, offset: from, with_payload: false };
  const { points } = await scroll(collection, body, signal);
  const id = points[0]?.id;
  return id === undefined || typeof id === "string" ? null : BigInt(id);
}

export interface Existing {
  /** The number of ids of the file that exist in the collection. */
  readonly existing: number;
  /** The ids of the file that were read so far. */
  readonly ids: number;
  /** The bytes of the file that were read. */
  readonly read: number;
  readonly isEnd: boolean;
}

/** Reads the whole file and counts how many of its ids exist. `onCount` is called after each part. */
export async function countExisting(
  collection: string,
  rows: FileRows,
  mapping: Mapping,
  signal: AbortSignal,
  onCount: (found: Existing) => void,
): Promise<void> {
  let [existing, ids, index] = [0, 0, 0];
  for (let isEnd = false; !isEnd && !signal.aborted; ) {
    const portion = await rows.next(PORTION);
    const part = new Map<string, PointId>();
    for (const row of portion.rows) {
      const id = idIn(row, mapping, index++);
      if (id !== null) part.set(String(id), id);
    }
    if (part.size > 0)
      existing += await countPoints(collection, { must: [{ has_id: [...part.values()] }] }, signal);
    ids += part.size;
    isEnd = portion.isEnd;
    if (!signal.aborted) onCount({ existing, ids, read: portion.read, isEnd });
  }
}
