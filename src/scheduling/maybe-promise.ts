// A result that may be there already: a promise for it costs as much as finding it where little is searched.

export type MaybePromise<T> = T | Promise<T>;

/** What is made of it, now or when it is there. */
export function andThen<T, Made>(soon: MaybePromise<T>, make: (value: T) => Made): MaybePromise<Made> {
  return soon instanceof Promise ? soon.then(make) : make(soon);
}
