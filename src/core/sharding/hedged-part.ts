// A part that two servers can answer: the second is asked when the first takes longer than usual.
// The decision: "longer than usual" is what 95 of 100 of the latest answers of the first took, and at least 5 ms, so
// that about a twentieth of the calls is asked twice. The first answer counts and the other call is cancelled. A server
// that is unavailable is not waited for. Any other error is an answer: the second server would throw the same.
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { Clock } from "../../scheduling/clock.ts";
import type { AnswerOf, Method, PartCall, ReadPart } from "./part.ts";
import { isUnavailable } from "./parts.ts";

const LATEST = 100;
const QUANTILE = 0.95;
const LEAST_MS = 5;
/** Before there are as many answers as this, a typical delay. */
const FEW_ANSWERS = 10;
const FIRST_MS = 50;

export class HedgedPart implements ReadPart {
  readonly #first: ReadPart;
  readonly #second: ReadPart;
  readonly #clock: Clock;
  /** The milliseconds of the latest answers of the first server, the oldest first, and in ascending order. */
  readonly #latest: number[] = [];
  readonly #sorted: number[] = [];

  /** @param second has the same shards */
  constructor(first: ReadPart, second: ReadPart, clock: Clock) {
    this.#first = first;
    this.#second = second;
    this.#clock = clock;
  }

  get shards(): readonly number[] {
    return this.#first.shards;
  }

  get division(): number {
    return this.#first.division;
  }

  /** The milliseconds after which the second server is asked. */
  get delayMs(): number {
    const { length } = this.#latest;
    if (length < FEW_ANSWERS) return FIRST_MS;
    return Math.max(LEAST_MS, this.#sorted[Math.ceil(length * QUANTILE) - 1]!);
  }

  ask<M extends Method>(call: PartCall<M>, signal: CancelSignal): Promise<AnswerOf<M>> {
    return new Promise((resolve, reject) => {
      let isDone = false;
      // The second server is asked by the delay, or because the first one is unavailable.
      let left = 2;
      const own = {
        get aborted() {
          return isDone || (signal?.aborted ?? false);
        },
      };
      const end = (settle: () => void) => {
        if (isDone) return;
        isDone = true;
        stop();
        settle();
      };
      const fail = (error: unknown) => {
        if (isDone) return;
        if (!isUnavailable(error) || --left === 0) end(() => reject(error));
        else hedge();
      };
      let isHedged = false;
      const hedge = () => {
        if (isHedged || isDone) return;
        isHedged = true;
        stop();
        this.#second.ask(call, own).then((answer) => end(() => resolve(answer)), fail);
      };
      const stop = this.#clock.after(this.delayMs, hedge);
      const began = this.#clock.now();
      this.#first.ask(call, own).then((answer) => {
        this.#note(this.#clock.now() - began);
        end(() => resolve(answer));
      }, fail);
    });
  }

  /** Notes how long an answer took, also one that came too late. */
  #note(ms: number): void {
    this.#latest.push(ms);
    this.#sorted.splice(this.#positionOf(ms), 0, ms);
    if (this.#latest.length > LATEST) this.#sorted.splice(this.#positionOf(this.#latest.shift()!), 1);
  }

  /** Returns the position of the first time that is not shorter. */
  #positionOf(ms: number): number {
    const at = this.#sorted.findIndex((other) => other >= ms);
    return at < 0 ? this.#sorted.length : at;
  }
}
