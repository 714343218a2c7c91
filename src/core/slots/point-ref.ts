// Point references: segment and slot in one number.
// The decision: a number, so references can be compared and kept in sets. Segment numbers of a collection are never
// used twice, so a reference into a segment that is gone causes an error and never names another point.

/** The engine counts slots below 2^31, which leaves 2^22 segment numbers for a collection. */
const SLOTS_PER_SEGMENT = 2 ** 31;

/**
 * A reference is valid only in the collection that returned it, and only until the `reading` in which it was returned
 * ends.
 */
export type PointRef = number;

export function pointRef(segment: number, slot: number): PointRef {
  return segment * SLOTS_PER_SEGMENT + slot;
}

export function segmentOf(ref: PointRef): number {
  return Math.floor(ref / SLOTS_PER_SEGMENT);
}

/** Returns the lowest 31 bits, since a remainder of such large numbers is computed by a loop. */
export function slotOf(ref: PointRef): number {
  return ref & (SLOTS_PER_SEGMENT - 1);
}
