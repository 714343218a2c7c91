// What a request calls the server it is sent to, and whose page sends it.

/** `[::1]:6573` -> `::1`; lower case, without a port and the dot that may end a name. */
export function hostName(host: string): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(host)?.[1] ?? host.replace(/:\d+$/, "");
  return bare.toLowerCase().replace(/\.$/, "");
}

const LOOPBACK_IPV4 = /^127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

export function isLoopbackName(name: string): boolean {
  return name === "localhost" || name === "::1" || LOOPBACK_IPV4.test(name);
}

/** What a browser says of the page that it sends a request for, and where to. */
interface PageFacts {
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
  readonly "sec-fetch-site"?: string | readonly string[] | undefined;
}

/** Whether a browser sends it for a page that is not of this server. */
export function isForeignPage({ origin, host = "", "sec-fetch-site": site }: PageFacts): boolean {
  const isOwn = origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
  return !isOwn || site === "cross-site";
}
