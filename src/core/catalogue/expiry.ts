// Removes the collections that are marked as deleted when their time ends.
// The decision: one timer for each collection. When it fires the collection is checked again, because it may have been
// restored, or marked again for longer, while the removal waited in its queue.
import type { Clock } from "../../scheduling/clock.ts";
import type { Collection } from "../collection/collection.ts";

/** A timer of Node has at most 2^31 ms, and a longer one fires at once. */
const MAX_TIMER_MS = 86_400_000;
/** The pause after a removal that has failed. */
const RETRY_MS = 60_000;

export class Expiry {
  readonly #clock: Clock;
  readonly #remove: (collection: Collection) => Promise<void>;
  readonly #timers = new Map<Collection, () => void>();
  #isStopped = false;

  /** @param remove is called for every collection whose timer has fired; it has to check `isDue` again */
  constructor(clock: Clock, remove: (collection: Collection) => Promise<void>) {
    this.#clock = clock;
    this.#remove = remove;
  }

  /** Sets the timer of a collection; to be called whenever a collection was marked or restored. */
  watch(collection: Collection): void {
    this.forget(collection);
    if (collection.state.kind !== "marked") return;
    const remaining = Math.max(0, collection.state.deletedUntil - this.#clock.now());
    this.#try(collection, Math.min(remaining, MAX_TIMER_MS));
  }

  #try(collection: Collection, ms: number): void {
    if (this.#isStopped) return;
    this.forget(collection);
    this.#timers.set(
      collection,
      this.#clock.after(ms, () => this.#ring(collection)),
    );
  }

  #ring(collection: Collection): void {
    // If the clock was set back, more time is left than when the timer was set.
    if (!this.isDue(collection)) this.watch(collection);
    // It cannot be removed now, for example because the disk fails, or the log of the cluster is away.
    else void this.#remove(collection).catch(() => this.#try(collection, RETRY_MS));
  }

  isDue({ state }: Collection): boolean {
    return state.kind === "marked" && state.deletedUntil <= this.#clock.now();
  }

  forget(collection: Collection): void {
    this.#timers.get(collection)?.();
    this.#timers.delete(collection);
  }

  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#timers.values()) cancel();
  }
}
