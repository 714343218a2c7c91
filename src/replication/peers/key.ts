// The key with which the servers of a cluster call each other.
import { hkdfSync, timingSafeEqual } from "node:crypto";

const KEY_BYTES = 32;
const PURPOSE = "azimuth calls between servers";

/** @param secret of the log of the cluster, which has 244 random bits */
export function peerKeyOf(secret: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", PURPOSE, KEY_BYTES)).toString("base64url");
}

/** Compares keys in a time that does not depend on what is given. */
export function isKey(key: string, given: string): boolean {
  const [own, other] = [Buffer.from(key), Buffer.from(given)];
  return own.length === other.length && timingSafeEqual(own, other);
}
