// Splits objects and arrays into the bytes of their parts, and joins such parts.
// The decision: a part is a view on the bytes that were received and is not parsed, so unchanged parts keep their
// digits, their escapes and the order of their keys. Only keys are decoded, for comparing them. The bytes must be valid
// JSON. A payload of a megabyte may have 300,000 parts, so the work is done in slices.
import { runWhole, type Sliced } from "../scheduling/pause.ts";
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

/** Members by decoded key, in order. Of equal keys the last value counts, at the position of the first. */
export type RawMembers = Map<string, RawMember>;

const EMPTY_OBJECT = encoded("{}");
const EMPTY_ARRAY = encoded("[]");
const COMMA = encoded(",");
const COLON = encoded(":");

/** Bytes that are read in one slice, and the cost of a part besides its own bytes. */
const BYTES_PER_YIELD = 64 * 1024;
const PART_BYTES = 256;
/** Parts that are joined in one slice: a multiple of the four that a member has. */
const PARTS_PER_YIELD = 2048;

/** Returns the members of an object, or null for another value. */
export function membersOf(value: Uint8Array): RawMembers | null {
  return runWhole(membersInSlices(value));
}

/** Returns the members of an object as {@link membersOf} does, in slices. */
export function* membersInSlices(value: Uint8Array): Sliced<RawMembers | null> {
  if (value[0] !== OPEN_BRACE) return null;
  const bytes = cuttable(value);
  const members: RawMembers = new Map();
  let at = skipSpace(bytes, 1);
  let scanned = 0;
  while (bytes[at] !== CLOSE_BRACE) {
    const end = scanString(bytes, at);
    const from = scanColon(bytes, end);
    const part = partAt(bytes, from);
    members.set(keyValue(bytes, at, end), { key: bytes.subarray(at, end), value: part });
    at = nextPart(bytes, from + part.length);
    scanned += PART_BYTES + part.length;
    if (scanned < BYTES_PER_YIELD) continue;
    scanned = 0;
    yield;
  }
  return members;
}

/** Returns null for a value that is no array. */
export function itemsOf(value: Uint8Array): Uint8Array[] | null {
  return runWhole(itemsInSlices(value));
}

/** Returns the items of an array as {@link itemsOf} does, in slices. */
export function* itemsInSlices(value: Uint8Array): Sliced<Uint8Array[] | null> {
  if (value[0] !== OPEN_BRACKET) return null;
  const items: Uint8Array[] = [];
  let at = skipSpace(value, 1);
  let scanned = 0;
  while (value[at] !== CLOSE_BRACKET) {
    const part = partAt(value, at);
    items.push(part);
    at = nextPart(value, at + part.length);
    scanned += PART_BYTES + part.length;
    if (scanned < BYTES_PER_YIELD) continue;
    scanned = 0;
    yield;
  }
  return items;
}

/** Sets a member: the value of an existing key is replaced, a new key is added at the end. */
export function setMember(members: RawMembers, name: string, value: Uint8Array): void {
  members.set(name, { key: members.get(name)?.key ?? encoded(JSON.stringify(name)), value });
}

export function* objectInSlices(members: Iterable<RawMember>): Sliced<Uint8Array> {
  const parts: Uint8Array[] = [EMPTY_OBJECT.subarray(0, 1)];
  for (const { key, value } of members) {
    if (parts.length > 1) parts.push(COMMA);
    parts.push(key, COLON, value);
    if (parts.length % PARTS_PER_YIELD === 0) yield;
  }
  parts.push(EMPTY_OBJECT.subarray(1));
  return yield* joinedInSlices(parts);
}

export function arrayOf(items: Iterable<Uint8Array>): Uint8Array {
  return runWhole(arrayInSlices(items));
}

export function* arrayInSlices(items: Iterable<Uint8Array>): Sliced<Uint8Array> {
  const parts: Uint8Array[] = [EMPTY_ARRAY.subarray(0, 1)];
  for (const item of items) {
    if (parts.length > 1) parts.push(COMMA);
    parts.push(item);
    if (parts.length % PARTS_PER_YIELD === 0) yield;
  }
  parts.push(EMPTY_ARRAY.subarray(1));
  return yield* joinedInSlices(parts);
}

/** Returns the bytes of the value that begins at `at`. */
function partAt(bytes: Uint8Array, at: number): Uint8Array {
  const opener = bytes[at];
  if (opener === OPEN_BRACE || opener === OPEN_BRACKET) return readRaw(bytes, at).bytes;
  return bytes.subarray(at, scanScalar(bytes, at));
}

/** Returns the position after the comma that may follow a part. */
function nextPart(bytes: Uint8Array, at: number): number {
  const end = skipSpace(bytes, at);
  return bytes[end] === COMMA[0] ? skipSpace(bytes, end + 1) : end;
}

function* joinedInSlices(parts: readonly Uint8Array[]): Sliced<Uint8Array> {
  if (parts.length < PARTS_PER_YIELD) return joined(parts);
  let bytes = 0;
  for (const [i, part] of parts.entries()) {
    if (i % PARTS_PER_YIELD === 0) yield;
    bytes += part.length;
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const [i, part] of parts.entries()) {
    if (i % PARTS_PER_YIELD === 0) yield;
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
