// The clock of the models of a test server: pauses before repetitions pass at once, and the test may let time pass.
// The decision: timeouts of calls are real, because a real endpoint is waited for; they are told from pauses by their
// length.
import { SYSTEM_CLOCK } from "../../src/assemble/assemble.ts";
import type { Clock } from "../../src/scheduling/clock.ts";

/** Pauses have such lengths; timeouts in tests are shorter or longer. */
const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;

export class ModelClock implements Clock {
  /** The pauses that were waited for. */
  readonly pauses: number[] = [];
  #passed = 0;

  now(): number {
    return Date.now() + this.#passed;
  }

  pass(ms: number): void {
    this.#passed += ms;
  }

  after(ms: number, task: () => void): () => void {
    if (ms < MIN_PAUSE_MS || ms > MAX_PAUSE_MS) return SYSTEM_CLOCK.after(ms, task);
    this.pauses.push(ms);
    this.pass(ms);
    const immediate = setImmediate(task);
    return () => clearImmediate(immediate);
  }
}
