// Room for the records of answers: what one answer may be, and what all that are being put together may take.
// The decision: what a record will take is taken before it is read and given back when the answer is there, so clients who
// ask for much at once, on however many connections, are told to come again before they cost the process its memory.

import type { Database } from "../../core/database/database.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { type Lease, RequestBudget } from "../../memory/request-budget.ts";
import { MAX_ANSWER_BYTES, MAX_ANSWER_BYTES_UNDER_WAY, SMALL_ANSWER_BYTES } from "../../schema/limits.ts";

/** What an answer may still grow by. Sizes are estimated before anything is read, so a refusal costs nothing. */
export class AnswerBudget {
  readonly #lease: Lease;
  #bytes = 0;
  #held = 0;
  #leased = 0;

  constructor(lease: Lease) {
    this.#lease = lease;
  }

  /**
   * @param bytes of the answer
   * @param held what they take until then
   * @throws InvalidArgument when the answer would be too large, TooManyRequests when there are too many
   */
  take(bytes: number, held = bytes): void {
    this.#bytes += bytes;
    if (this.#bytes > MAX_ANSWER_BYTES) {
      throw new InvalidArgument(
        `The answer would be larger than ${MAX_ANSWER_BYTES} bytes; ask for fewer points, or without vectors or payload`,
      );
    }
    this.#held += held;
    if (this.#held <= SMALL_ANSWER_BYTES) return;
    this.#lease.take(this.#held - this.#leased);
    this.#leased = this.#held;
  }
}

export class AnswerReservation {
  readonly #budget: RequestBudget;

  constructor({ memory }: Database) {
    this.#budget = new RequestBudget(MAX_ANSWER_BYTES_UNDER_WAY, "answers are being put together", memory);
  }

  /** @param read all that is read for one answer */
  async within<T>(read: (budget: AnswerBudget) => Promise<T>): Promise<T> {
    const lease = this.#budget.lease();
    try {
      return await read(new AnswerBudget(lease));
    } finally {
      lease.end();
    }
  }
}

/** Where points are looked for, and the room for what is read of them. */
export interface ReadScope {
  readonly database: Database;
  readonly room: AnswerReservation;
}
