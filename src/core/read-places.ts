// Reads something of places that lie in several segments: one question to each segment, answers in the order of the places.
import type { Segment } from "./segment.ts";
import { type SlotRef, slotOf } from "./slot-ref.ts";

/**
 * @param at the segment of a place
 * @param read asks one segment about slots of it
 */
export async function readPlaces<T>(
  refs: readonly SlotRef[],
  at: (ref: SlotRef) => Segment,
  read: (segment: Segment, slots: readonly number[]) => Promise<T[]>,
): Promise<T[]> {
  const positions = new Map<Segment, number[]>();
  refs.forEach((ref, i) => {
    const segment = at(ref);
    const members = positions.get(segment);
    if (members) members.push(i);
    else positions.set(segment, [i]);
  });
  const all: T[] = new Array(refs.length);
  const parts = Array.from(positions, async ([segment, members]) => {
    const slots = members.map((i) => slotOf(refs[i]!));
    const found = await read(segment, slots);
    members.forEach((i, row) => {
      all[i] = found[row]!;
    });
  });
  await Promise.all(parts);
  return all;
}
