// Decides which writes of a collection run at the same time: many that only add and remove, or one that reads first.
// The decision: a write that depends on stored points (payload updates, filters, conditions) runs alone from its read
// to the log, so it changes what it has read. The others run side by side. Writes are admitted in their order, so
// neither kind waits for ever.
import { SerialQueue } from "../../scheduling/serial-queue.ts";

export class WriteGate {
  #running = new Set<Promise<unknown>>();
  /** Writes that run alone. */
  readonly #alone = new SerialQueue();

  /** Runs the work beside other shared work. */
  async shared<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#alone.settled().then(work);
    this.#note(done);
    return done;
  }

  /** Runs the work alone: after everything that came before it, and before everything that comes later. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const before = [...this.#running];
    return this.#alone.run(() => Promise.all(before).then(work));
  }

  #note(done: Promise<unknown>): void {
    const settled = done.then(
      () => {},
      () => {},
    );
    this.#running.add(settled);
    void settled.then(() => this.#running.delete(settled));
  }
}
