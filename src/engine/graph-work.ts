// How far the graph of a vector store has come, and how fast it is built.
// The decision: the rate is that of the work since it began, so nothing has to be measured between two questions. A
// build in bulk covers no slot until it is complete, so its slots count by the part of the build that is done.

/** The state of the work on a graph. */
export interface GraphWork {
  /** Slots that the graph covers, and those for which a build in bulk has done its part: an estimate. */
  readonly done: number;
  /** Slots per second, since the work began; 0: it has just begun. */
  readonly rate: number;
}

interface Beginning {
  readonly at: number;
  readonly done: number;
}

export class GraphWorkMeter {
  readonly #now: () => number;
  #beginning: Beginning | null = null;
  /** The slots that were done at the last step. */
  #last = 0;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Does a step of the work, which begins with the first step and ends when nothing is left or a step fails. It begins
   * again where less is done than before, because a build in bulk was given up.
   * @param advance does the step, and returns how much is left
   */
  step(done: number, advance: () => number): number {
    if (this.#beginning === null || done < this.#last) this.#beginning = { at: this.#now(), done };
    this.#last = done;
    let left = 0;
    try {
      left = advance();
      return left;
    } finally {
      if (left === 0) this.#beginning = null;
    }
  }

  /** @returns null if no work is under way */
  read(done: number): GraphWork | null {
    if (this.#beginning === null) return null;
    const seconds = (this.#now() - this.#beginning.at) / 1000;
    return { done, rate: seconds > 0 ? Math.max(0, done - this.#beginning.done) / seconds : 0 };
  }
}
