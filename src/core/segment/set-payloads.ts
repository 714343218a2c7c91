// Gives points other payloads, or none, where they are: no vector is written, no slot dies, no graph changes.
// The decision: each point at once, and of many a slice at a time, because one record can be about all points of a large
// collection and indexes look into every payload. Whoever has a place of one of them goes on with the payload and version
// that the point has now; bytes that are being read stay what they were.

import { pause } from "../../scheduling/pause.ts";
import type { SetPayloads } from "../record/operation.ts";
import { slotOf } from "../slots/point-ref.ts";
import type { Segments } from "./segments.ts";

/** A few milliseconds, should all of it be indexed. */
const SLICE_POINTS = 1024;
const SLICE_BYTES = 256 * 1024;

/** @param lsn becomes the version of the points. Ids that are not there are passed over */
export async function setPayloads(
  segments: Segments,
  { ids, payloads }: SetPayloads,
  lsn: number,
): Promise<void> {
  for (let i = 0; i < ids.length; ) {
    for (let from = i, bytes = 0; i < ids.length && i - from < SLICE_POINTS && bytes < SLICE_BYTES; i++) {
      bytes += payloads[i]?.length ?? 0;
      const place = segments.find(ids, i);
      if (place) segments.at(place.ref).setPayload(slotOf(place.ref), payloads[i]!, lsn);
    }
    if (i < ids.length) await pause();
  }
}
