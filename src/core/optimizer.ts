// Looks after the segments of all collections: gives back what dead points hold, makes one of many small ones.
// The decision: one for the whole database, one rebuild at a time, woken by writes that were applied and by nothing
// else: what nobody writes to does not get worse.
import type { Upkeep } from "./upkeep.ts";

export interface OptimizerParts {
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
  #working = false;
  #stopped = false;

  constructor(parts: OptimizerParts) {
    this.#parts = parts;
  }

  /** Looks whether something should be done; if so it is done in the background. */
  wake(upkeep: Upkeep): void {
    if (this.#stopped || !upkeep.isDue(this.#parts.now())) return;
    this.#due.add(upkeep);
    if (this.#working) return;
    this.#working = true;
    this.#work = this.#run();
  }

  /** Resolves when there is nothing to do. */
  async settled(): Promise<void> {
    while (this.#working) await this.#work;
  }

  /** What is under way ends at its next pause, or when the engine closes. */
  stop(): void {
    this.#stopped = true;
    this.#due.clear();
  }

  async #run(): Promise<void> {
    const { now, indexFirst } = this.#parts;
    for (const upkeep of this.#due) {
      this.#due.delete(upkeep);
      await upkeep.run({ now: now(), indexFirst: indexFirst(), pause: () => this.#pause() });
      // There may be more to do; others come first.
      if (!this.#stopped && upkeep.isDue(now())) this.#due.add(upkeep);
    }
    this.#working = false;
  }

  async #pause(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    if (this.#stopped) throw new Error("the database is closing");
  }
}
