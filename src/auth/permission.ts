// What an access token may do: three bits that are independent of each other, and their names.
// The decision: none implies another. One that only writes cannot look at what is stored, and one that manages tokens
// (`admin`) is no key to the data.
import { InvalidArgument } from "../errors.ts";

export const READ = 1;
export const WRITE = 2;
export const ADMIN = 4;

/** In the order in which they are printed. A map, so that no name finds what every object has. */
const BITS: ReadonlyMap<string, number> = new Map([
  ["read", READ],
  ["write", WRITE],
  ["admin", ADMIN],
]);
const LONGEST_SHOWN = 60;

/**
 * @param text names separated by commas; spaces, order and repetition do not matter
 * @throws InvalidArgument naming the first that is none
 */
export function parsePermission(text: string): number {
  return text.split(",").reduce((bits, name) => bits | bitOf(name.trim()), 0);
}

/** The one way in which these bits are written: `read,write,admin`, or some of them in that order. */
export function printPermission(bits: number): string {
  return Array.from(BITS)
    .filter(([, bit]) => (bits & bit) !== 0)
    .map(([name]) => name)
    .join(",");
}

function bitOf(name: string): number {
  const bit = BITS.get(name);
  if (bit === undefined) throw new InvalidArgument(`Invalid permission: ${shown(name)}`);
  return bit;
}

function shown(name: string): string {
  return name.length <= LONGEST_SHOWN ? name : `${name.slice(0, LONGEST_SHOWN)}...`;
}
