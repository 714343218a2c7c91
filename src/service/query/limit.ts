// Reads limits of requests.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { MAX_LIMIT } from "../../schema/limits.ts";
import type { Rules } from "../../schema/rules.ts";

const DEFAULT_LIMIT = 10;

/**
 * @param field the field of the request
 * @throws InvalidArgument for a limit that is too large, unless the dialect returns all points then
 */
export function limitOf(
  given: number | null | undefined,
  rules: Rules,
  otherwise = DEFAULT_LIMIT,
  field = "limit",
): number {
  const limit = given ?? otherwise;
  if (limit > MAX_LIMIT && rules.hugeLimit === "refused")
    throw new InvalidArgument(`${field} must be 1..${MAX_LIMIT}`);
  return limit;
}
