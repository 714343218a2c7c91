// Stops calls to an endpoint that has failed several times in a row, so that neither it nor those who wait for it are
// kept busy.
// The decision: calls are counted, repetitions included. After the pause one call is let through, and its outcome
// decides whether the others are.
import type { Clock } from "../scheduling/clock.ts";

/** Failures in a row after which it opens, and the pause before the next try. */
const MAX_FAILURES = 5;
const OPEN_MS = 10_000;
/** The pause that is told to those who come during the try. */
const TRIAL_MS = 1_000;

export class Breaker {
  readonly #clock: Pick<Clock, "now">;
  #failures = 0;
  /** Null: it is closed, and calls are let through. */
  #openUntil: number | null = null;
  #isTrying = false;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /**
   * Asks to make a call, whose outcome must be told.
   * @returns null, or the milliseconds after which to ask again
   */
  enter(): number | null {
    if (this.#openUntil === null) return null;
    const left = this.#openUntil - this.#clock.now();
    if (left > 0) return left;
    if (this.#isTrying) return TRIAL_MS;
    this.#isTrying = true;
    return null;
  }

  /** @returns whether it has opened by this */
  tell(outcome: "success" | "failure" | "neither"): boolean {
    const wasTrying = this.#isTrying;
    this.#isTrying = false;
    if (outcome === "neither") return false;
    if (outcome === "success") {
      this.#failures = 0;
      this.#openUntil = null;
      return false;
    }
    this.#failures++;
    // A call that began before it opened says nothing new.
    const opens = this.#openUntil === null ? this.#failures >= MAX_FAILURES : wasTrying;
    if (opens) this.#openUntil = this.#clock.now() + OPEN_MS;
    return opens;
  }
}
