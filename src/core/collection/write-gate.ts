// Decides which writes of a collection run at the same time: many that only add and remove, or one that reads first.
// The decision: a write that depends on stored points (payload updates, filters, conditions) runs alone from its read
// to the log, so it changes what it has read. The others run side by side. Writes are admitted in their order, so
// neither kind waits for ever.
import { RunningWork } from "../../scheduling/running-work.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";

export class WriteGate {
  readonly #shared = new RunningWork();
  /** Writes that run alone. */
  readonly #alone = new SerialQueue();

  /** Runs the work beside other shared work. */
  shared<T>(work: () => Promise<T>): Promise<T> {
    return this.#shared.run(() => this.#alone.settled().then(work));
  }

  /** Runs the work alone: after everything that came before it, and before everything that comes later. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#shared.now();
    return this.#alone.run(() => before().then(work));
  }
}
