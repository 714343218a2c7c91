// What an access token may do: three bits that are independent of each other, and their names.
// The decision: none implies another. One that only writes cannot look at what is stored, and one that manages tokens
// (`admin`) is no key to the data.

export const READ = 1;
export const WRITE = 2;
export const ADMIN = 4;

/** In the order in which they are printed. A map, so that no name finds what every object has. */
export const PERMISSION_BITS: ReadonlyMap<string, number> = new Map([
  ["read", READ],
  ["write", WRITE],
  ["admin", ADMIN],
]);
