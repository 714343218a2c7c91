// The name by which a request addresses the server, and the page that a browser sends it for.

/** `[::1]:6573` -> `::1`; in lower case, without port and trailing dot. */
export function hostName(host: string): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(host)?.[1] ?? host.replace(/:\d+$/, "");
  return bare.toLowerCase().replace(/\.$/, "");
}

const LOOPBACK_IPV4 = /^127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

export function isLoopbackName(name: string): boolean {
  return name === "localhost" || name === "::1" || LOOPBACK_IPV4.test(name);
}

/** Headers by which a browser describes the page that it sends a request for, and the target. */
interface PageFacts {
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
  readonly "sec-fetch-site"?: string | readonly string[] | undefined;
}

/** Tells whether a browser sends the request for a page of another server. */
export function isForeignPage({ origin, host = "", "sec-fetch-site": site }: PageFacts): boolean {
  const isOwn = origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
  return !isOwn || site === "cross-site";
}
