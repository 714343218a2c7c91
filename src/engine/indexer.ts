// Inserts written slots into graphs, in slices between other work of the thread that owns the vector stores.
// The decision: a slice lasts a few milliseconds, so a write that arrives meanwhile waits no longer; stores alternate.
// A graph is begun when writing has paused for 300 ms, and ten seconds after the first write at the latest. If the
// slots that it lacks are many, a graph of all slots is built in bulk (bulk-index.ts), after a wait of at most as long
// as that takes, or half a minute, and until then these slots are compared. Otherwise they are inserted: the first ones
// in mixed order, which makes a better graph of rows that arrive topic by topic, and at 131,072 slots at once, because
// nothing is gained by waiting for more. A caller that waits for the graph thereby says that all slots are written.
// Slots without memory stay outside of the graph, are compared one by one, and are tried again after more writes. While
// a log is replayed, graphs are held: the first searches compare the slots of the replay.
import { OutOfMemory } from "../errors/failures.ts";
import type { VectorStore } from "./vector-store.ts";

/** Runs a task soon, after other waiting work. */
export type Scheduler = (task: () => void) => void;

/** The clock that decides when graphs are begun. */
interface IndexerClock {
  /** Returns milliseconds since some moment. */
  now(): number;
  /** Runs the task once, after `ms` milliseconds. @returns a function that cancels it */
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
/** Slots inserted between two readings of the clock: an insertion takes between 0.1 and 1 ms. */
const SLOTS_PER_STEP = 4;
/** Without a write for so long, an import is over. */
const QUIET_MS = 300;
/** A graph is begun after so long even if writing continues, because until then every search compares all slots. */
const MAX_WAIT_MS = 10_000;
/**
 * The least time that a bulk build takes for a slot, in milliseconds. Waiting for the end of an import as long as its
 * build would take costs at most as much time again; a build that is begun too early has to be done twice.
 */
const BUILD_MS_PER_SLOT = 0.1;
const MAX_BUILD_WAIT_MS = 30_000;
/** Insertions are begun at this many slots even if writing continues; the first batch contains all of them. */
const MAX_HELD_SLOTS = 2 ** 17;

/** The times of the first and the last write among the slots that are not in the graph. */
interface WriteTimes {
  readonly first: number;
  readonly last: number;
}

export class Indexer {
  readonly #schedulerOf: Scheduler | null;
  /** Stores with work to do, in the order in which they are indexed, and when each was written to. */
  readonly #pending = new Map<VectorStore, WriteTimes>();
  readonly #waiters = new Map<VectorStore, (() => void)[]>();
  #scheduled = false;
  /** The time until which graphs are held. */
  #heldUntil = 0;
  /** Cancels the timer that looks again whether writing has paused; null: it is not set. */
  #stopTimer: (() => void) | null = null;
  readonly #clock: IndexerClock;

  /** @param later runs a task in the background; null: indexing runs only while a caller waits */
  constructor(later: Scheduler | null, clock: IndexerClock = SYSTEM_CLOCK) {
    this.#schedulerOf = later;
    this.#clock = clock;
  }

