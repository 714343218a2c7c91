// Reads the order of a scroll by a payload field.
import { parseDatetime } from "../../core/filter/datetime.ts";
import type { Integer } from "../../core/filter/filter.ts";
import { parsePath } from "../../core/filter/path.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { OrderBy } from "../../schema/scroll.ts";
import { show } from "../../schema/show.ts";

export interface Order {
  readonly path: string;
  readonly direction: "asc" | "desc";
  readonly startFrom: Integer | null;
}

/** @throws InvalidPath, InvalidArgument */
export function orderOf(orderBy: OrderBy): Order {
  const { key, direction, start_from } = typeof orderBy === "string" ? { key: orderBy } : orderBy;
  return { path: parsePath(key).text, direction: direction ?? "asc", startFrom: startOf(start_from ?? null) };
}

function startOf(given: Integer | string | null): Integer | null {
  const start = typeof given === "string" ? parseDatetime(given) : given;
  if ((start === null && given === null) || typeof start === "number" || typeof start === "bigint")
    return start;
  const rule = "expected a number or a moment such as 2024-01-31T12:00:00Z";
  throw new InvalidArgument(`order_by.start_from: ${rule}, got ${show(given)}`);
}
