// How far points are from queries, for scores that no search makes: the points lie in several segments.
// The decision: each segment is asked in slices, one after another, so that a thread that searches has something else
// to do every few milliseconds, and what is sent and answered at a time is small. ReadSegments are asked side by side.
import { type FieldConfig, staysOnDisk } from "../config/collection-config.ts";
import type { ReadSegments } from "../segment/read-segments.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import { type PointRef, slotOf } from "../slots/point-ref.ts";
import type { VectorQuery } from "../vectors/vector-index.ts";

/** Components that a slice compares: one to two milliseconds. */
const SLICE_COMPONENTS = 8 * 2 ** 20;
/** The cost of a slot besides its components: finding its row, or reading it from a file. */
const COMPONENTS_PER_SLOT = 256;
const COMPONENTS_PER_SLOT_ON_DISK = 32_768;
/** The cost of fetching a component into the cache, relative to comparing it. */
const FETCH_COST = 4;
/** Queries of a slice, as many as the engine measures at a time. */
const QUERIES_PER_SLICE = 64;

/** Slots of one segment, and their positions among all point references. */
interface Group {
  readonly segment: CollectionSegment;
  readonly slots: Uint32Array;
  readonly positions: Uint32Array;
}

/** Returns for each query the engine's distance of each point reference; NaN where a point lacks the vector. */
export function distances(
  segments: ReadSegments,
  field: FieldConfig,
  queries: readonly VectorQuery[],
  refs: readonly PointRef[],
): Promise<Float32Array[]> {
  return segments.reading(async () => {
    const all = queries.map(() => new Float32Array(refs.length));
    const groups = groupsOf(segments, refs);
    for (let first = 0; first < queries.length; first += QUERIES_PER_SLICE) {
      const someQueries = queries.slice(first, first + QUERIES_PER_SLICE);
      const into = all.slice(first, first + QUERIES_PER_SLICE);
      await Promise.all(groups.map((group) => measure(group, field, someQueries, into)));
    }
    return all;
  });
}

async function measure(
  { segment, slots, positions }: Group,
  field: FieldConfig,
  queries: readonly VectorQuery[],
  into: readonly Float32Array[],
): Promise<void> {
  const size = sliceOf(field, into.length);
  for (let first = 0; first < slots.length; first += size) {
    const part = slots.subarray(first, first + size);
    const found = await segment.vectors.measure(field, queries, part);
    into.forEach((all, query) => {
      const members = found.subarray(query * part.length, (query + 1) * part.length);
      for (let i = 0; i < members.length; i++) all[positions[first + i]!] = members[i]!;
    });
  }
}

/** Returns the number of slots that are measured in one slice against `queries` queries. */
function sliceOf(field: FieldConfig, queries: number): number {
  const cost =
    field.size * (queries + FETCH_COST) +
    (staysOnDisk(field) ? COMPONENTS_PER_SLOT_ON_DISK : COMPONENTS_PER_SLOT);
  return Math.max(1, Math.floor(SLICE_COMPONENTS / cost));
}

function groupsOf(segments: ReadSegments, refs: readonly PointRef[]): Group[] {
  const members = new Map<CollectionSegment, number[]>();
  refs.forEach((ref, i) => {
    const segment = segments.at(ref);
    const ownMembers = members.get(segment);
    if (ownMembers) ownMembers.push(i);
    else members.set(segment, [i]);
  });
  return Array.from(members, ([segment, ownMembers]) => {
    const positions = Uint32Array.from(ownMembers);
    return { segment, positions, slots: positions.map((i) => slotOf(refs[i]!)) };
  });
}
