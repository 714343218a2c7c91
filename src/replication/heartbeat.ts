// Tells the other servers of a cluster every two seconds what this one is at.
// The decision: the next report waits for the end of the one before, so a PostgreSQL that is slow gets one at a time. One
// that is lost is not sent again: the others notice the silence, and the next one says more.
import type { Clock } from "../scheduling/clock.ts";

const BEAT_MS = 2_000;

export class Heartbeat {
  readonly #clock: Clock;
  readonly #report: () => Promise<void>;
  #cancel = () => {};
  #isStopped = false;
  #work: Promise<void> = Promise.resolve();

  /** @param report sends a report, and may do more; its errors are ignored */
  constructor(clock: Clock, report: () => Promise<void>) {
    this.#clock = clock;
    this.#report = report;
  }

  begin(): void {
    const again = () => {
      if (!this.#isStopped) this.#cancel = this.#clock.after(BEAT_MS, () => this.begin());
    };
    this.#work = this.#report().then(again, again);
  }

  /** Sends no more reports. Resolves when the last one is sent, or was lost. */
  stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    return this.#work;
  }
}
