// Brings graphs up to what has been written, in slices between other work of the thread that owns the segments.
// The decision: a slice lasts a few milliseconds, so a write that arrives meanwhile waits no longer than that; segments
// take turns. What does not fit into memory stays outside its graph, is compared slot by slot, and is tried again when
// more has been written.
import { OutOfMemory } from "../errors.ts";
import type { Segment } from "./wasm.ts";

/** Runs a task soon, after what else is waiting has had its turn. */
export type Later = (task: () => void) => void;

const SLICE_MS = 3;
/** Slots inserted between two looks at the clock: inserting one takes between a tenth of and one millisecond. */
const STEP = 4;

export class Indexer {
  readonly #later: Later | null;
  /** Segments that have something to do, in the order of their turns. */
  readonly #pending = new Set<Segment>();
  readonly #waiters = new Map<Segment, (() => void)[]>();
  #scheduled = false;

  /** @param later how to go on in the background; null: only when somebody waits */
  constructor(later: Later | null) {
    this.#later = later;
  }

  /** To be called after every write. */
  noteWrite(segment: Segment): void {
    if (segment.unindexed === 0) return;
    this.#pending.add(segment);
    if (this.#later) this.#schedule(this.#later);
  }

  /** Resolves when nothing is left to do for the segment. */
  wait(segment: Segment): Promise<void> {
    this.noteWrite(segment);
    this.#workUnlessLater(segment);
    if (!this.#pending.has(segment) && !segment.isHeld) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.set(segment, [...(this.#waiters.get(segment) ?? []), resolve]);
    });
  }

  /** To be called when nothing holds its graph up any more. */
  resume(segment: Segment): void {
    this.noteWrite(segment);
    if (this.#waiters.has(segment)) this.#workUnlessLater(segment);
    if (!this.#pending.has(segment)) this.forget(segment);
  }

  forget(segment: Segment): void {
    this.#pending.delete(segment);
    for (const resolve of this.#waiters.get(segment) ?? []) resolve();
    this.#waiters.delete(segment);
  }

  #workUnlessLater(segment: Segment): void {
    if (!this.#later) while (this.#pending.has(segment)) this.#work(segment);
  }

  #schedule(later: Later): void {
    if (this.#scheduled || this.#pending.size === 0) return;
    this.#scheduled = true;
    later(() => {
      this.#scheduled = false;
      for (const segment of this.#pending) {
        this.#work(segment);
        break;
      }
      this.#schedule(later);
    });
  }

  /** One slice. A segment that is not done goes to the end of the line. */
  #work(segment: Segment): void {
    const end = performance.now() + SLICE_MS;
    try {
      let left = segment.index(STEP);
      while (left > 0 && performance.now() < end) left = segment.index(STEP);
      this.#pending.delete(segment);
      if (left > 0) this.#pending.add(segment);
      else if (!segment.isHeld) this.forget(segment);
    } catch (error) {
      this.forget(segment);
      if (!(error instanceof OutOfMemory)) throw error;
    }
  }
}
