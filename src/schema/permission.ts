// The permissions of an access token: three independent bits, and their names.
// The decision: none implies another. A token that may only write cannot read data, and one that manages tokens
// (`admin`) gives no access to the data.

export const READ = 1;
export const WRITE = 2;
export const ADMIN = 4;

/** In the order in which they are printed. It is a map, because an object would also find inherited names. */
export const PERMISSION_BITS: ReadonlyMap<string, number> = new Map([
  ["read", READ],
  ["write", WRITE],
  ["admin", ADMIN],
]);
