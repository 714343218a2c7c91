// Rewrites fields of a request before their object is checked: other names of a field, and very large counts.
// The decision: the request itself is changed, so services know one name for each field, and every number they get is
// exact.
import { MAX_U64 } from "../schema/leaf.ts";
import { isObject } from "./check-rules.ts";

/**
 * Renames aliases of fields. If the field is also given under its own name, it stays, and the alias is an unknown
 * field.
 */
export function rename(data: unknown, aliases: readonly (readonly [alias: string, name: string])[]): void {
  if (!isObject(data)) return;
  for (const [alias, name] of aliases) {
    if (data[alias] === undefined || data[name] !== undefined) continue;
    data[name] = data[alias];
    delete data[alias];
  }
}

/** Replaces counts from 2^53 to the largest of 64 bits by 2^53 - 1, which exceeds every number of items. */
export function roundCounts(data: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    const value = data[name];
    const isLarge = typeof value === "bigint" && value > 0n && value <= MAX_U64;
    if (isLarge) data[name] = Number.MAX_SAFE_INTEGER;
  }
}
