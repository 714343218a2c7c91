// How many of something a request may ask for.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { MAX_LIMIT } from "../../schema/limits.ts";
import type { Rules } from "../../schema/rules.ts";

const DEFAULT_LIMIT = 10;

/**
 * @param field of the request that it is given in
 * @throws InvalidArgument for a limit that is too large, unless the dialect takes all there is instead
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
