// A JSON object without inherited members, so that every name can be a key.
// The decision: a constructor whose prototype has no prototype makes it. `Object.create(null)` gives the same object as
// a hash table, in which each field costs several times as much.

export type Fields = Record<string, unknown>;

export const Fields = function Fields() {} as unknown as new () => Fields;
Fields.prototype = Object.freeze(Object.create(null));
