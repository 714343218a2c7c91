// Decides which writes of a collection run at the same time: those that only add and remove, or those that read first.
// The decision: a write that depends on stored points (payload updates, filters, conditions) is not mixed with any that
// may change them between its read and the log, so it changes what it has read. One that reads only points that it
// names runs beside others that name other points; one that reads by a filter runs alone. Writes are admitted in their
// order, so no kind waits for ever.
import { RunningWork } from "../../scheduling/running-work.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";

export class WriteGate {
  readonly #shared = new RunningWork();
  /** Writes that read only points that they name. */
  readonly #onPoints = new RunningWork();
  /** The last of these for each point, until it has ended. It never rejects. */
  readonly #lastOn = new Map<string, Promise<unknown>>();
  /** Writes that run alone. */
  readonly #alone = new SerialQueue();

  /** Runs the work beside other shared work. */
  shared<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#onPoints.now();
    return this.#shared.run(() => this.#alone.settled().then(before).then(work));
  }

  /** Runs the work beside other work that reads other points. @param points one name for each point that it reads */
  onPoints<T>(points: readonly string[], work: () => Promise<T>): Promise<T> {
    const shared = this.#shared.now();
    const same = points.flatMap((point) => this.#lastOn.get(point) ?? []);
    const before = async () => {
      await this.#alone.settled();
      await shared();
      for (const last of same) await last;
    };
    const done = this.#onPoints.run(() => before().then(work));
    const ended = done.then(
      () => {},
      () => {},
    );
    for (const point of points) this.#lastOn.set(point, ended);
    void ended.then(() => {
      for (const point of points) if (this.#lastOn.get(point) === ended) this.#lastOn.delete(point);
    });
    return done;
  }

  /** Runs the work alone: after everything that came before it, and before everything that comes later. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const shared = this.#shared.now();
    const onPoints = this.#onPoints.now();
    return this.#alone.run(() => shared().then(onPoints).then(work));
  }
}
