// Calls a function for each segment of a collection and pairs the results with the segments.
// The decision: a result may be available at once, and then the caller awaits nothing.
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import type { CollectionSegment } from "./segment.ts";

export type SegmentResult<T> = { readonly segment: CollectionSegment; readonly result: T };

/** Asks each of the segments. A failure is a rejected promise, so that no other result is left unobserved. */
export function askEach<T>(
  segments: readonly CollectionSegment[],
  ask: (segment: CollectionSegment) => MaybePromise<T>,
): SegmentResult<MaybePromise<T>>[] {
  return segments.map((segment) => {
    try {
      return { segment, result: ask(segment) };
    } catch (error) {
      return { segment, result: Promise.reject(error) };
    }
  });
}

export function isSettled<T>(result: SegmentResult<MaybePromise<T>>): result is SegmentResult<T> {
  return !(result.result instanceof Promise);
}

function allOf<T>(results: readonly SegmentResult<MaybePromise<T>>[]): Promise<SegmentResult<T>[]> {
  return Promise.all(results.map(async ({ segment, result }) => ({ segment, result: await result })));
}

/**
 * Completes the results, and asks the segments of `again` once more, one after another, if points have moved meanwhile.
 */
export async function askedAgain<T>(
  first: readonly SegmentResult<MaybePromise<T>>[],
  haveMoved: () => boolean,
  again: Iterable<CollectionSegment>,
  ask: (segment: CollectionSegment) => MaybePromise<T>,
): Promise<SegmentResult<T>[]> {
  const results = await allOf(first);
  if (!haveMoved()) return results;
  const second: SegmentResult<T>[] = [];
  for (const segment of again) second.push({ segment, result: await ask(segment) });
  const readAgain = new Set(second.map(({ segment }) => segment));
  return [...results.filter(({ segment }) => !readAgain.has(segment)), ...second];
}
