// How long a search may take: what is not done by then is given up, and its caller hears why.
// The decision: whoever waits is answered at that moment, and the work ends at the next place where it looks whether it is still
// wanted, the same as when its client leaves.
import { SearchTimedOut } from "../errors/query.ts";
import type { Asker } from "../schema/caller.ts";
import type { Operation } from "./operation.ts";

/** Reads that look at as many points as there are: what is searched for, counted, paged through or drawn is asked with POST. */
export function isSearch({ permission, rest, lasting }: Operation): boolean {
  return permission === "read" && rest.method === "post" && !lasting;
}

/** @param limitMs 0: none @throws SearchTimedOut */
export async function withinTime<T>(
  limitMs: number,
  { caller, by }: Asker,
  work: (asker: Asker) => Promise<T>,
): Promise<T> {
  if (limitMs === 0) return work({ caller, by });
  const { wanted } = caller;
  const controller = new AbortController();
  const leave = () => controller.abort();
  if (wanted?.aborted) leave();
  wanted?.addEventListener("abort", leave);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new SearchTimedOut(limitMs));
      controller.abort();
    }, limitMs);
  });
  try {
    return await Promise.race([work({ caller: { ...caller, wanted: controller.signal }, by }), over]);
  } finally {
    clearTimeout(timer);
    wanted?.removeEventListener("abort", leave);
  }
}
