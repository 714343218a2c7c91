// Whether walks find what they should: some vectors of a segment are searched for exactly, by a walk as configured and by
// a walk on the f32 vectors.
// The decision: it is measured on the data itself, when a graph is begun and each time its segment has doubled, because
// nothing else says what codes are worth (probe-result.ts says what follows). It is done in slices of a millisecond or two,
// one pass over the vectors for all queries; nobody waits for it, and a status stays green meanwhile.
import type { Engine, SegmentHandle } from "../engine/engine.ts";
import type { FieldConfig } from "./collection-config.ts";
import { K, Nearest, type Probed, QUERIES, recallsOf } from "./probe-result.ts";
import type { Segment } from "./segment.ts";
import type { Segments } from "./segments.ts";
import type { VectorSegment } from "./vector-segment.ts";

export interface ProbeParts {
  readonly engine: Engine;
  readonly segments: Segments;
  /** As the collection has them at this moment. */
  readonly fields: () => readonly FieldConfig[];
  /** Is told of what was measured; resolves when what follows from it is done. */
  readonly onProbed: (vectors: VectorSegment) => Promise<void>;
}

/** Lets others have the thread for a moment. @throws when the work is to end */
type Pause = (ms?: number) => Promise<void>;

/** Smaller segments are compared whole in less time than it takes to hand a search over. */
const LEAST_SLOTS = 1024;
/** Products of two numbers in a slice: a millisecond or two. */
const SLICE_PRODUCTS = 2 ** 20;
const MOST_SLOTS = 1024;
const LEAST_SLICE = 16;
/** While a graph is built. */
const LOOK_AGAIN_MS = 200;

export class CodeProbe {
  readonly #parts: ProbeParts;
  /** Slots for which measuring failed; it is tried again when there are twice as many. */
  readonly #failed = new WeakMap<VectorSegment, number>();
  #running = false;

  constructor(parts: ProbeParts) {
    this.#parts = parts;
  }

  /** Measures what is due, one after another. Never rejects. */
  async run(pause: Pause): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      for (let due = this.#due(); due !== null; due = this.#due()) {
        const [segment, vectors] = due;
        const { slots } = segment.ids;
        try {
          vectors.probed = await this.#measure(segment, vectors, pause);
          await this.#parts.onProbed(vectors);
        } catch {
          // The segment was made anew meanwhile, or there was no memory for a search, or the database closes.
          this.#failed.set(vectors, slots);
        }
        await pause();
      }
    } catch {
      // It closes.
    } finally {
      this.#running = false;
    }
  }

  #due(): [Segment, VectorSegment] | null {
    const { segments, fields } = this.#parts;
    for (const segment of segments.all) {
      const { slots } = segment.ids;
      for (const [i, vectors] of segment.vectors.all.entries()) {
        const { handle, spec } = vectors;
        if (handle === null || spec.m === 0 || slots < Math.max(LEAST_SLOTS, spec.indexFrom)) continue;
        if (slots < 2 * Math.max(vectors.probed?.slots ?? 0, this.#failed.get(vectors) ?? 0)) continue;
        // It is about to be made anew without codes.
        if (fields()[i]?.onRows !== undefined && spec.encoding !== "none") continue;
        return [segment, vectors];
      }
    }
    return null;
  }

  /** Resolves when most of the segment is in its graph; nothing is indexed sooner because of it. */
  async #begun(handle: SegmentHandle, pause: Pause): Promise<void> {
    for (;;) {
      const { count, indexed } = await this.#parts.engine.stats(handle);
      if (indexed >= Math.max(LEAST_SLOTS, count / 2)) return;
      await pause(LOOK_AGAIN_MS);
    }
  }

  async #measure(segment: Segment, vectors: VectorSegment, pause: Pause): Promise<Probed> {
    const { engine } = this.#parts;
    const { field, spec, absent } = vectors;
    const handle = vectors.handle!;
    await this.#begun(handle, pause);
    const { slots } = segment.ids;
    const isUsed = (slot: number) => segment.ids.isCurrent(slot) && !absent.has(slot);
    const asked = sample(slots, isUsed);
    const queries = await engine.read(handle, asked);
    const nearest = Array.from(asked, () => new Nearest());
    const products = spec.dimension * Math.max(1, asked.length);
    const size = Math.min(MOST_SLOTS, Math.max(LEAST_SLICE, Math.floor(SLICE_PRODUCTS / products)));
    for (let first = 0; first < slots; first += size) {
      const count = Math.min(size, slots - first);
      const some = Uint32Array.from({ length: count }, (_, i) => first + i).filter(isUsed);
      const distances = await engine.distances(handle, queries, some);
      for (const [i, one] of nearest.entries())
        one.add(distances.subarray(i * some.length, (i + 1) * some.length));
      await pause();
    }
    const ef = Math.max(K, field.hnsw.ef_search);
    const walks = { configured: [] as Float32Array[], onRows: [] as Float32Array[] };
    for (const [i] of asked.entries()) {
      const query = queries.subarray(i * spec.dimension, (i + 1) * spec.dimension);
      walks.configured.push((await engine.search(handle, query, { k: K, ef })).distances);
      const onRows = await engine.search(handle, query, { k: K, ef, ignoreCodes: true });
      walks.onRows.push(onRows.distances);
      await pause();
    }
    return { slots, ...recallsOf(nearest, walks) };
  }
}

/** Slots that are used, spread evenly. */
function sample(slots: number, isUsed: (slot: number) => boolean): Uint32Array {
  const chosen: number[] = [];
  for (let i = 0; i < QUERIES; i++) {
    const end = Math.floor((slots * (i + 1)) / QUERIES);
    let slot = Math.floor((slots * i) / QUERIES);
    while (slot < end && !isUsed(slot)) slot++;
    if (slot < end) chosen.push(slot);
  }
  return Uint32Array.from(chosen);
}
