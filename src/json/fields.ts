// An object of JSON: nothing is in it but what was put in, whatever its fields are called.
// The decision: made by a constructor whose prototype has no prototype. `Object.create(null)` gives the same as a hash table,
// in which each field costs several times as much.

export type Fields = Record<string, unknown>;

export const Fields = function Fields() {} as unknown as new () => Fields;
Fields.prototype = Object.freeze(Object.create(null));
