// The cookie of a browser that is signed in to the console.
// The decision: it counts only in requests of the console's own page, which browsers mark: `Sec-Fetch-Site` where the
// page has a secure origin, otherwise `Origin`, which all requests have that may change something. A page of another
// port has the same site, so SameSite=Strict alone would let it act for the user. Cookies know no ports: the name has
// the port, so that two servers on one machine do not overwrite each other's, and the path keeps it from pages that
// other servers of the machine have elsewhere. Without Max-Age it ends with the browser.
import type { IncomingMessage, ServerResponse } from "node:http";
import { isForeignPage } from "../api/host.ts";
import type { SessionCookie } from "../schema/caller.ts";
import { PROXY } from "./path.ts";

const SAFE_METHODS = new Set(["GET", "HEAD"]);
/** `none` is what the user does, such as following a bookmark of a download. */
const OWN_SITES = new Set(["same-origin", "none"]);
const ID = /^[A-Za-z0-9_-]{43}$/;

/** Returns null if the request is none of the console's own page. */
export function cookieOf(req: IncomingMessage, res: ServerResponse): SessionCookie | null {
  return isOwnPage(req) ? new HttpCookie(req, res) : null;
}

function isOwnPage({ method = "", headers }: IncomingMessage): boolean {
  if (isForeignPage(headers)) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return OWN_SITES.has(String(site));
  return SAFE_METHODS.has(method) || headers.origin !== undefined;
}

class HttpCookie implements SessionCookie {
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;

  constructor(req: IncomingMessage, res: ServerResponse) {
    this.#req = req;
    this.#res = res;
  }

  get id(): string | null {
    const name = this.#name;
    for (const pair of (this.#req.headers.cookie ?? "").split(";")) {
      const [key, value = ""] = pair.trim().split("=", 2);
      if (key === name && ID.test(value)) return value;
    }
    return null;
  }

  set(id: string): void {
    this.#send(id, "");
  }

  clear(): void {
    this.#send("", "; Max-Age=0");
  }

  get #name(): string {
    const port = /:(\d+)$/.exec(this.#req.headers.host ?? "")?.[1] ?? "";
    return `azimuth_session${port && `_${port}`}`;
  }

  #send(value: string, lifetime: string): void {
    const { socket, headers } = this.#req;
    // A proxy that has TLS says so; who says so wrongly only gets a cookie that browsers do not send.
    const isEncrypted = "encrypted" in socket || headers["x-forwarded-proto"] === "https";
    const secure = isEncrypted ? "; Secure" : "";
    const attributes = `Path=${PROXY}; HttpOnly; SameSite=Strict${secure}${lifetime}`;
    this.#res.setHeader("Set-Cookie", `${this.#name}=${value}; ${attributes}`);
  }
}
