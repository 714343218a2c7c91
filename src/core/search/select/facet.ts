// Counts the points of each value of a field, and the points of each payload index.
// The decision: a point counts once for each distinct value it has. The most frequent values come first, and of equally
// frequent ones the smaller. The counts of a segment are kept while its points and the filter stay the same.
import { NoFieldIndex } from "../../../errors/query.ts";
import { type CancelSignal, pauseUnlessCancelled, reserveFor } from "../../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../../scheduling/slices.ts";
import { compareCodePoints } from "../../../schema/code-points.ts";
import { COUNTED_TYPES } from "../../../shared/payload-indexes.ts";
import type { Filter } from "../../filter/filter.ts";
import type { FieldIndex } from "../../index/field-index.ts";
import type { IndexedField, IndexedFields } from "../../index/indexed-fields.ts";
import { KeyMap } from "../../index/key-map.ts";
import type { Key } from "../../index/keys.ts";
import type { ReadSegments } from "../../segment/read-segments.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { type Bits, countBits, intersect } from "../../slots/bits.ts";
import { readValues } from "./field-values.ts";
import { knownSelections, type Selection, selections } from "./matching.ts";
import { Smallest } from "./smallest.ts";

export interface FacetQuery {
  /** The canonical text of the path. */
  readonly path: string;
  readonly filter: Filter | null;
  readonly limit: number;
}

export interface FacetHit {
  readonly value: Key;
  readonly count: number;
}

/** Bytes of a value with its count, in a map and in a list. */
const COUNT_BYTES = 64;

/** Returns the index whose values are counted. @throws NoFieldIndex */
function facetIndex(indexed: IndexedFields, path: string): IndexedField {
  const field = indexed.get(path);
  if (!field || !COUNTED_TYPES.includes(field.params.type)) throw new NoFieldIndex("facet", path);
  if ("lookup" in field.params && field.params.lookup === false) throw new NoFieldIndex("facet", path);
  return field;
}

/**
 * Returns the values of a facet that was counted before, if nothing changed since; otherwise null.
 * @throws NoFieldIndex
 */
export function knownFacet(segments: ReadSegments, { path, filter, limit }: FacetQuery): FacetHit[] | null {
  const field = facetIndex(segments.indexed, path);
  const selected = knownSelections(segments, filter);
  const listed = selected && listOf(knownCounts(selected, field), limit);
  return listed ? listed.map((hit) => ({ ...hit })) : null;
}

export async function facet(
  segments: ReadSegments,
  { path, filter, limit }: FacetQuery,
  signal: CancelSignal,
): Promise<FacetHit[]> {
  const field = facetIndex(segments.indexed, path);
  const selected = await selections(segments, filter, signal);
  const counts = new KeyMap();
  let counted = 0;
  for (const { segment, slots } of selected) {
    await tally({ segment, slots }, field, counts, signal);
    reserveFor(signal, (counts.size - counted) * COUNT_BYTES);
    counted = counts.size;
    await pauseUnlessCancelled(signal);
  }
  const hits = await runInSlices(mostFrequent(counts, limit), signal);
  const known = knownCounts(selected, field);
  if (known?.[0] && hits.length <= MAX_KEPT_VALUES) lists.set(known[0], { counts: known, limit, hits });
  return hits.map((hit) => ({ ...hit }));
}

/** The most frequent values of some segments. */
interface List {
  readonly counts: readonly KeyMap[];
  readonly limit: number;
  readonly hits: readonly FacetHit[];
}

/** The last list of the counts of which these are the first. */
const lists = new WeakMap<KeyMap, List>();

function listOf(counts: readonly KeyMap[] | null, limit: number): readonly FacetHit[] | null {
  const list = counts?.[0] && lists.get(counts[0]);
  const isSame = list && list.limit === limit && list.counts.length === counts.length;
  return isSame && list.counts.every((other, i) => other === counts[i]) ? list.hits : null;
}

/** Returns the kept counts of each segment; null: some are not kept. */
function knownCounts(selected: readonly Selection[], field: IndexedField): KeyMap[] | null {
  const known: KeyMap[] = [];
  for (const { segment, slots } of selected) {
    const entry = segment.indexes.entry(field.path.text);
    const kept = entry?.isComplete ? keptTally(segment, slots, entry.index) : null;
    if (!kept) return null;
    known.push(kept.counts);
  }
  return known;
}

/** The counts of a field of the points in a set of slots. */
interface Tally {
  readonly index: FieldIndex;
  /** The version of the payloads, see segment/changed-slots.ts. */
  readonly version: number;
  readonly counts: KeyMap;
}

/** Counts of more values than this are not kept. */
const MAX_KEPT_VALUES = 4096;
/** The last counts of each set of slots. Sets that are shared do not change. */
const tallies = new WeakMap<Bits, Tally>();

/** Adds to the counts of the values how many of the slots have each. */
async function tally(
  { segment, slots }: Selection,
  field: IndexedField,
  counts: KeyMap,
  signal: CancelSignal,
) {
  const entry = segment.indexes.entry(field.path.text);
  if (entry?.isComplete && entry.index.tally) {
    const own = await tallyOf(segment, slots, entry.index, signal);
    const add = (key: Key, count: number) => {
      counts.set(key, (counts.get(key) ?? 0) + count);
    };
    await runInSlices(own.forEach(add), signal);
    return;
  }
  for await (const { keys } of readValues(segment, field, slots, signal))
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
}

function keptTally({ payloadChanges }: CollectionSegment, slots: Bits, index: FieldIndex): Tally | null {
  const kept = tallies.get(slots);
  return kept?.index === index && kept.version === payloadChanges.version ? kept : null;
}

async function tallyOf(
  segment: CollectionSegment,
  slots: Bits,
  index: FieldIndex,
  signal: CancelSignal,
): Promise<KeyMap> {
  const known = keptTally(segment, slots, index);
  if (known) return known.counts;
  const { version } = segment.payloadChanges;
  const counts = new KeyMap();
  await runInSlices(index.tally!(slots, counts), signal);
  if (counts.size <= MAX_KEPT_VALUES) tallies.set(slots, { index, version, counts });
  return counts;
}

/** Returns the most frequent values first, and of equally frequent ones the smaller. */
export function* mostFrequent(counts: KeyMap, limit: number): Sliced<FacetHit[]> {
  if (limit === 0) return [];
  const first = new Smallest<FacetHit>(limit, (a, b) => b.count - a.count || compareKeys(a.value, b.value));
  yield* counts.forEach((value, count) => {
    first.add({ value, count });
  });
  return yield* first.take();
}

function compareKeys(a: Key, b: Key): number {
  if (typeof a === "string" && typeof b === "string") return compareCodePoints(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Counts the points in the index of each field; while an index is being built, the points that it has so far. */
export function fieldCounts(segments: ReadSegments): Record<string, number> {
  const counts = new Map<string, number>();
  for (const path of segments.indexed.all.keys()) {
    let count = 0;
    for (const segment of segments.all) {
      const entry = segment.indexes.entry(path);
      if (entry) count += countBits(intersect(entry.filled(segment.ids.slots), segment.visibleSlots()));
    }
    counts.set(path, count);
  }
  return Object.fromEntries(counts);
}
