// Keeps the recall of the graphs of one collection measured: after a build, when a tenth of a segment has changed, and
// when clients have asked enough queries to measure with theirs.
// The decision: an index has one table (recall-table.ts), which stays in force until the next one replaces it. Graphs
// are measured one at a time in the whole database. Beside other searches the slices are shorter and further apart, but
// not so far that a measurement takes longer than LONGEST_MS.
import { OutOfMemory } from "../../errors/failures.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import type { Segments } from "../segment/segments.ts";
import { spreadSlots } from "../slots/slot-sample.ts";
import type { SlotSet } from "../slots/slot-set.ts";
import { type DenseIndex, denseOf } from "../vectors/dense-index.ts";
import { type MeasuredQueries, MIN_QUERIES, measureRecall, type Pace } from "./measure-recall.ts";

interface CalibrationParts {
  /** In milliseconds since 1970. */
  readonly now: () => number;
  /** Lets other tasks run. @throws when the work has to end */
  readonly pause: (ms?: number) => Promise<void>;
  /** Runs the measurement of a graph when no other one is measured. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  /** Checks again, in the background, whether a measurement is due. */
  readonly wake: () => void;
}

interface MeasurableIndex {
  readonly segment: CollectionSegment;
  readonly index: DenseIndex;
  /** The slots that have no such vector. */
  readonly absent: SlotSet;
}

const MAX_QUERIES = 256;
/** With this many queries of clients, no stored vectors are measured: these are harder than queries like the points. */
const ENOUGH_REAL = 128;
/** The multiplications for comparing all vectors with all queries, as far as MIN_QUERIES allow. */
const PRODUCTS = 2 ** 33;
/** A graph is measured again when this share of its points was added or deleted since. */
const CHANGED_SHARE = 0.1;
/** It is measured again when clients have asked so many queries, and whenever that number has grown by the factor. */
const FIRST_QUERIES = [MIN_QUERIES, ENOUGH_REAL, MAX_QUERIES];
const QUERIES_GROWTH = 8;
/** The part of a slice that is done between two pauses beside other searches. */
const SHORT_SLICE = 1 / 4;
/** The pause after a slice, beside other searches and otherwise; a program without other work does not wait for it. */
const PAUSE_MS = 4;
const SHORTEST_PAUSE_MS = 1;
const LONGEST_MS = 40_000;
/** Milliseconds until a graph that is not complete is checked again; each wait is longer by half. */
const FIRST_WAIT_MS = 100;
const LAST_WAIT_MS = 2000;
/** Checks of a graph that does not grow after which waiting ends; a write starts it again. */
const MAX_CHECKS = 20;

export class Calibrator {
  readonly #segments: Segments;
  readonly #outOfMemory = new WeakMap<DenseIndex, number>();
  #running = false;

  constructor(segments: Segments) {
    this.#segments = segments;
  }

  /** Whether a graph is being measured, or waited for. */
  get isRunning(): boolean {
    return this.#running;
  }

  /** Measures all graphs that are due, also those that become due meanwhile. Never rejects. */
  async run(parts: CalibrationParts): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      let wait = FIRST_WAIT_MS;
      let before = -1;
      for (let checks = 0; checks < MAX_CHECKS; checks++) {
        let indexed = 0;
        for (const due of this.#due()) indexed += await this.#measureIfComplete(due, parts);
        this.#waitForQueries(parts.wake);
        if (this.#due().length === 0) return;
        await parts.pause(wait);
        wait = Math.min(LAST_WAIT_MS, wait * 1.5);
        if (indexed !== before) checks = 0;
        before = indexed;
      }
    } catch {
      // The collection is being closed.
    } finally {
      this.#running = false;
    }
  }

