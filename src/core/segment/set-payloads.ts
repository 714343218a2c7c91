// Replaces or removes the payloads of points in place: no vector is written, no slot is deleted, no graph changes.
// The decision: each point changes atomically, and many points change in slices, because one record can concern all
// points of a large collection and every index reads the payloads. A reader that holds a point reference sees the
// current payload and version; bytes that are being read do not change.

import { isSliceOver, pause } from "../../scheduling/pause.ts";
import type { SetPayloads } from "../record/operation.ts";
import { slotOf } from "../slots/point-ref.ts";
import type { Segments } from "./segments.ts";

/** Points of a slice, which takes a few milliseconds if all of their fields are indexed. */
const SLICE_POINTS = 1024;
const SLICE_BYTES = 256 * 1024;

/** Missing ids are skipped. @param version the version of all points, or one for each */
export async function setPayloads(
  segments: Segments,
  { ids, payloads }: SetPayloads,
  version: number | Float64Array,
): Promise<void> {
  for (let i = 0; i < ids.length; ) {
    if (isSliceOver()) await pause();
    for (let from = i, bytes = 0; i < ids.length && i - from < SLICE_POINTS && bytes < SLICE_BYTES; i++) {
      bytes += payloads[i]?.length ?? 0;
      const found = segments.find(ids, i);
      const own = typeof version === "number" ? version : version[i]!;
      if (found) segments.at(found.ref).setPayload(slotOf(found.ref), payloads[i]!, own);
    }
  }
}
