// The clock of the models of a test server: pauses before repetitions pass at once, and the test may let time pass.
// The decision: timeouts of calls are real, because a real endpoint is waited for; they are told from pauses by their
// length, which is that of the setting.
import { SYSTEM_CLOCK } from "../../src/assemble/assemble.ts";
import type { Clock } from "../../src/scheduling/clock.ts";

export class ModelClock implements Clock {
  /** The pauses that were waited for. */
  readonly pauses: number[] = [];
  #passed = 0;
  readonly #timeouts: readonly number[];

  /** @param timeouts of the models, in milliseconds */
  constructor(...timeouts: number[]) {
    this.#timeouts = timeouts;
  }

  now(): number {
    return Date.now() + this.#passed;
  }

  pass(ms: number): void {
    this.#passed += ms;
  }

  after(ms: number, task: () => void): () => void {
    if (this.#timeouts.includes(ms)) return SYSTEM_CLOCK.after(ms, task);
    this.pauses.push(ms);
    this.pass(ms);
    const immediate = setImmediate(task);
    return () => clearImmediate(immediate);
  }
}
