// How long a search may take: what is not done by then is given up, and its caller hears why.
// The decision: whoever waits is answered at that moment, and the work ends at the next place where it looks whether it is still
// wanted, the same as when its client leaves. A search that had the process to itself has taken too long (DEADLINE_EXCEEDED); one
// that shared it with others may be asked again when there are fewer (TOO_MANY_REQUESTS).
import { SearchCrowdedOut, SearchTimedOut } from "../errors/query.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import type { MaybePromise } from "../scheduling/maybe-promise.ts";
import type { Asker } from "../schema/caller.ts";
import type { Operation } from "./operation.ts";

/** Reads that look at as many points as there are: what is searched for, counted, paged through or drawn is asked with POST. */
export function isSearch({ permission, rest, lasting }: Operation): boolean {
  return permission === "read" && rest.method === "post" && !lasting;
}

/** Writes that may have to look at as many points as there are: by a filter, under a condition, or many in one request. */
export function isWrite({ permission, lasting }: Operation): boolean {
  return permission === "write" && !lasting;
}

/**
 * The same asker, who wants no more points to be looked for when that has taken so long. A write is never answered before it
 * is known what became of it, so it ends by itself where it asks; and its time begins when it asks first, since it may have
 * waited for others until then. @param limitMs 0: none
 */
export function lookingWithin(limitMs: number, asker: Asker): Asker {
  const { caller, by, signal } = asker;
  return limitMs === 0 ? asker : { caller, by, signal: new LookLimit(signal, limitMs) };
}

/** How many searches are under way that are waited for, summed up over time. */
class UnderWay {
  count = 0;
  /** In milliseconds, each search counting. */
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
/** Others have slowed a search down that are still there, or were so many on average. */
const CROWD = 1.5;

/** @param limitMs 0: none @throws SearchTimedOut, SearchCrowdedOut */
export function withinTime<T>(
  limitMs: number,
  asker: Asker,
  work: (asker: Asker) => MaybePromise<T>,
): MaybePromise<T> {
  if (limitMs === 0) return work(asker);
  const { caller, by } = asker;
  const limit = new TimeLimit(asker.signal);
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
      const isCrowded = underWay.count > 1 || onAverage > CROWD;
      reject(isCrowded ? new SearchCrowdedOut(limitMs) : new SearchTimedOut(limitMs));
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
  readonly #signal: CancelSignal;

  constructor(signal: CancelSignal) {
    this.#signal = signal;
  }

  get aborted(): boolean {
    return this.isOver || (this.#signal?.aborted ?? false);
  }
}

class LookLimit {
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
