// Refuses requests that a foreign web page sends through the browser of a user who can reach this server.
// The decision: such a page is recognised by headers that only browsers send and pages cannot forge. `Host` is the name
// by which the server was reached: the owner of a dotted name that was not configured may have pointed it to this
// server (DNS rebinding). `Origin` and `Sec-Fetch-Site` tell where a request comes from. Where credentials are
// required, no foreign page has them: a cookie signs in on the console's port only. So the guard is needed on that port
// and while authentication is off.
import { isIP } from "node:net";
import type { Context } from "koa";
import { hostName, isForeignPage } from "../api/host.ts";
import { ForeignRequest } from "../errors/auth.ts";
import { ERROR_CODE_HEADER } from "../errors/request.ts";
import { HTTP_NO_CONTENT } from "../errors/table.ts";
import { APPLIED_HEADER, DIALECT_HEADER, IGNORED_HEADER } from "./headers.ts";

export interface GuardSettings {
  /** Names of the server, besides addresses and names without a dot. */
  readonly allowedHosts: readonly string[];
  /** Origins of web pages that may use the server, such as https://app.example.com. */
  readonly corsOrigins: readonly string[];
}

const SAFE_METHODS = new Set(["GET", "HEAD"]);
const ALLOWED_HEADERS =
  "authorization, api-key, content-type, x-at-least, x-setup-code, x-request-id, traceparent, tracestate";
const EXPOSED_HEADERS = [
  "retry-after, x-request-id, traceparent",
  APPLIED_HEADER.toLowerCase(),
  ERROR_CODE_HEADER,
  DIALECT_HEADER,
  IGNORED_HEADER,
].join(", ");
const ALLOWED_METHODS = "GET, POST, PUT, PATCH, DELETE";
const PREFLIGHT_SECONDS = 600;

/**
 * Returns a function that checks requests, and tells whether one is answered by the check, as a preflight is.
 * @param isNeeded returns true if the request has to be checked
 */
export function guardAgainst(settings: GuardSettings, isNeeded: () => boolean): (ctx: Context) => boolean {
  // Most requests use the same name as the one before, which needs no second check.
  let known: string | undefined;
  return (ctx) => {
    const { origin, host } = ctx.headers;
    const isListed = origin !== undefined && settings.corsOrigins.includes(origin);
    if (isListed) allow(ctx, origin);
    if (isNeeded()) {
      if (host === undefined || host !== known) refuseForeignHost(ctx, settings.allowedHosts);
      known = host;
      if (!SAFE_METHODS.has(ctx.method) && !isListed) refuseForeignPage(ctx);
    }
    if (!isListed || !isPreflight(ctx)) return false;
    ctx.status = HTTP_NO_CONTENT;
    return true;
  };
}

function isPreflight({ method, headers }: Context): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

/** Allows exactly this page, and never with cookies (fetch.spec.whatwg.org, section 3.2). */
function allow(ctx: Context, origin: string): void {
  ctx.vary("Origin");
  ctx.set("Access-Control-Allow-Origin", origin);
  ctx.set("Access-Control-Expose-Headers", EXPOSED_HEADERS);
  if (!isPreflight(ctx)) return;
  ctx.set("Access-Control-Allow-Methods", ALLOWED_METHODS);
  ctx.set("Access-Control-Allow-Headers", ALLOWED_HEADERS);
  ctx.set("Access-Control-Max-Age", String(PREFLIGHT_SECONDS));
}

function refuseForeignHost({ headers }: Context, allowed: readonly string[]): void {
  const name = hostName(headers.host ?? "");
  if (isOwnName(name) || allowed.includes(name)) return;
  throw new ForeignRequest(
    `Host not allowed: ${JSON.stringify(name)}; if that is a name of this server, start it with --allowed-hosts`,
  );
}

function refuseForeignPage({ headers }: Context): void {
  const { origin } = headers;
  if (isForeignPage(headers)) {
    const from = origin === undefined ? "another site" : JSON.stringify(origin);
    throw new ForeignRequest(
      `Origin not allowed: this request comes from a web page of ${from}; start the server with --cors-origins to allow it`,
    );
  }
  const type = headers["content-type"];
  if (origin === undefined || type === undefined || /^application\/json\b/i.test(type)) return;
  throw new ForeignRequest(
    `Content-Type not allowed: a web page has to send application/json, got ${JSON.stringify(type)}`,
  );
}

/**
 * Tells whether a name can only lead to a machine that its user meant: an address, or a name without a dot, which
 * cannot be owned in the public DNS.
 */
function isOwnName(name: string): boolean {
  return isIP(name) !== 0 || !name.includes(".");
}
