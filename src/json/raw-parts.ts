// Objects and arrays taken apart into the bytes of their parts, and put together from such bytes again.
// The decision: a part is a view on what was received and is never read, so what nobody changes keeps its digits, its
// escapes and the order of its keys. Only keys are decoded, to be compared. The bytes must be JSON that was checked.
import { cuttable, encoded, joined } from "./node-bytes.ts";
import { readRaw } from "./raw.ts";
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  OPEN_BRACE,
  OPEN_BRACKET,
  scanColon,
  scanScalar,
  scanString,
  skipSpace,
} from "./syntax.ts";
import { keyValue } from "./text.ts";

/** A member of an object: its key with the quotes, and its value, both as received. */
interface RawMember {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** By decoded key, in order. Of equal keys the last counts, in the place of the first. */
export type RawMembers = Map<string, RawMember>;

const EMPTY_OBJECT = encoded("{}");
const EMPTY_ARRAY = encoded("[]");
const COMMA = encoded(",");
const COLON = encoded(":");

/** The members of an object, or null when the value is something else. */
export function membersOf(value: Uint8Array): RawMembers | null {
  if (value[0] !== OPEN_BRACE) return null;
  const bytes = cuttable(value);
  const members: RawMembers = new Map();
  let at = skipSpace(bytes, 1);
  while (bytes[at] !== CLOSE_BRACE) {
    const end = scanString(bytes, at);
    const from = scanColon(bytes, end);
    const part = partAt(bytes, from);
    members.set(keyValue(bytes, at, end), { key: bytes.subarray(at, end), value: part });
    at = nextPart(bytes, from + part.length);
  }
  return members;
}

/** The items of an array, or null when the value is something else. */
export function itemsOf(value: Uint8Array): Uint8Array[] | null {
  if (value[0] !== OPEN_BRACKET) return null;
  const items: Uint8Array[] = [];
  let at = skipSpace(value, 1);
  while (value[at] !== CLOSE_BRACKET) {
    const part = partAt(value, at);
    items.push(part);
    at = nextPart(value, at + part.length);
  }
  return items;
}

/** Sets a member: in its place when there is one of this key, at the end otherwise. */
export function setMember(members: RawMembers, name: string, value: Uint8Array): void {
  members.set(name, { key: members.get(name)?.key ?? encoded(JSON.stringify(name)), value });
}

export function objectOf(members: Iterable<RawMember>): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { key, value } of members) parts.push(COMMA, key, COLON, value);
  return enclosed(parts, EMPTY_OBJECT);
}

export function arrayOf(items: Iterable<Uint8Array>): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const item of items) parts.push(COMMA, item);
  return enclosed(parts, EMPTY_ARRAY);
}

/** The bytes of the value that begins at `at`. */
function partAt(bytes: Uint8Array, at: number): Uint8Array {
  const opener = bytes[at];
  if (opener === OPEN_BRACE || opener === OPEN_BRACKET) return readRaw(bytes, at).bytes;
  return bytes.subarray(at, scanScalar(bytes, at));
}

/** Steps over the comma after a part, if there is one. */
function nextPart(bytes: Uint8Array, at: number): number {
  const end = skipSpace(bytes, at);
  return bytes[end] === COMMA[0] ? skipSpace(bytes, end + 1) : end;
}

/** @param empty the brackets */
function enclosed([, ...parts]: readonly Uint8Array[], empty: Uint8Array): Uint8Array {
  return joined([empty.subarray(0, 1), ...parts, empty.subarray(1)]);
}
