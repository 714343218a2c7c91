// How the core names the place of a point to its callers: segment and slot in one number.
// The decision: a number, so places can be compared and kept in sets; segments of a collection are numbered once and
// for all, so a place in a segment that is gone is an error and never another point.

/** The engine counts slots below 2^31, which leaves 2^22 segments that a collection can have had. */
const SLOTS = 2 ** 31;

/** Means something only to the collection that gave it, and only until the reading it was given in is done. */
export type PointRef = number;

export function pointRef(segment: number, slot: number): PointRef {
  return segment * SLOTS + slot;
}

export function segmentOf(ref: PointRef): number {
  return Math.floor(ref / SLOTS);
}

export function slotOf(ref: PointRef): number {
  return ref % SLOTS;
}
