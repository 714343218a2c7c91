// Point references of several segments: finds the points of ids and reads their data, with one call to each segment and
// results in the order of the request.
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import { inSlices, type Sliced } from "../../scheduling/pause.ts";
import type { VectorRow } from "../record/vector-rows.ts";
import { compareIds, ID_WORDS, PackedIds } from "../slots/point-id.ts";
import { type PointRef, pointRef, segmentOf, slotOf } from "../slots/point-ref.ts";
import type { CollectionSegment } from "./segment.ts";

/** Ids that are looked up between two yields. */
const IDS_PER_YIELD = 1024;
/** Ids that are copied in one slice: less than a millisecond. */
const IDS_PER_SLICE = 16 * 1024;

/** Finds the point of the i-th id of a list; null: there is none. */
interface PointFinder {
  find(ids: PackedIds, i: number): { readonly ref: PointRef; readonly settled: boolean } | null;
}

/** Finds the points of ids; not `settled` if one can be read only after the operation that is being applied. */
export function* findRefs(
  segments: PointFinder,
  ids: PackedIds,
): Sliced<{ refs: (PointRef | null)[]; settled: boolean }> {
  const refs: (PointRef | null)[] = [];
  let settled = true;
  for (let i = 0; i < ids.length; i++) {
    if (i % IDS_PER_YIELD === IDS_PER_YIELD - 1) yield;
    const found = segments.find(ids, i);
    refs.push(found?.ref ?? null);
    settled &&= found?.settled ?? true;
  }
  return { refs, settled };
}

/** Compares the ids of two points; negative if that of `a` comes first, see compareIds. */
export function compareIdsOf(a: PointRef, b: PointRef, at: (ref: PointRef) => CollectionSegment): number {
  const [{ ids }, { ids: others }] = [at(a), at(b)];
  if (ids === others) return ids.compare(slotOf(a), slotOf(b));
  return compareIds(ids.bySlot, slotOf(a), others.bySlot, slotOf(b));
}

/** Returns the ids of the referenced points, in order, without making a value of each: there may be millions. */
export function idsOf(refs: readonly PointRef[], at: (ref: PointRef) => CollectionSegment): PackedIds {
  const all = emptyIds(refs.length);
  copyIds(refs, at, all, 0, refs.length);
  return all;
}

/** Returns the ids of any number of point references, in slices. */
export async function manyIdsOf(
  refs: readonly PointRef[],
  at: (ref: PointRef) => CollectionSegment,
): Promise<PackedIds> {
  const all = emptyIds(refs.length);
  await inSlices(refs.length, IDS_PER_SLICE, (from, to) => copyIds(refs, at, all, from, to));
  return all;
}

function emptyIds(count: number): PackedIds {
  return new PackedIds(new Uint8Array(count), new Uint32Array(count * ID_WORDS));
}

function copyIds(
  refs: readonly PointRef[],
  at: (ref: PointRef) => CollectionSegment,
  into: PackedIds,
  from: number,
  to: number,
): void {
  let segment: CollectionSegment | undefined;
  let ids = into;
  for (let i = from; i < to; i++) {
    const ref = refs[i]!;
    if (segment?.number !== segmentOf(ref)) {
      segment = at(ref);
      ids = segment.ids.bySlot;
    }
    const { kinds, words } = ids;
    const slot = slotOf(ref);
    into.kinds[i] = kinds[slot]!;
    for (let w = 0; w < ID_WORDS; w++) into.words[i * ID_WORDS + w] = words[slot * ID_WORDS + w]!;
  }
}

/**
 * Reads the data of points, at once if they are in one segment that has it at hand.
 * @param at returns the segment of a point reference
 * @param read asks one segment about slots of it
 */
export function readRefs<T>(
  refs: readonly PointRef[],
  at: (ref: PointRef) => CollectionSegment,
  read: (segment: CollectionSegment, slots: readonly number[]) => MaybePromise<T[]>,
): MaybePromise<T[]> {
  // Small collections have one segment, of which nothing needs to be sorted.
  const number = segmentOf(refs[0] ?? 0);
  if (refs.length > 0 && refs.every((ref) => segmentOf(ref) === number)) {
    return read(at(refs[0]!), refs.map(slotOf));
  }
  return readBySegment(refs, at, read);
}

/** Reads the vectors called `name` like `readRefs`. */
export function readVectors(
  name: string,
  refs: readonly PointRef[],
  at: (ref: PointRef) => CollectionSegment,
): MaybePromise<(VectorRow | null)[]> {
  return readRefs(refs, at, ({ vectors }, slots) => vectors.vectors(name, slots));
}

async function readBySegment<T>(
  refs: readonly PointRef[],
  at: (ref: PointRef) => CollectionSegment,
  read: (segment: CollectionSegment, slots: readonly number[]) => MaybePromise<T[]>,
): Promise<T[]> {
  const positions = new Map<CollectionSegment, number[]>();
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

/** A point; not `settled` if it can be read only after the operation that is being applied. */
export interface FoundRef {
  readonly ref: PointRef;
  readonly settled: boolean;
}

export function findIn(
  segments: readonly CollectionSegment[],
  ids: PackedIds,
  index: number,
): FoundRef | null {
  for (let i = segments.length - 1; i >= 0; i--) {
    const segment = segments[i]!;
    const slot = segment.ids.find(ids, index);
    if (slot >= 0) return { ref: pointRef(segment.number, slot), settled: slot < segment.published };
  }
  return null;
}
