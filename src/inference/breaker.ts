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

/** The call that is let through after a pause, or any other. */
type CallKind = "usual" | "trial";
/** `neither`: it says nothing about the endpoint. */
export type CallOutcome = "success" | "failure" | "neither";

export class Breaker {
  readonly #clock: Pick<Clock, "now">;
  #failures = 0;
  /** Null: it is closed, and calls are let through. */
  #openUntil: number | null = null;
  #isTrying = false;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Whether calls are not let through, but for the one after a pause. */
  get isOpen(): boolean {
    return this.#openUntil !== null;
  }

  /**
   * Asks to make a call, whose outcome must be told.
   * @returns its kind, or the milliseconds after which to ask again
   */
  enter(): CallKind | number {
    if (this.#openUntil === null) return "usual";
    const left = this.#openUntil - this.#clock.now();
    if (left > 0) return left;
    if (this.#isTrying) return TRIAL_MS;
    this.#isTrying = true;
    return "trial";
  }

  /** @returns whether it has opened by this */
  tell(kind: CallKind, outcome: CallOutcome): boolean {
    if (kind === "trial") this.#isTrying = false;
    if (outcome === "neither") return false;
    if (outcome === "success") {
      this.#failures = 0;
      this.#openUntil = null;
      return false;
    }
    this.#failures++;
    // A usual call that ends while it is open began before, and says nothing new.
    const opens = kind === "trial" || (this.#openUntil === null && this.#failures >= MAX_FAILURES);
    if (opens) this.#openUntil = this.#clock.now() + OPEN_MS;
    return opens;
  }
}
