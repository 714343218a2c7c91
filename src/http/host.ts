// Names of this server that nobody else can have.
import { isIP } from "node:net";

/**
 * Whether a name can only lead to a machine that its user meant: an address, or a name without a dot, which nobody can
 * own in the public DNS.
 */
export function isOwnName(name: string): boolean {
  return isIP(name) !== 0 || !name.includes(".");
}
