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
