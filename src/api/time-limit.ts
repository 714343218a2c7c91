// How long a search may take: what is not done by then is given up, and its caller hears why.
// The decision: whoever waits is answered at that moment, and the work ends at the next place where it looks whether it is still
// wanted, the same as when its client leaves.
import { SearchTimedOut } from "../errors/query.ts";
import type { Asker, Wanted } from "../schema/caller.ts";
import type { Soon } from "../schema/soon.ts";
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
  const { caller, by, wanted } = asker;
  return limitMs === 0 ? asker : { caller, by, wanted: new LookLimit(wanted, limitMs) };
}

/** @param limitMs 0: none @throws SearchTimedOut */
export function withinTime<T>(limitMs: number, asker: Asker, work: (asker: Asker) => Soon<T>): Soon<T> {
  if (limitMs === 0) return work(asker);
  const { caller, by } = asker;
  const limit = new TimeLimit(asker.wanted);
  const working = work({ caller, by, wanted: limit });
  return working instanceof Promise ? inTime(working, limit, limitMs) : working;
}

async function inTime<T>(working: Promise<T>, limit: TimeLimit, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new SearchTimedOut(limitMs));
      limit.isOver = true;
    }, limitMs);
  });
  try {
    return await Promise.race([working, over]);
  } finally {
    clearTimeout(timer);
  }
}

class TimeLimit {
  isOver = false;
  readonly #wanted: Wanted;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  get aborted(): boolean {
    return this.isOver || (this.#wanted?.aborted ?? false);
  }
}

class LookLimit {
  readonly #wanted: Wanted;
  readonly #limitMs: number;
  #until: number | null = null;

  constructor(wanted: Wanted, limitMs: number) {
    this.#wanted = wanted;
    this.#limitMs = limitMs;
  }

  get aborted(): boolean {
    const now = performance.now();
    this.#until ??= now + this.#limitMs;
    return now > this.#until || (this.#wanted?.aborted ?? false);
  }
}
