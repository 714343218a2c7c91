// Deletes points by their ids.
// The decision: look-ups by id lose them slice by slice, with other work in between, and searches lose all at once.
import { inSlices } from "../../scheduling/pause.ts";
import type { PackedIds } from "../slots/point-id.ts";
import { applyWrites } from "../vectors/apply-writes.ts";
import { PendingTombstones, unlink } from "./pending-tombstones.ts";
import type { SegmentList } from "./segment-list.ts";

/** The points that a delete unlinks in one slice; a delete by filter may concern all points of the collection. */
const DELETED_PER_SLICE = 4096;

export async function removePoints(list: SegmentList, ids: PackedIds): Promise<void> {
  const tombstones = new PendingTombstones();
  await inSlices(ids.length, DELETED_PER_SLICE, (from, to) => {
    for (let i = from; i < to; i++) unlink(list.ofId(ids, i), ids, i, tombstones, null);
  });
  if (!tombstones.none) await applyWrites([], tombstones.writes());
  tombstones.confirm();
}
