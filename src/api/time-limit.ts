// Limits the time of a search, and cancels it after that.
// The decision: the caller gets the error at that moment, and the work ends at the next check of its cancel signal, as
// if the client had disconnected. If the search had the process to itself, it took too long (DEADLINE_EXCEEDED); if it
// shared it with other searches, the client may try again later (TOO_MANY_REQUESTS).
import { SearchOverloaded, SearchTimedOut } from "../errors/query.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import type { MaybePromise } from "../scheduling/maybe-promise.ts";
import type { AdmittedCaller } from "../schema/caller.ts";
import type { Operation } from "./operation.ts";

/**
 * Tells whether an operation is a read whose cost depends on the number of points: searches, counts, scrolling and
 * projections use POST.
 */
export function isSearch({ permission, rest, lasting }: Operation): boolean {
  return permission === "read" && rest.method === "post" && !lasting;
}

/**
 * Tells whether an operation is a write that may have to read many points: by a filter, under a condition, or several
 * writes in one request.
 */
export function isWrite({ permission, lasting }: Operation): boolean {
  return permission === "write" && !lasting;
}

/**
 * Returns the caller with a signal that stops the search for points after the time limit. A write is not answered
 * before its outcome is known, so it ends by itself where it checks the signal. Its time begins at the first check,
 * because it may have waited for other writes before.
 * @param limitMs 0: no limit
 */
export function withSearchLimit(limitMs: number, admitted: AdmittedCaller): AdmittedCaller {
  const { caller, by, signal } = admitted;
  return limitMs === 0 ? admitted : { caller, by, signal: new SearchDeadline(signal, limitMs) };
}

/** Counts the searches in progress, and their average over time. */
class UnderWay {
  count = 0;
  /** The sum of the times of all searches, in milliseconds. */
  #sum = 0;
  #since = 0;

  add(more: 1 | -1): void {
    this.sumAt(performance.now());
    this.count += more;
  }

  sumAt(now: number): number {
    this.#sum += this.count * (now - this.#since);
    this.#since = now;
    return this.#sum;
  }
}

const underWay = new UnderWay();
/** From this average number of searches on, a search counts as slowed down by others. */
const OVERLOAD_CALLS = 1.5;

/** @param limitMs 0: no limit @throws SearchTimedOut, SearchOverloaded */
export function withinTime<T>(
  limitMs: number,
  admitted: AdmittedCaller,
  work: (admitted: AdmittedCaller) => MaybePromise<T>,
): MaybePromise<T> {
  if (limitMs === 0) return work(admitted);
  const { caller, by } = admitted;
  const limit = new TimeLimit(admitted.signal);
  const working = work({ caller, by, signal: limit });
  return working instanceof Promise ? inTime(working, limit, limitMs) : working;
}

async function inTime<T>(working: Promise<T>, limit: TimeLimit, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  underWay.add(1);
  const began = performance.now();
  const before = underWay.sumAt(began);
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const now = performance.now();
      const onAverage = (underWay.sumAt(now) - before) / (now - began);
      const isOverloaded = underWay.count > 1 || onAverage > OVERLOAD_CALLS;
      reject(isOverloaded ? new SearchOverloaded(limitMs) : new SearchTimedOut(limitMs));
      limit.isOver = true;
    }, limitMs);
  });
  try {
    return await Promise.race([working, over]);
  } finally {
    underWay.add(-1);
    clearTimeout(timer);
  }
}

class TimeLimit {
  isOver = false;
  readonly missing: NonNullable<CancelSignal>["missing"];
  readonly #signal: CancelSignal;

  constructor(signal: CancelSignal) {
    this.#signal = signal;
    this.missing = signal?.missing;
  }

  get aborted(): boolean {
    return this.isOver || (this.#signal?.aborted ?? false);
  }
}

class SearchDeadline {
  readonly #signal: CancelSignal;
  readonly #limitMs: number;
  #until: number | null = null;

  constructor(signal: CancelSignal, limitMs: number) {
    this.#signal = signal;
    this.#limitMs = limitMs;
  }

  get aborted(): boolean {
    const now = performance.now();
    this.#until ??= now + this.#limitMs;
    return now > this.#until || (this.#signal?.aborted ?? false);
  }
}
