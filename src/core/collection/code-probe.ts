// Measures the recall of graph walks: some vectors of a segment are searched for exactly, by a walk as configured,
// and by a walk on the f32 rows.
// The decision: recall is measured on the data itself, since nothing else shows whether codes are good enough
// (probe-result.ts judges the result): when a graph is begun, each time its segment has doubled, and when ef_search
// was changed. The exact searches are one pass over the vectors for all queries, in slices. No request waits for it,
// and the status of the collection stays green. It begins after a wait, so that it does not run before the first
// requests after a start. A vector that cannot be measured yet does not delay the others.
import { OutOfMemory } from "../../errors/failures.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import {
  codesFail,
  K,
  NearestSlots,
  type Probed,
  QUERY_COUNT,
  recallsOf,
  type Walks,
} from "../config/probe-result.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import type { Segments } from "../segment/segments.ts";
import { spreadSlots } from "../slots/slot-sample.ts";
import type { SlotSet } from "../slots/slot-set.ts";
import { type DenseIndex, denseOf } from "../vectors/dense-index.ts";
import { losesOrder } from "./probe-rounding.ts";
import { MAX_CHECKS_WITHOUT_GROWTH } from "./reach-watch.ts";

export interface ProbeParts {
  readonly segments: Segments;
  /** Returns the present configuration of the vectors. */
  readonly fields: () => readonly FieldConfig[];
  /** Receives each measurement; resolves when its consequences are applied. */
  readonly onProbed: (index: DenseIndex, probed: Probed) => Promise<void>;
}

/** Lets other tasks run. @throws when the work has to end */
type Pause = (ms?: number) => Promise<void>;

interface DueIndex {
  readonly segment: CollectionSegment;
  readonly index: DenseIndex;
  /** The slots that have no such vector. */
  readonly absent: SlotSet;
  readonly ef: number;
}

/** The size of a graph at its last check, and the number of checks in a row at which it had not grown. */
interface LastCheck {
  readonly indexed: number;
  readonly checksWithoutGrowth: number;
}

/** Smaller segments are not measured: an exact search in them takes less time than a message to a worker. */
const MIN_SLOTS = 1024;
/** Multiplications between two pauses, which take one to two milliseconds. */
const SLICE_PRODUCTS = 2 ** 20;
const MAX_SLICE_SLOTS = 1024;
const MIN_SLICE_SLOTS = 16;
/** Codes are judged by walks with at least this ef: a walk with a smaller one misses neighbours on any encoding. */
const MIN_JUDGED_EF = 64;
/** Milliseconds until an incomplete graph is checked again; each wait is longer by half. */
const FIRST_WAIT_MS = 200;
const LAST_WAIT_MS = 5000;

export class CodeProbe {
  readonly #parts: ProbeParts;
  /** The number of slots at which memory for a measurement was missing; it is repeated at twice as many. */
  readonly #outOfMemory = new WeakMap<DenseIndex, number>();
  #running = false;

  constructor(parts: ProbeParts) {
    this.#parts = parts;
  }

