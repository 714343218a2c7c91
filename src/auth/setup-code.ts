// Verifies the setup code.
// The decision: hashes of both codes are compared, so neither the time nor the length of the comparison tells anything.
import { createHash, timingSafeEqual } from "node:crypto";

/** Much longer than any code; longer texts are refused. */
const MAX_CODE_LENGTH = 256;

/**
 * @param given the caller's code, in upper or lower case, with or without the dashes
 * @param code the right one; null: there is none, and every code is wrong
 */
export function isSetupCode(given: string, code: string | null): boolean {
  if (given.length > MAX_CODE_LENGTH) return false;
  const isSame = timingSafeEqual(hashOf(given), hashOf(code ?? ""));
  return isSame && code !== null && code !== "";
}

function hashOf(code: string): Buffer {
  return createHash("sha256").update(code.toUpperCase().replace(/[\s-]/g, "")).digest();
}
