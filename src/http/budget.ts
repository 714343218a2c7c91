// Memory that requests hold, bounded for all clients together.
// The decision: what a request takes, it holds on a lease until it is done with all of it, whatever way it ends; who
// comes when the budget is spent is told to come again (429), because a slow or greedy client must not cost others
// the process.
import type { EventEmitter } from "node:events";
import { TooManyRequests } from "../errors.ts";

export class Budget {
  readonly #limitBytes: number;
  readonly #what: string;
  #bytes = 0;

  /** @param what is under way when the budget is spent, as in "request bodies are under way" */
  constructor(limitBytes: number, what: string) {
    this.#limitBytes = limitBytes;
    this.#what = what;
  }

  lease(): Lease {
    let held = 0;
    return {
      take: (bytes) => {
        if (this.#bytes + bytes > this.#limitBytes) throw new TooManyRequests(this.#what);
        this.#bytes += bytes;
        held += bytes;
      },
      end: () => {
        this.#bytes -= held;
        held = 0;
      },
    };
  }
}

export interface Lease {
  /** @throws TooManyRequests, with nothing taken */
  take(bytes: number): void;
  /** Gives everything back. Ending twice changes nothing. */
  end(): void;
}

/** More than any write answers. */
export const SMALL_ANSWER_BYTES = 16 * 1024;

/**
 * A client that does not read what it asked for holds memory here. Small answers are never refused, because those of
 * writes are among them: what has been done may not be answered with "try again".
 * @throws TooManyRequests
 */
export function holdUntilRead(response: EventEmitter, bytes: number, lease: Lease): void {
  if (bytes <= SMALL_ANSWER_BYTES) return;
  lease.take(bytes);
  response.once("close", () => lease.end());
}
