// Memory that requests hold, bounded for all clients together and counted with everything else the process takes.
// The decision: what a request takes, it holds on a lease until it is done with all of it, whatever way it ends; who
// comes when the budget is spent is told to come again (429), because a slow or greedy client must not cost others
// the process. When the process has no memory left, coming again helps only if others hold enough of this budget.
import { OutOfMemory, TooManyRequests } from "../errors.ts";
import type { MemoryLimit } from "../memory-limit.ts";

/** A body is there in pieces and in one, and then as vectors; an answer as text and as bytes. */
const COPIES = 2;

export class Budget {
  readonly #limitBytes: number;
  readonly #what: string;
  readonly #memory: MemoryLimit;
  #bytes = 0;

  /**
   * @param what is under way when the budget is spent, as in "request bodies are under way"
   * @param memory what the process has
   */
  constructor(limitBytes: number, what: string, memory: MemoryLimit) {
    this.#limitBytes = limitBytes;
    this.#what = what;
    this.#memory = memory;
  }

  lease(): Lease {
    let held = 0;
    return {
      take: (bytes) => {
        if (this.#bytes + bytes > this.#limitBytes) throw new TooManyRequests(this.#what);
        if (!this.#memory.take(bytes * COPIES, "passing")) {
          throw this.#bytes - held >= bytes ? new TooManyRequests(this.#what) : new OutOfMemory();
        }
        this.#bytes += bytes;
        held += bytes;
      },
      end: () => {
        this.#bytes -= held;
        this.#memory.give(held * COPIES);
        held = 0;
      },
    };
  }
}

export interface Lease {
  /** @throws TooManyRequests, OutOfMemory, with nothing taken */
  take(bytes: number): void;
  /** Gives everything back. Ending twice changes nothing. */
  end(): void;
}
