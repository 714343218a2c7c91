// Brings graphs up to what has been written, in slices between other work of the thread that owns the segments.
// The decision: a slice lasts a few milliseconds, so a write that arrives meanwhile waits no longer than that; segments
// take turns. A graph is begun when writing has paused for 300 ms, ten seconds after the first write at the latest, or when
// 131,072 slots are there: what is there then goes in mixed, and rows that come topic by topic make a better graph so. Until
// then all of it is compared, as before there is a graph. Whoever waits for the graph says that all is there. What does not
// fit into memory stays outside its graph, is compared slot by slot, and is tried again when more has been written.
import { OutOfMemory } from "../errors/failures.ts";
import type { VectorStore } from "./vector-store.ts";

/** Runs a task soon, after what else is waiting has had its turn. */
export type Later = (task: () => void) => void;

/** Time as it decides when graphs are begun. */
interface IndexerClock {
  /** Milliseconds since some moment. */
  now(): number;
  /** Runs the task once, after so many milliseconds. @returns how to call it off */
  after(ms: number, task: () => void): () => void;
}

const SYSTEM_CLOCK: IndexerClock = {
  now: () => performance.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

const SLICE_MS = 3;
/** Slots inserted between two looks at the clock: inserting one takes between a tenth of and one millisecond. */
const STEP = 4;
/** Without a write for so long, an import is over. */
const QUIET_MS = 300;
/** A graph is begun after so long although writing goes on, because until then every search compares everything. */
const MOST_WAIT_MS = 10_000;
/** With so many slots a graph is begun whether writing goes on or not, with as many of them: none is saved before these are in. */
const MOST_HELD = 2 ** 17;

/** Of what is not in the graph: when the first and the last of it came. */
interface Written {
  readonly first: number;
  readonly last: number;
}

export class Indexer {
  readonly #later: Later | null;
  /** Segments that have something to do, in the order of their turns, and when each was written to. */
  readonly #pending = new Map<VectorStore, Written>();
  readonly #waiters = new Map<VectorStore, (() => void)[]>();
  #scheduled = false;
  /** Looks again when writing may have paused. */
  #stopTimer: (() => void) | null = null;
  readonly #clock: IndexerClock;

  /** @param later how to go on in the background; null: only when somebody waits */
  constructor(later: Later | null, clock: IndexerClock = SYSTEM_CLOCK) {
    this.#later = later;
    this.#clock = clock;
  }

  /** To be called after every write. */
  noteWrite(segment: VectorStore): void {
    if (segment.unindexed === 0 && !segment.isUnchecked) return;
    this.#note(segment);
    if (this.#later) this.#schedule(this.#later);
  }

  /** Resolves when nothing is left to do for the segment; its graph has been looked at to the last node then. */
  wait(segment: VectorStore): Promise<void> {
    this.#note(segment);
    this.#workUnlessLater(segment);
    if (!this.#pending.has(segment) && !segment.isHeld) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.set(segment, [...(this.#waiters.get(segment) ?? []), resolve]);
      if (this.#later) this.#schedule(this.#later);
    });
  }

  /** To be called when nothing holds its graph up any more. */
  resume(segment: VectorStore): void {
    this.noteWrite(segment);
    if (this.#waiters.has(segment)) this.#workUnlessLater(segment);
    if (!this.#pending.has(segment)) this.forget(segment);
  }

  forget(segment: VectorStore): void {
    this.#pending.delete(segment);
    for (const resolve of this.#waiters.get(segment) ?? []) resolve();
    this.#waiters.delete(segment);
    if (this.#pending.size === 0) this.#callOff();
  }

  #note(segment: VectorStore): void {
    const last = this.#clock.now();
    this.#pending.set(segment, { first: this.#pending.get(segment)?.first ?? last, last });
  }

  #workUnlessLater(segment: VectorStore): void {
    if (!this.#later) while (this.#pending.has(segment)) this.#work(segment, Number.POSITIVE_INFINITY);
  }

  #schedule(later: Later): void {
    if (this.#scheduled || this.#pending.size === 0) return;
    const heldFor = Math.min(...[...this.#pending.keys()].map((segment) => this.#heldFor(segment)));
    if (heldFor > 0) {
      this.#stopTimer ??= this.#clock.after(heldFor, () => {
        this.#stopTimer = null;
        this.#schedule(later);
      });
      return;
    }
    this.#callOff();
    this.#scheduled = true;
    later(() => {
      this.#scheduled = false;
      for (const segment of this.#pending.keys()) {
        if (this.#heldFor(segment) > 0) continue;
        this.#work(segment, this.#waiters.has(segment) ? Number.POSITIVE_INFINITY : MOST_HELD);
        break;
      }
      this.#schedule(later);
    });
  }

  /** Milliseconds for which the segment's graph is not begun yet unless it is written to again; 0: it has its turn. */
  #heldFor(segment: VectorStore): number {
    if (this.#waiters.has(segment) || segment.isBegun || segment.unindexed >= MOST_HELD) return 0;
    const { first, last } = this.#pending.get(segment)!;
    return Math.max(0, Math.min(last + QUIET_MS, first + MOST_WAIT_MS) - this.#clock.now());
  }

  #callOff(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }

  /** One slice. A segment that is not done goes to the end of the line. */
  #work(segment: VectorStore, batch: number): void {
    const end = performance.now() + SLICE_MS;
    const written = this.#pending.get(segment)!;
    const all = this.#later === null || this.#waiters.has(segment);
    try {
      let isMore = goOn(segment, batch, all);
      while (isMore && performance.now() < end) isMore = goOn(segment, batch, all);
      this.#pending.delete(segment);
      if (isMore) this.#pending.set(segment, written);
      else if (!segment.isHeld) this.forget(segment);
    } catch (error) {
      this.forget(segment);
      if (!(error instanceof OutOfMemory)) throw error;
    }
  }
}

/** Slots that are not in the graph first, then nodes that nothing leads to. @returns whether there is more to do */
function goOn(segment: VectorStore, batch: number, all: boolean): boolean {
  return segment.index(STEP, batch) > 0 || segment.repair(STEP, all);
}
