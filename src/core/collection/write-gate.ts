// Who may write to a collection at a moment: many that only add and remove, or one that looks first.
// The decision: writes that depend on what is there (payload updates, filters, conditions) run alone, from the look to
// the log, so what they saw is what they change; the others never wait for each other. First come, first served, so
// neither kind can be kept waiting for ever.
import { SerialQueue } from "../../scheduling/serial-queue.ts";

export class WriteGate {
  #running = new Set<Promise<unknown>>();
  /** Those that run alone. */
  readonly #alone = new SerialQueue();

  /** Runs the work beside others that are shared. */
  async shared<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#alone.settled().then(work);
    this.#note(done);
    return done;
  }

  /** Runs the work when everything that came before is done; what comes later waits for it. */
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
