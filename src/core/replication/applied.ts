// How far the records of the log have been applied, and who waits for more.
// The decision: collections apply their records independently of each other, so the LSN that counts is the one up to
// which all of them have. A reader that waits for it finds every write up to there.
import type { Clock } from "../../scheduling/clock.ts";
import { Fifo } from "../../scheduling/fifo.ts";

interface Waiting {
  readonly lsn: number;
  resolve(): void;
}

export class AppliedLsn {
  readonly #clock: Clock;
  /** The LSNs that are being applied, in their order; those that have been are marked. */
  readonly #running = new Fifo<{ readonly lsn: number; isDone: boolean }>();
  #lsn = 0;
  /** Called when somebody begins to wait. */
  onAwaited = () => {};
  #waiting: Waiting[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** All records up to this one have been applied. */
  get lsn(): number {
    return this.#lsn;
  }

  /** Whether somebody waits for a record. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** Continues behind a record, after a start. */
  startFrom(lsn: number): void {
    this.#lsn = lsn;
  }

  /** Notes that a record is being applied. They must be noted in their order. */
  note(lsn: number, applied: Promise<void>): void {
    const record = { lsn, isDone: false };
    this.#running.push(record);
    const end = () => {
      record.isDone = true;
      this.#advance();
    };
    // A collection that cannot apply its records reports itself as damaged; it must not hold up the others.
    applied.then(end, end);
  }

  /** Resolves to true when all records up to `lsn` have been applied, and to false if that takes longer. */
  reach(lsn: number, timeoutMs: number): Promise<boolean> {
    if (lsn <= this.#lsn) return Promise.resolve(true);
    this.onAwaited();
    return new Promise((resolve) => {
      const cancel = this.#clock.after(timeoutMs, () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        resolve(false);
      });
      const waiting: Waiting = {
        lsn,
        resolve: () => {
          cancel();
          resolve(true);
        },
      };
      this.#waiting.push(waiting);
    });
  }

  #advance(): void {
    while (this.#running.at(0)?.isDone) this.#lsn = this.#running.shift()!.lsn;
    if (this.#waiting.length === 0) return;
    const reached = this.#waiting.filter(({ lsn }) => lsn <= this.#lsn);
    if (reached.length === 0) return;
    this.#waiting = this.#waiting.filter(({ lsn }) => lsn > this.#lsn);
    for (const { resolve } of reached) resolve();
  }
}
