// Rebuilds the segments of all collections where needed: removes deleted slots, and merges small segments.
// The decision: one optimizer for the whole database, one rebuild at a time. Applied writes wake it, because a
// collection without writes does not get worse; a rebuild that has failed is repeated without them, since others may
// wait for it (replication/shard-splits.ts). While the log is replayed, rebuilds are postponed until searches are
// answered, as long as memory is not short and less than half of a segment is garbage; so a start needs at most twice
// the memory of the points.

import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { MemoryLimit } from "../../memory/memory-limit.ts";
import type { Clock } from "../../scheduling/clock.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import type { RebuildOptions, Upkeep } from "../collection/upkeep.ts";
import { RebuildCounts, type Rebuilds } from "../rebuild/rebuild-counts.ts";

interface OptimizerParts {
  readonly clock: Clock;
  /** Returns whether the log has been replayed. Before, rebuilt segments are published without a graph. */
  readonly isReady: () => boolean;
  readonly memory: Pick<MemoryLimit, "used" | "limit">;
}

/** How long rebuilds that are due after a start wait. */
const AFTER_START_MS = 300;
/** The share of a segment that is garbage, and of the memory in use, from which on a start waits for rebuilds. */
const MUCH = 0.5;

export class Optimizer {
  readonly #parts: OptimizerParts;
  /** The collections with due work, in the order in which it was noticed. */
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
  readonly #calibrationQueue = new SerialQueue();
  #calibrations = 0;

  constructor(parts: OptimizerParts) {
    this.#parts = parts;
  }

  /** Checks all collections after a start; if work is due, it begins when the first requests have been answered. */
  wakeAfterStart(all: readonly Upkeep[]): void {
    for (const upkeep of all) this.wake(upkeep, AFTER_START_MS);
  }

  /** Checks whether work is due; if so, it is done in the background. @param waitMs how long it waits before */
  wake(upkeep: Upkeep, waitMs = 0): void {
    if (this.#stopped) return;
    upkeep.indexing.wake();
    this.#measure(upkeep);
    if (!this.#isDue(upkeep)) return;
    this.#due.add(upkeep);
    if (this.#working) return;
    this.#working = true;
    this.#work = waitMs === 0 ? this.#run() : this.#wait(waitMs).then(() => this.#run());
  }

  /** See Upkeep.renew; it runs between other rebuilds. @throws the error of the rebuild */
  rebuildAll(upkeep: Upkeep, everything = false): Promise<number> {
    const rebuildAll = () => upkeep.rebuildAll(this.#pace(), everything);
    const rebuilt = this.#queue.run(() => this.#rebuilds.count(rebuildAll, () => "done"));
    const wake = () => this.wake(upkeep);
    rebuilt.then(wake, wake);
    // After a stop the caller does not wait for a graph that will not be completed.
    return Promise.race([rebuilt, this.#stopping]);
  }

  /** The measurements of recall since the start. */
  get calibrations(): number {
    return this.#calibrations;
  }

  get rebuilds(): Rebuilds {
    return this.#rebuilds.now;
  }

  /** Resolves when no work is left. */
  async settled(): Promise<void> {
    while (this.#working) await this.#work;
    await this.#queue.settled();
  }

  /** Stops. Running work ends at its next pause, or when the engine closes. */
  stop(): void {
    this.#stopped = true;
    this.#stopping.catch(() => {});
    this.#refuseWaiting(closing());
    this.#due.clear();
  }

  /** Resolves after that time, or when the optimizer stops. */
  #wait(ms: number): Promise<void> {
    const waited = new Promise<void>((resolve) => setTimeout(resolve, ms));
    return Promise.race([waited, this.#stopping]).catch(() => {});
  }

  async #run(): Promise<void> {
    for (const upkeep of this.#due) {
      this.#due.delete(upkeep);
      const run = () => upkeep.run(this.#pace());
      const outcome = await this.#queue.run(() => this.#rebuilds.count(run, (outcome) => outcome));
      if (outcome === "failed") this.#repeatLater(upkeep);
      this.#measure(upkeep);
      // More work may be due; other collections come first.
      if (!this.#stopped && this.#isDue(upkeep)) this.#due.add(upkeep);
    }
    this.#working = false;
  }

  #repeatLater(upkeep: Upkeep): void {
    const { clock } = this.#parts;
    clock.after(upkeep.retryAt - clock.now(), () => {
      if (upkeep.isNeeded) this.wake(upkeep);
    });
  }

  #isDue(upkeep: Upkeep): boolean {
    const { clock, isReady, memory } = this.#parts;
    if (!upkeep.isDue(clock.now())) return false;
    return isReady() || upkeep.garbage >= MUCH || memory.used >= memory.limit * MUCH;
  }

  /** Measures recall and reachability in the background, beside other work, because this only searches. */
  #measure(upkeep: Upkeep): void {
    if (this.#stopped || !this.#parts.isReady() || !upkeep.isNeeded) return;
    const pause = async (ms?: number) => {
      await this.#pause(ms);
      if (!upkeep.isNeeded) throw closing();
    };
    void upkeep.reach.run(pause);
    void upkeep.probe.run(pause, () => this.wake(upkeep));
    const wake = () => this.wake(upkeep);
    const now = () => this.#parts.clock.now();
    void upkeep.calibrator.run({ pause, wake, now, alone: this.#calibrateAlone });
  }

  readonly #calibrateAlone = async (work: () => Promise<void>): Promise<void> => {
    await this.#calibrationQueue.run(() => {
      if (this.#stopped) throw closing();
      return work();
    });
    this.#calibrations++;
  };

  #pace(): RebuildOptions {
    const { clock, isReady } = this.#parts;
    return { now: clock.now(), indexFirst: isReady(), pause: () => this.#pause() };
  }

  async #pause(ms = 0): Promise<void> {
    await new Promise((resolve) => {
      const timer: { unref?: () => void } | number = setTimeout(resolve, ms);
      // The timer does not keep a program running that has nothing else to do.
      if (ms > 0 && typeof timer === "object") timer.unref?.();
    });
    if (this.#stopped) throw closing();
  }
}

function closing(): VectorDbError {
  return new VectorDbError("CLOSED", "The database is closing; ask again when it is open");
}
