// A value or a promise of it.
// The decision: a small search takes about as long as awaiting a promise, so it returns its hits directly.

export type MaybePromise<T> = T | Promise<T>;

/** Applies `make` to the result, in this call if the result is no promise. */
export function andThen<T, Made>(
  result: MaybePromise<T>,
  make: (value: T) => MaybePromise<Made>,
): MaybePromise<Made> {
  return result instanceof Promise ? result.then(make) : make(result);
}

/** Returns all results, at once if all are there. */
export function allOf<T>(results: readonly MaybePromise<T>[]): MaybePromise<T[]> {
  const isThere = (result: MaybePromise<T>): result is T => !(result instanceof Promise);
  return results.every(isThere) ? [...results] : Promise.all(results);
}
