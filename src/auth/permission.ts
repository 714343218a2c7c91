// Converts the permission of an access token from text and to text.

import { InvalidArgument } from "../errors/invalid-argument.ts";
import { PERMISSION_BITS } from "../schema/permission.ts";
import { shorten } from "../schema/show.ts";

/**
 * @param text names separated by commas; spaces, order and repetition do not matter
 * @throws InvalidArgument with the first name that is unknown
 */
export function parsePermission(text: string): number {
  return text.split(",").reduce((bits, name) => bits | bitOf(name.trim()), 0);
}

/** Writes the names in a fixed order: `read,write,admin`, or some of them. */
export function printPermission(bits: number): string {
  return Array.from(PERMISSION_BITS)
    .filter(([, bit]) => (bits & bit) !== 0)
    .map(([name]) => name)
    .join(",");
}

function bitOf(name: string): number {
  const bit = PERMISSION_BITS.get(name);
  if (bit === undefined) throw new InvalidArgument(`Invalid permission: ${shorten(name)}`);
  return bit;
}
