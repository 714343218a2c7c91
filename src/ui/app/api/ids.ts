// Ids of points: reading what a user typed, and the order in which the server keeps them.
import type { PointId } from "./types.ts";

export const LARGEST_ID = 2n ** 64n - 1n;
const UUID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Reads an unsigned integer of 64 bits or a UUID; null if the text is neither. */
export function parseId(text: string): PointId | null {
  const trimmed = text.trim();
  if (UUID.test(trimmed)) return uuid(trimmed);
  if (!/^\d{1,20}$/.test(trimmed)) return null;
  const value = BigInt(trimmed);
  if (value > LARGEST_ID) return null;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** Writes a UUID as the server does. */
function uuid(text: string): string {
  return hyphenated(text.replaceAll("-", "").toLowerCase());
}

/** Makes a UUID of version 4. crypto.randomUUID is missing where the console is opened over plain HTTP. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hyphenated(hex);
}

function hyphenated(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Compares ids in the order of scrolling: integers before UUIDs. */
export function compareIds(a: PointId, b: PointId): number {
  const isText = typeof a === "string";
  if (isText !== (typeof b === "string")) return isText ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

export const ID_RULE = `A whole number up to ${LARGEST_ID}, or a UUID`;

/** Returns the message at an input for an id whose text is none. */
export function noIdText(typed: string, advice = "choose one of the points found by this text"): string {
  return `“${typed.trim()}” is not the id of a point: ${advice}`;
}
