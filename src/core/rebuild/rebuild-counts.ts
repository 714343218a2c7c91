// Counts the rebuilds of segments and their durations since the start, for metrics.
import { type Distribution, Histogram, WORK_BOUNDS } from "../../metrics/histogram.ts";

export interface Rebuilds {
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Durations of the rebuilds that succeeded. */
  readonly seconds: Distribution;
}

export class RebuildCounts {
  readonly #durations = new Histogram(WORK_BOUNDS);
  #running = 0;
  #succeeded = 0;
  #failed = 0;

  /** Runs the work and counts it. @param outcome says whether the result is a rebuild, a failure, or neither */
  async count<T>(work: () => Promise<T>, outcome: (result: T) => "done" | "failed" | "nothing"): Promise<T> {
    const began = performance.now();
    this.#running++;
    try {
      const result = await work();
      const became = outcome(result);
      if (became === "failed") this.#failed++;
      if (became !== "done") return result;
      this.#succeeded++;
      this.#durations.note((performance.now() - began) / 1000);
      return result;
    } catch (error) {
      this.#failed++;
      throw error;
    } finally {
      this.#running--;
    }
  }

  get now(): Rebuilds {
    return {
      running: this.#running,
      succeeded: this.#succeeded,
      failed: this.#failed,
      seconds: this.#durations.distribution,
    };
  }
}
