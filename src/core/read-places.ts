// Places that lie in several segments: where the points of some ids are, and what is read of them, with one question to
// each segment and answers in the order that was asked for.
import { ID_WORDS, PackedIds } from "./point-id.ts";
import type { Segment } from "./segment.ts";
import type { Segments } from "./segments.ts";
import { type SlotRef, slotOf } from "./slot-ref.ts";

/** The place of each id, or null; not `settled` when one cannot be read before what is being applied is done. */
export function findPlaces(
  segments: Segments,
  ids: PackedIds,
): { refs: (SlotRef | null)[]; settled: boolean } {
  const refs: (SlotRef | null)[] = [];
  let settled = true;
  for (let i = 0; i < ids.length; i++) {
    const place = segments.find(ids, i);
    refs.push(place?.ref ?? null);
    settled &&= place?.settled ?? true;
  }
  return { refs, settled };
}

/** The ids of the places, in order: without making a value of each, of which there may be millions. */
export function idsOf(refs: readonly SlotRef[], at: (ref: SlotRef) => Segment): PackedIds {
  const all = new PackedIds(new Uint8Array(refs.length), new Uint32Array(refs.length * ID_WORDS));
  refs.forEach((ref, i) => {
    const { kinds, words } = at(ref).ids.bySlot;
    const slot = slotOf(ref);
    all.kinds[i] = kinds[slot]!;
    for (let w = 0; w < ID_WORDS; w++) all.words[i * ID_WORDS + w] = words[slot * ID_WORDS + w]!;
  });
  return all;
}

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