  /**
   * Measures all indexes that are due, also those that become due meanwhile, one after another. Never rejects.
   * @param onMeasured called after each measurement
   */
  async run(pause: Pause, onMeasured: () => void): Promise<void> {
    if (this.#running || this.#dueIndexes().length === 0) return;
    this.#running = true;
    const lastChecks = new Map<DenseIndex, LastCheck>();
    const isWorthChecking = ({ index }: DueIndex) =>
      (lastChecks.get(index)?.checksWithoutGrowth ?? 0) < MAX_CHECKS_WITHOUT_GROWTH;
    let wait = FIRST_WAIT_MS;
    try {
      await pause(FIRST_WAIT_MS);
      for (let due = this.#dueIndexes(); due.some(isWorthChecking); due = this.#dueIndexes()) {
        for (const dueIndex of due.filter(isWorthChecking)) {
          const indexed = await this.#probe(dueIndex, pause);
          await pause();
          if (indexed === null) {
            wait = FIRST_WAIT_MS;
            onMeasured();
            continue;
          }
          const last = lastChecks.get(dueIndex.index);
          lastChecks.set(dueIndex.index, {
            indexed,
            checksWithoutGrowth: last?.indexed === indexed ? last.checksWithoutGrowth + 1 : 0,
          });
        }
        if (!this.#dueIndexes().some(isWorthChecking)) return;
        await pause(wait);
        wait = Math.min(LAST_WAIT_MS, wait * 1.5);
      }
    } catch {
      // The collection is being closed.
    } finally {
      this.#running = false;
    }
  }

  #dueIndexes(): DueIndex[] {
    const { segments, fields } = this.#parts;
    const all: DueIndex[] = [];
    for (const segment of segments.all) {
      const { slots } = segment.ids;
      if (slots < MIN_SLOTS) continue;
      for (const { field: own, index: anyIndex, absent } of segment.vectors.all) {
        const index = denseOf(anyIndex);
        if (!index?.inEngine) continue;
        const { spec, probed } = index;
        const field = fields().find(({ id }) => id === own.id) ?? own;
        const ef = Math.max(K, field.hnsw.ef_search);
        if (spec.m === 0 || slots < spec.indexFrom) continue;
        if (slots < 2 * (this.#outOfMemory.get(index) ?? 0)) continue;
        if (probed !== null && probed.ef === ef && slots < 2 * probed.slots) continue;
        // The segment is about to be rebuilt without codes.
        if (field.onRows !== undefined && spec.encoding !== "none") continue;
        all.push({ segment, index, absent, ef });
      }
    }
    return all;
  }

  /** @returns null when it was measured; the number of slots in the graph when they are too few, or it failed */
  async #probe(due: DueIndex, pause: Pause): Promise<number | null> {
    const { index, segment } = due;
    const { slots } = segment.ids;
    let indexed = 0;
    try {
      const stats = (await index.graphStats())!;
      indexed = stats.indexed;
      if (indexed < Math.max(MIN_SLOTS, stats.count / 2)) return indexed;
      const probed = await this.#measure(due, pause);
      await this.#parts.onProbed(index, probed);
      index.probed = probed;
      return null;
    } catch (error) {
      if (error instanceof OutOfMemory) this.#outOfMemory.set(index, slots);
      // Otherwise the segment was rebuilt meanwhile, the collection is being closed, or a temporary error occurred.
      return indexed;
    }
  }

  async #measure({ segment, index, absent, ef }: DueIndex, pause: Pause): Promise<Probed> {
    const { slots } = segment.ids;
    const isUsed = (slot: number) => segment.ids.isCurrent(slot) && !absent.has(slot);
    const querySlots = Uint32Array.from(spreadSlots(slots, QUERY_COUNT, isUsed));
    const { floats: queries } = await index.read(querySlots);
    const nearest = await this.#nearest(index, queries, { slots, isUsed }, pause);
    const recalls = recallsOf(nearest, await this.#walks(index, queries, ef, pause));
    let fails = codesFail(recalls);
    if (fails && ef < MIN_JUDGED_EF) {
      fails = codesFail(recallsOf(nearest, await this.#walks(index, queries, MIN_JUDGED_EF, pause)));
    }
    const rounds = await losesOrder(index, queries, nearest);
    return { slots, ef, ...recalls, fails, rounds };
  }

  async #nearest(
    { inEngine, spec }: DenseIndex,
    queries: Float32Array,
    { slots, isUsed }: { readonly slots: number; readonly isUsed: (slot: number) => boolean },
    pause: Pause,
  ): Promise<NearestSlots[]> {
    const { engine, handle } = inEngine!;
    const nearest = Array.from({ length: queries.length / spec.dimension }, () => new NearestSlots());
    const fitting = Math.floor(SLICE_PRODUCTS / Math.max(1, queries.length));
    const size = Math.min(MAX_SLICE_SLOTS, Math.max(MIN_SLICE_SLOTS, fitting));
    for (let first = 0; first < slots; first += size) {
      const count = Math.min(size, slots - first);
      const slotsOfSlice = Uint32Array.from({ length: count }, (_, i) => first + i).filter(isUsed);
      const distances = await engine.distances(handle, queries, slotsOfSlice);
      for (const [i, neighbours] of nearest.entries())
        neighbours.add(
          distances.subarray(i * slotsOfSlice.length, (i + 1) * slotsOfSlice.length),
          slotsOfSlice,
        );
      await pause();
    }
    return nearest;
  }

  async #walks(
    { inEngine, spec }: DenseIndex,
    queries: Float32Array,
    ef: number,
    pause: Pause,
  ): Promise<Walks> {
    const { engine, handle } = inEngine!;
    const search = (query: Float32Array, ignoreCodes: boolean) =>
      engine.search(handle, query, { k: K, ef, ignoreCodes });
    const walks = { configured: [] as Float32Array[], onRows: [] as Float32Array[] };
    for (let at = 0; at < queries.length; at += spec.dimension) {
      const query = queries.slice(at, at + spec.dimension);
      walks.configured.push((await search(query, false)).distances);
      await pause();
      walks.onRows.push((await search(query, true)).distances);
      await pause();
    }
    return walks;
  }
}
