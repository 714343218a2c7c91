// Where a request is sent to and where it comes from, as its headers say: `Host`, `Origin`, `Sec-Fetch-Site`.
import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

/** `[::1]:6573` -> `::1`; lower case, without a port and the dot that may end a name. */
export function hostName(host: string): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(host)?.[1] ?? host.replace(/:\d+$/, "");
  return bare.toLowerCase().replace(/\.$/, "");
}

export function isLoopbackName(name: string): boolean {
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}

/**
 * Whether a name can only lead to a machine that its user meant: an address, or a name without a dot, which nobody can
 * own in the public DNS.
 */
export function isOwnName(name: string): boolean {
  return isIP(name) !== 0 || !name.includes(".");
}

/** Whether a browser sends it for a page that is not of this server. */
export function isForeignPage({ origin, host = "", "sec-fetch-site": site }: IncomingHttpHeaders): boolean {
  const isOwn = origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
  return !isOwn || site === "cross-site";
}
