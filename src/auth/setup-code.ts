// Whether somebody knows the setup code.
// The decision: what is compared is a hash of both, so that neither the time nor the length tells anything.
import { createHash, timingSafeEqual } from "node:crypto";

/** Far longer than any code. */
const LONGEST = 256;

/**
 * @param given by a caller, in any case, with or without the dashes
 * @param code what it must be; null: there is none, and nothing is right
 */
export function isSetupCode(given: string, code: string | null): boolean {
  if (given.length > LONGEST) return false;
  const isSame = timingSafeEqual(hashOf(given), hashOf(code ?? ""));
  return isSame && code !== null && code !== "";
}

function hashOf(code: string): Buffer {
  return createHash("sha256").update(code.toUpperCase().replace(/[\s-]/g, "")).digest();
}
