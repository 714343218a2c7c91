// Refuses a write of vectors that the collection no longer has.
// The decision: a write is checked when it arrives, and then it waits for its turn. Which vectors a collection has does
// not change during a turn, so a record of the log never has a vector that the collection lacks.
import type { Collection } from "../collection/collection.ts";
import type { PointDraft } from "../record/operation.ts";
import { removedVector } from "../segment/segment-field.ts";

/** @throws UnknownVector */
export function ensureVectors({ fields }: Collection, draft: PointDraft): void {
  if (draft.kind !== "upsert_points") return;
  for (const { name, dimension } of draft.fields) {
    const field = fields.find((one) => one.name === name);
    // Vectors of other kinds are byte strings, which have no dimension.
    if (field && dimension === (field.kind === undefined ? field.size : 0)) continue;
    const known = fields.map((one) => one.name);
    throw removedVector(name, known, "write");
  }
}
