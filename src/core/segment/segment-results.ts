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

export function allOf<T>(results: readonly SegmentResult<MaybePromise<T>>[]): Promise<SegmentResult<T>[]> {
  return Promise.all(results.map(async ({ segment, result }) => ({ segment, result: await result })));
}