  /** To be called after every write. */
  noteWrite(store: VectorStore): void {
    if (store.unindexed === 0 && !store.isUnchecked) return;
    this.#note(store);
    if (this.#schedulerOf) this.#schedule(this.#schedulerOf);
  }

  /** Resolves when no work is left for the store; all nodes of its graph have then been checked for reachability. */
  wait(store: VectorStore): Promise<void> {
    this.#note(store);
    this.#workUnlessLater(store);
    if (!this.#pending.has(store) && !store.isHeld) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.set(store, [...(this.#waiters.get(store) ?? []), resolve]);
      if (this.#schedulerOf) this.#schedule(this.#schedulerOf);
    });
  }

  /** While graphs are held, and a pause longer, only those that a caller waits for are begun or continued. */
  hold(held: boolean): void {
    this.#heldUntil = held ? Number.POSITIVE_INFINITY : this.#clock.now() + QUIET_MS;
    if (this.#schedulerOf && !held) this.#schedule(this.#schedulerOf);
  }

  /** To be called when nothing holds the graph any more. */
  resume(store: VectorStore): void {
    this.noteWrite(store);
    if (this.#waiters.has(store)) this.#workUnlessLater(store);
    if (!this.#pending.has(store)) this.forget(store);
  }

  forget(store: VectorStore): void {
    this.#pending.delete(store);
    for (const resolve of this.#waiters.get(store) ?? []) resolve();
    this.#waiters.delete(store);
    if (this.#pending.size === 0) this.#callOff();
  }

  #note(store: VectorStore): void {
    const last = this.#clock.now();
    this.#pending.set(store, { first: this.#pending.get(store)?.first ?? last, last });
  }

  #workUnlessLater(store: VectorStore): void {
    if (!this.#schedulerOf) while (this.#pending.has(store)) this.#work(store, Number.POSITIVE_INFINITY);
  }

  #schedule(later: Scheduler): void {
    const ready = [...this.#pending.keys()].filter((store) => store.building === null);
    if (this.#scheduled || ready.length === 0) return;
    const heldFor = Math.min(...ready.map((store) => this.#heldFor(store)));
    if (heldFor === Number.POSITIVE_INFINITY) return;
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
      for (const store of this.#pending.keys()) {
        if (store.building !== null || this.#heldFor(store) > 0) continue;
        this.#work(store, this.#waiters.has(store) ? Number.POSITIVE_INFINITY : MAX_HELD_SLOTS);
        break;
      }
      this.#schedule(later);
    });
  }

  /**
   * Returns the milliseconds until the store's graph may be begun if no more is written; 0: it may be now; infinite:
   * graphs are held.
   */
  #heldFor(store: VectorStore): number {
    if (this.#waiters.has(store)) return 0;
    const heldFor = this.#heldUntil - this.#clock.now();
    if (heldFor > 0) return heldFor;
    if (store.isBegun) return 0;
    const { unindexed } = store;
    const isBuilt = store.bulk.isDue(unindexed);
    if (unindexed >= MAX_HELD_SLOTS && !isBuilt) return 0;
    const { first, last } = this.#pending.get(store)!;
    const ownWait = isBuilt ? Math.min(unindexed * BUILD_MS_PER_SLOT, MAX_BUILD_WAIT_MS) : 0;
    const latest = first + Math.max(MAX_WAIT_MS, ownWait);
    return Math.max(0, Math.min(last + QUIET_MS, latest) - this.#clock.now());
  }

  /** Schedules the store again when builder threads have ended. */
  #goOnAfter(building: Promise<unknown> | null): void {
    const later = this.#schedulerOf;
    if (later) void building?.then(() => this.#schedule(later));
  }

  #callOff(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }

  /** Runs one slice. A store with more work goes to the end of the queue. */
  #work(store: VectorStore, batch: number): void {
    const end = performance.now() + SLICE_MS;
    const written = this.#pending.get(store)!;
    const forced = this.#schedulerOf === null || this.#waiters.has(store);
    try {
      let isMore = goOn(store, batch, forced);
      while (isMore && store.building === null && performance.now() < end)
        isMore = goOn(store, batch, forced);
      this.#pending.delete(store);
      if (isMore) this.#pending.set(store, written);
      else if (!store.isHeld) this.forget(store);
      this.#goOnAfter(store.building);
    } catch (error) {
      this.forget(store);
      if (!(error instanceof OutOfMemory)) throw error;
    }
  }
}

/** Inserts slots that are not in the graph, then links unreachable nodes. @returns whether there is more to do */
function goOn(store: VectorStore, batch: number, forced: boolean): boolean {
  return store.index(SLOTS_PER_STEP, batch) > 0 || store.repair(SLOTS_PER_STEP, forced);
}
