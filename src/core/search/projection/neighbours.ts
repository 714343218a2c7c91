// Finds for each listed point its nearest neighbours among them, as positions in the list.
// The decision: every point is searched for in every segment: in its own from its node in the graph
// (engine/neighbours.ts), in the others by its vector, so a projection does not fall apart at segment borders. Without
// a graph, all points are compared with each other up to MAX_COMPONENTS. Beyond that, each point is compared with a
// random part of the others, so that all points have neighbours and the work is bounded; the result says how large the
// part was.

import { type Neighbours, NO_SLOT } from "../../../engine/neighbours.ts";
import { runConcurrently } from "../../../scheduling/concurrent.ts";
import { type FieldConfig, staysOnDisk } from "../../config/collection-config.ts";
import { type Bits, noBits, setBit } from "../../slots/bits.ts";
import { firstIndex } from "../../slots/first-index.ts";
import { type Listed, type MapSegment, type Part, seededRandom } from "./listed.ts";

const NO_NEIGHBOUR = 0xffff_ffff;

export interface NeighbourLists {
  /** A fixed number of positions for each point, nearest first, padded with NO_NEIGHBOUR. */
  readonly positions: Uint32Array;
  /** Distances of the engine; NaN for NO_NEIGHBOUR. */
  readonly distances: Float32Array;
  /** The share of the points outside of graphs that each point was compared with. */
  readonly share: number;
}

/**
 * The limit of compared components without a graph, over all points: twenty thousand points of 128 dimensions, about
 * the default size at which graphs begin, and some fifteen seconds of one thread.
 */
const MAX_COMPONENTS = 48 * 2 ** 30;
/** Components of a slice: some four milliseconds. */
const SLICE_COMPONENTS = 8 * 2 ** 20;
const MAX_SLOTS_PER_SLICE = 512;
/** Estimates: comparisons of a walk per candidate, fixed cost of a walk, and cost of reading a row from a file. */
const COMPARISONS_PER_CANDIDATE = 16;
const COMPONENTS_PER_COMPARISON = 48;
const COMPONENTS_PER_ROW_ON_DISK = 32_768;
/** The candidates of a walk; approximate neighbours are good enough for a picture. */
const MIN_EF = 16;
const SEED = 3;

/** A segment in which neighbours are searched. */
interface Target {
  readonly part: Part;
  readonly ef: number;
  /** Slots that may be found; null: all. */
  readonly filter: Bits | null;
  /** An estimate of the vectors that are compared for one point. */
  readonly comparisons: number;
  /** The position in the list of points, by slot. */
  readonly positions: Uint32Array;
}

export async function neighboursOf(
  points: Listed,
  field: FieldConfig,
  k: number,
  onSlice: () => void,
): Promise<NeighbourLists> {
  const positions = new Uint32Array(points.count * k).fill(NO_NEIGHBOUR);
  const distances = new Float32Array(points.count * k).fill(Number.NaN);
  if (k === 0 || points.count < 2) return { positions, distances, share: 1 };
  const { targets, share } = await targetsOf(points, field, k);
  const lists = { positions, distances, share };
  for (const target of targets)
    for (const from of points.parts) await searchFrom(from, target, field, k, lists, onSlice);
  return lists;
}

/** Chooses the slots of each segment that are compared, so that all comparisons together stay below MAX_COMPONENTS. */
async function targetsOf(
  points: Listed,
  field: FieldConfig,
  k: number,
): Promise<{ targets: Target[]; share: number }> {
  const ef = Math.max(MIN_EF, k + 1);
  const covered = await Promise.all(points.parts.map(({ segment }) => indexedSlots(segment, field)));
  const uncovered = points.parts.map(
    ({ slots }, i) => slots.length - firstIndex(slots.length, (at) => slots[at]! >= covered[i]!),
  );
  const total = uncovered.reduce((sum, count) => sum + count, 0);
  const share = Math.min(1, MAX_COMPONENTS / (points.count * total * field.size));
  const random = seededRandom(SEED);
  const targets = points.parts.map((part, i) => {
    const { slots, segment, bits, whole, first } = part;
    const positions = new Uint32Array(segment.published);
    slots.forEach((slot, row) => {
      positions[slot] = first + row;
    });
    const walked = Math.min(slots.length - uncovered[i]!, ef * COMPARISONS_PER_CANDIDATE);
    const comparisons = walked + uncovered[i]! * share;
    if (share === 1 || uncovered[i] === 0)
      return { part, ef, positions, filter: whole ? null : bits, comparisons };
    const filter = noBits(segment.published);
    for (const slot of slots) if (slot < covered[i]! || random() < share) setBit(filter, slot);
    return { part, ef, positions, filter, comparisons };
  });
  return { targets, share };
}

async function indexedSlots(segment: MapSegment, field: FieldConfig): Promise<number> {
  const store = segment.vectors.inEngine(field);
  return store ? (await store.engine.stats(store.handle)).indexed : 0;
}

/** Searches the neighbours of all points of one part in one segment. */
async function searchFrom(
  from: Part,
  target: Target,
  field: FieldConfig,
  k: number,
  lists: NeighbourLists,
  onSlice: () => void,
): Promise<void> {
  const { part, ef, filter } = target;
  const store = part.segment.vectors.inEngine(field);
  const own = from.segment.vectors.inEngine(field);
  if (store === null || own === null) return;
  const cost =
    target.comparisons * (field.size + COMPONENTS_PER_COMPARISON) +
    (staysOnDisk(field) ? (2 * k + 1) * COMPONENTS_PER_ROW_ON_DISK : 0);
  const size = Math.max(1, Math.min(MAX_SLOTS_PER_SLICE, Math.floor(SLICE_COMPONENTS / cost)));
  const options = { k, ef, ...(filter && { filter }) };
  await runConcurrently(from.slots.length, size, async (begin, end) => {
    onSlice();
    const slots = from.slots.slice(begin, end);
    const of = from === part ? slots : await own.engine.read(own.handle, slots);
    const found = await store.engine.neighbours(store.handle, of, options);
    merge(found, target.positions, (from.first + begin) * k, k, lists);
  });
}

/** Merges the neighbours from one segment with those found before, nearest first. */
function merge(
  found: Neighbours,
  positionOf: Uint32Array,
  at: number,
  k: number,
  { positions, distances }: NeighbourLists,
): void {
  for (let i = 0; i < found.slots.length; i++) {
    if (found.slots[i] === NO_SLOT) continue;
    const begin = at + i - (i % k);
    insert(positionOf[found.slots[i]!]!, found.distances[i]!, begin, k, positions, distances);
  }
}

function insert(
  store: number,
  distance: number,
  begin: number,
  k: number,
  positions: Uint32Array,
  distances: Float32Array,
): void {
  let at = begin + k - 1;
  if (positions[at] !== NO_NEIGHBOUR && distances[at]! <= distance) return;
  for (; at > begin && (positions[at - 1] === NO_NEIGHBOUR || distances[at - 1]! > distance); at--) {
    positions[at] = positions[at - 1]!;
    distances[at] = distances[at - 1]!;
  }
  positions[at] = store;
  distances[at] = distance;
}
