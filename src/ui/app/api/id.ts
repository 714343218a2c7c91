// Ids of points as people type them.
import type { PointId } from "./types.ts";

const LARGEST = 2n ** 64n - 1n;

/** Digits are a number, exact whatever its size; all else is taken for a UUID, which the server judges. */
export function readId(text: string): PointId {
  const typed = text.trim();
  if (!/^\d+$/.test(typed)) return typed;
  const number = BigInt(typed);
  if (number > LARGEST) return typed;
  return number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : number;
}
