// Splits a write of many points into records of limited size; each is applied before the next is made.

import type { Committed } from "../../core/catalogue/commits.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { portions } from "../common/portions.ts";

/** The size of the records of usual upserts. The memory for one is needed at once. */
const RECORD_BYTES = 64 * 1024 * 1024;
/** Points of a record. They are applied without interruption, which takes some 20 ms. */
const RECORD_POINTS = 10_000;

/**
 * @param bytesOf the approximate size of a point in a record
 * @param write writes one record; it is also called for no points, so that every write has a number
 * @returns the last record
 */
export async function inRecords(
  refs: readonly PointRef[],
  bytesOf: (ref: PointRef) => number,
  write: (refs: readonly PointRef[]) => Promise<Committed>,
): Promise<Committed> {
  let last: Committed | null = null;
  for (const record of portions(refs, bytesOf, RECORD_BYTES, RECORD_POINTS)) {
    await last?.applied;
    last = await write(record);
  }
  return last ?? write([]);
}
