// What product keys come to: a sum over licenses, and the moments at which it may change.
// The decision: a license is an id. Of several keys of one id the largest that is in force counts, so a license can be
// prolonged by a second key without being counted twice meanwhile.
import type { LicenseStatus } from "../schema/license.ts";
import type { ProductKey } from "./key.ts";

/** The vector limit of a server without a product key. */
const COMMUNITY_VECTORS = 5_000;

interface Capacity {
  readonly edition: LicenseStatus["edition"];
  readonly maxVectors: number;
}

export function capacityAt(keys: readonly ProductKey[], moment: number): Capacity {
  const largest = new Map<string, number>();
  for (const key of keys) {
    if (isInForce(key, moment)) largest.set(key.id, Math.max(key.maxVectors, largest.get(key.id) ?? 0));
  }
  if (largest.size === 0) return { edition: "community", maxVectors: COMMUNITY_VECTORS };
  const sum = [...largest.values()].reduce((total, vectors) => total + vectors, 0);
  // Larger numbers are not exact.
  const maxVectors = Math.min(Number.MAX_SAFE_INTEGER, Math.max(COMMUNITY_VECTORS, sum));
  return { edition: "licensed", maxVectors };
}

/** The moments after this one at which a key begins or ends, in order. */
export function changesAfter(keys: readonly ProductKey[], moment: number): number[] {
  const moments = keys.flatMap(({ notBefore, expiresAt }) => [notBefore ?? moment, expiresAt ?? moment]);
  return moments.filter((one) => one > moment).sort((a, b) => a - b);
}

/** A key ends at `expiresAt`, not after it. */
function isInForce({ notBefore, expiresAt }: ProductKey, moment: number): boolean {
  return (notBefore === null || moment >= notBefore) && (expiresAt === null || moment < expiresAt);
}
