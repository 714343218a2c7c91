// A result that may be there already: a promise for it costs as much as finding it where little is searched.

export type MaybePromise<T> = T | Promise<T>;

/** Returns what `make` makes of the result, at once if the result is there. */
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
