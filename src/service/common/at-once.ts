// Reads that are answered without a promise where everything is in memory.
import type { Collection } from "../../core/collection/collection.ts";
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";

/**
 * Runs work like `reading` of the collection, but work that completes at once returns its result, or throws, at once:
 * then nothing can change before the point references have been read.
 */
export function readingAtOnce<T>(collection: Collection, work: () => MaybePromise<T>): MaybePromise<T> {
  const result = work();
  return result instanceof Promise ? collection.reading(() => result) : result;
}