  #all(): MeasurableIndex[] {
    return this.#segments.all.flatMap((segment) =>
      segment.vectors.all.flatMap(({ index: anyIndex, absent }) => {
        const index = denseOf(anyIndex);
        return index === null ? [] : [{ segment, index, absent }];
      }),
    );
  }

  #due(): MeasurableIndex[] {
    return this.#all().filter(({ segment, index }) => isDue(segment, index));
  }

  #waitForQueries(wake: () => void): void {
    for (const { index } of this.#all()) {
      const { table, sample } = index.recall;
      if (table !== null) sample.whenAsked(enoughAsked(table.asked), wake);
    }
  }

  /** @returns the number of slots in the graph */
  async #measureIfComplete(due: MeasurableIndex, parts: CalibrationParts): Promise<number> {
    const { index, segment } = due;
    let indexed = 0;
    try {
      const stats = (await index.graphStats())!;
      indexed = stats.indexed;
      const hasMemory = segment.ids.slots >= 2 * (this.#outOfMemory.get(index) ?? 0);
      if (indexed === stats.count && hasMemory) await parts.alone(() => this.#measure(due, parts));
    } catch (error) {
      if (error instanceof OutOfMemory) this.#outOfMemory.set(index, segment.ids.slots);
      // Otherwise the segment was rebuilt meanwhile, or the error was a temporary one.
      await parts.pause();
    }
    return indexed;
  }

  async #measure(
    { index, segment, absent }: MeasurableIndex,
    { pause, now }: CalibrationParts,
  ): Promise<void> {
    const { ids, dead } = segment;
    const { slots, size: points } = ids;
    const { asked } = index.recall.sample;
    const isLive = (slot: number) => ids.isCurrent(slot);
    const isUsed = (slot: number) => isLive(slot) && !absent.has(slot);
    const { engine, handle } = index.inEngine!;
    const graph = { engine, handle, dimension: index.field.size, slots, isLive, isUsed };
    const queries = await queriesFor(index, slots, isUsed);
    const measured = await measureRecall(graph, queries, paceOf(index, pause, now));
    index.recall.table = { measured: now(), points, slots, dead, asked, ...measured };
  }
}

function isDue({ ids, dead }: CollectionSegment, { inEngine, spec, recall }: DenseIndex): boolean {
  const { table, sample } = recall;
  const { slots } = ids;
  if (inEngine === null || spec.m === 0 || slots < Math.max(1, spec.indexFrom)) return false;
  if (table === null) return true;
  const changed = Math.abs(slots - table.slots) + Math.max(0, dead - table.dead);
  return changed >= CHANGED_SHARE * table.points || sample.asked >= enoughAsked(table.asked);
}

/** Returns the number of queries of clients at which a graph is measured again. */
function enoughAsked(before: number): number {
  return FIRST_QUERIES.find((queries) => queries > before) ?? QUERIES_GROWTH * before;
}

/** Returns queries of clients, and stored vectors as long as these are too few. */
async function queriesFor(
  index: DenseIndex,
  slots: number,
  isUsed: (slot: number) => boolean,
): Promise<MeasuredQueries> {
  const dimension = index.field.size;
  const most = Math.max(MIN_QUERIES, Math.min(MAX_QUERIES, Math.floor(PRODUCTS / (slots * dimension))));
  const real = index.recall.sample.take(most);
  const isEnough = real.length >= Math.min(most, ENOUGH_REAL);
  const stored = isEnough ? [] : spreadSlots(slots, most - real.length, isUsed);
  const { floats } = await index.read(Uint32Array.from(stored));
  const vectors = new Float32Array((real.length + stored.length) * dimension);
  real.forEach((query, i) => {
    vectors.set(query, i * dimension);
  });
  vectors.set(floats, real.length * dimension);
  return { vectors, real: real.length, own: [...real.map(() => null), ...stored] };
}

/** Makes the slices shorter and adds pauses while clients search. */
function paceOf(
  { recall: { sample } }: DenseIndex,
  pause: CalibrationParts["pause"],
  now: () => number,
): Pace {
  const end = now() + LONGEST_MS;
  let { searches } = sample;
  let isBusy = false;
  return {
    part: () => (isBusy ? SHORT_SLICE : 1),
    pause: () => {
      isBusy = sample.searches !== searches && now() < end;
      searches = sample.searches;
      return pause(isBusy ? PAUSE_MS : SHORTEST_PAUSE_MS);
    },
  };
}
