// The time limit for the arrival of a request, without the time for which the server makes it wait.
import { VectorDbError } from "../errors/vector-db-error.ts";

export class Arrival {
  readonly #ms: number | null;
  readonly #refuse: (late: VectorDbError) => void;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  /**
   * @param ms null: there is no limit
   * @param refuse is called when the request has not arrived in time
   */
  constructor(ms: number | null, refuse: (late: VectorDbError) => void) {
    this.#ms = ms;
    this.#refuse = refuse;
    this.#begin();
  }

  /** Runs `wait`; the time limit starts again afterwards. */
  async without(wait: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer);
    await wait();
    this.#begin();
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }

  #begin(): void {
    const ms = this.#ms;
    if (ms === null || this.#hasEnded) return;
    const text = `the request did not arrive within ${ms / 1000} seconds`;
    this.#timer = setTimeout(() => this.#refuse(new VectorDbError("DEADLINE_EXCEEDED", text)), ms);
  }
}
