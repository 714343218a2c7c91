// JSON that this program stores and reads again: records of the log, manifests, snapshots.
// The decision: it is as exact as payloads, because a part of it, the metadata of a collection, belongs to the user.
// Integers of any length are read as they were written, and other numbers stay doubles. Values without either have the
// same bytes as in all earlier versions.
import { parseExact, writePlain } from "./plain.ts";

export function writeKept(value: unknown): string {
  return writePlain(value, "float");
}

export function readKept(text: string): unknown {
  return parseExact(text);
}
