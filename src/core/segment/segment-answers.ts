// Calls a function for each segment of a collection and pairs the results with the segments.
// The decision: a result may be available at once, and then the caller awaits nothing.
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import type { CollectionSegment } from "./segment.ts";

export type SegmentAnswer<T> = { readonly segment: CollectionSegment; readonly answer: T };

/** Asks each of the segments. A failure is a rejected promise, so that no other result is left unobserved. */
export function askEach<T>(
  segments: readonly CollectionSegment[],
  ask: (segment: CollectionSegment) => MaybePromise<T>,
): SegmentAnswer<MaybePromise<T>>[] {
  return segments.map((segment) => {
    try {
      return { segment, answer: ask(segment) };
    } catch (error) {
      return { segment, answer: Promise.reject(error) };
    }
  });
}

export function isAnswered<T>(result: SegmentAnswer<MaybePromise<T>>): result is SegmentAnswer<T> {
  return !(result.answer instanceof Promise);
}

export function answersOf<T>(
  results: readonly SegmentAnswer<MaybePromise<T>>[],
): Promise<SegmentAnswer<T>[]> {
  return Promise.all(results.map(async ({ segment, answer }) => ({ segment, answer: await answer })));
}
