// Gives points other payloads, or none, where they are: no vector is written, no slot dies, no graph changes.
// The decision: all points of the operation at once, before anybody reads again. Whoever has a place of one of them goes
// on with the payload and version that the point has now; bytes that are being read stay what they were.
import type { SetPayloads } from "./operation.ts";
import type { Segments } from "./segments.ts";
import { slotOf } from "./slot-ref.ts";

/** @param lsn becomes the version of the points. Ids that are not there are passed over */
export function setPayloads(segments: Segments, { ids, payloads }: SetPayloads, lsn: number): void {
  for (let i = 0; i < ids.length; i++) {
    const place = segments.find(ids, i);
    if (place) segments.at(place.ref).setPayload(slotOf(place.ref), payloads[i]!, lsn);
  }
}
