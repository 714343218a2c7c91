// When collections that are marked as deleted are removed for good.
// The decision: one timer each, set from what the collection says; when it rings the collection is asked again, because it
// may have been restored, or marked anew for longer, while the removal waited for its turn.
import type { Clock } from "../../scheduling/clock.ts";
import type { Collection } from "../collection/collection.ts";

/** Timers of Node end at 2^31 ms, and one that is longer rings at once. */
const LONGEST_TIMER_MS = 86_400_000;

export class Expiry {
  readonly #clock: Clock;
  readonly #remove: (collection: Collection) => Promise<void>;
  readonly #timers = new Map<Collection, () => void>();

  /** @param remove to be asked again for every collection whose time has come: `isDue` tells */
  constructor(clock: Clock, remove: (collection: Collection) => Promise<void>) {
    this.#clock = clock;
    this.#remove = remove;
  }

  /** To be called whenever a collection was marked or restored. */
  watch(collection: Collection): void {
    this.forget(collection);
    if (collection.state.kind !== "marked") return;
    const remaining = Math.max(0, collection.state.deletedUntil - this.#clock.now());
    const cancel = this.#clock.after(Math.min(remaining, LONGEST_TIMER_MS), () => this.#ring(collection));
    this.#timers.set(collection, cancel);
  }

  #ring(collection: Collection): void {
    // A clock that was set back has more time left than the timer knew.
    if (!this.isDue(collection)) this.watch(collection);
    // What cannot be removed now, because the disk fails for example, is removed at the next start.
    else void this.#remove(collection).catch(() => {});
  }

  isDue({ state }: Collection): boolean {
    return state.kind === "marked" && state.deletedUntil <= this.#clock.now();
  }

  forget(collection: Collection): void {
    this.#timers.get(collection)?.();
    this.#timers.delete(collection);
  }

  stop(): void {
    for (const cancel of this.#timers.values()) cancel();
  }
}
