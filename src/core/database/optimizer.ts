// Looks after the segments of all collections: gives back what dead points hold, makes one of many small ones.
// The decision: one for the whole database, one rebuild at a time, woken by writes that were applied and by nothing
// else: what nobody writes to does not get worse.

import { VectorDbError } from "../../errors/vector-db-error.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import type { Pace, Upkeep } from "../collection/upkeep.ts";
import { RebuildCounts, type Rebuilds } from "../rebuild/rebuild-counts.ts";

interface OptimizerParts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether what is rebuilt is indexed before it is shown; while the log is replayed nothing is. */
  readonly indexFirst: () => boolean;
}

export class Optimizer {
  readonly #parts: OptimizerParts;
  /** What something should be done about, in the order of being noticed. */
  readonly #due = new Set<Upkeep>();
  #work: Promise<void> = Promise.resolve();
  readonly #rebuilds = new RebuildCounts();
  #working = false;
  #stopped = false;
  #refuseWaiting: (error: Error) => void = () => {};
  readonly #stopping = new Promise<never>((_, reject) => {
    this.#refuseWaiting = reject;
  });
  readonly #queue = new SerialQueue();

  constructor(parts: OptimizerParts) {
    this.#parts = parts;
  }

  /** Looks whether something should be done; if so it is done in the background. */
  wake(upkeep: Upkeep): void {
    if (this.#stopped) return;
    upkeep.indexing.wake();
    this.#measure(upkeep);
    if (!upkeep.isDue(this.#parts.now())) return;
    this.#due.add(upkeep);
    if (this.#working) return;
    this.#working = true;
    this.#work = this.#run();
  }

  /** See Upkeep.renew; between other work. @throws what it fails with */
  renew(upkeep: Upkeep, everything = false): Promise<number> {
    const renew = () => upkeep.renew(this.#pace(), everything);
    const renewed = this.#queue.run(() => this.#rebuilds.count(renew, () => "done"));
    // Who asked for it does not wait for a graph that will not be built to its end.
    return Promise.race([renewed, this.#stopping]);
  }

  /** What became of rebuilds so far. */
  get rebuilds(): Rebuilds {
    return this.#rebuilds.now;
  }

  /** Resolves when there is nothing to do. */
  async settled(): Promise<void> {
    while (this.#working) await this.#work;
    await this.#queue.settled();
  }

  /** What is under way ends at its next pause, or when the engine closes. */
  stop(): void {
    this.#stopped = true;
    this.#stopping.catch(() => {});
    this.#refuseWaiting(closing());
    this.#due.clear();
  }

  async #run(): Promise<void> {
    const { now } = this.#parts;
    for (const upkeep of this.#due) {
      this.#due.delete(upkeep);
      const run = () => upkeep.run(this.#pace());
      await this.#queue.run(() => this.#rebuilds.count(run, (outcome) => outcome));
      this.#measure(upkeep);
      // There may be more to do; others come first.
      if (!this.#stopped && upkeep.isDue(now())) this.#due.add(upkeep);
    }
    this.#working = false;
  }

  /** In the background, beside everything else: it only searches. */
  #measure(upkeep: Upkeep): void {
    if (this.#stopped || !this.#parts.indexFirst() || !upkeep.isNeeded) return;
    const pause = async (ms?: number) => {
      await this.#pause(ms);
      if (!upkeep.isNeeded) throw closing();
    };
    void upkeep.reach.run(pause);
    void upkeep.probe.run(pause, () => this.wake(upkeep));
  }

  #pace(): Pace {
    const { now, indexFirst } = this.#parts;
    return { now: now(), indexFirst: indexFirst(), pause: () => this.#pause() };
  }

  async #pause(ms = 0): Promise<void> {
    await new Promise((resolve) => {
      const timer: { unref?: () => void } | number = setTimeout(resolve, ms);
      // A program that has nothing else to do may end meanwhile.
      if (ms > 0 && typeof timer === "object") timer.unref?.();
    });
    if (this.#stopped) throw closing();
  }
}

function closing(): VectorDbError {
  return new VectorDbError("CLOSED", "The database is closing; ask again when it is open");
}
