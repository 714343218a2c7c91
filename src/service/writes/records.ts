// A write of many points as records of the log that are not too large, one applied before the next is made.

import type { Committed } from "../../core/catalogue/writer.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { portions } from "../common/portions.ts";

/** As large as records of usual upserts get: memory for one is needed at once. */
const RECORD_BYTES = 64 * 1024 * 1024;
/** Applied in one go, in which nobody else has the thread: some 20 ms. */
const RECORD_POINTS = 10_000;

/**
 * @param bytesOf what a point takes in a record, about
 * @param write writes one record; also called when there is no point, so that every write has a number
 * @returns the last record
 */
export async function inRecords(
  slots: readonly PointRef[],
  bytesOf: (slot: PointRef) => number,
  write: (slots: readonly PointRef[]) => Promise<Committed>,
): Promise<Committed> {
  let last: Committed | null = null;
  for (const record of portions(slots, bytesOf, RECORD_BYTES, RECORD_POINTS)) {
    await last?.applied;
    last = await write(record);
  }
  return last ?? write([]);
}
