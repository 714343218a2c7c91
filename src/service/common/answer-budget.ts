// Limits the memory of the records in responses: of one response, and of all that are being put together.
// The decision: the size of a record is reserved before it is read, and released when the response is complete. So
// clients that request much at once, on any number of connections, are told to try again before they exhaust the
// memory.

import type { Database } from "../../core/database/database.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { RequestBudget } from "../../memory/request-budget.ts";
import type { Reservation } from "../../memory/reservation.ts";
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import { MAX_ANSWER_BYTES, MAX_ANSWER_BYTES_UNDER_WAY, SMALL_ANSWER_BYTES } from "../../schema/limits.ts";

/**
 * The size that a response may still grow by. Sizes are estimated before anything is read, so a refusal costs nothing.
 */
export class AnswerBudget {
  readonly #reservation: Reservation;
  #bytes = 0;
  #held = 0;

  constructor(reservation: Reservation) {
    this.#reservation = reservation;
  }

  /**
   * Reserves memory for a part of the response.
   * @param bytes of the response
   * @param held bytes of memory that they take until then
   * @throws InvalidArgument if the response would be too large, TooManyRequests if too many are in progress
   */
  reserve(bytes: number, held = bytes): void {
    this.#bytes += bytes;
    if (this.#bytes > MAX_ANSWER_BYTES) {
      throw new InvalidArgument(
        `The answer would be larger than ${MAX_ANSWER_BYTES} bytes; ask for fewer points, or without vectors or payload`,
      );
    }
    this.#held += held;
    if (this.#held <= SMALL_ANSWER_BYTES) return;
    this.#reservation.reserve(this.#held - this.#reservation.bytes);
  }
}

export class AnswerBudgets {
  readonly #budget: RequestBudget;

  constructor({ memory }: Database) {
    this.#budget = new RequestBudget(MAX_ANSWER_BYTES_UNDER_WAY, "answers are being put together", memory);
  }

  /** Like `within`, but a read that completes at once returns its result, or throws, at once. */
  withinAtOnce<T>(read: (budget: AnswerBudget) => MaybePromise<T>): MaybePromise<T> {
    const reservation = this.#budget.reservation();
    let result: MaybePromise<T>;
    try {
      result = read(new AnswerBudget(reservation));
    } catch (error) {
      reservation.release();
      throw error;
    }
    if (result instanceof Promise) return result.finally(() => reservation.release());
    reservation.release();
    return result;
  }

  /** @param read reads everything for one response */
  async within<T>(read: (budget: AnswerBudget) => Promise<T>): Promise<T> {
    const reservation = this.#budget.reservation();
    try {
      return await read(new AnswerBudget(reservation));
    } finally {
      reservation.release();
    }
  }
}

/** The database that points are searched in, and the budget for what is read of them. */
export interface ReadScope {
  readonly database: Database;
  readonly budgets: AnswerBudgets;
}
