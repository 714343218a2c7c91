// A result that may be there already: a promise for it costs as much as finding it where little is searched.

export type Soon<T> = T | Promise<T>;

/** What is made of it, now or when it is there. */
export function after<T, Made>(soon: Soon<T>, make: (value: T) => Made): Soon<Made> {
  return soon instanceof Promise ? soon.then(make) : make(soon);
}
