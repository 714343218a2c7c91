// Normalises paths: duplicate and trailing slashes are dropped, and paths that cannot be percent-decoded are marked.
// The decision: such a path is routed by its undecoded text, so the error has the form of the operation that was meant;
// parameters are never read from it.
import type { Context } from "koa";
import { InvalidArgument } from "../errors/invalid-argument.ts";

/** The path of the REST API on port 6575. */
export const PROXY = "/api/proxy";

interface PathState {
  isUndecodable?: boolean;
}

export function normalisePath(ctx: Context): void {
  const given = ctx.path;
  if (!isDecodable(given)) {
    (ctx.state as PathState).isUndecodable = true;
    ctx.path = given.replaceAll("%", "%25");
    return;
  }
  const single = given.includes("//") ? given.replace(/\/{2,}/g, "/") : given;
  const path = single.length > 1 && single.endsWith("/") ? single.slice(0, -1) : single;
  // This is avoided where possible, because setting the path makes the whole URL again.
  if (path !== given) ctx.path = path;
}

/** @throws InvalidArgument if the path could not be decoded */
export function ensureDecodable({ state }: Pick<Context, "state">): void {
  if ((state as PathState).isUndecodable) {
    throw new InvalidArgument("the path cannot be percent-decoded as UTF-8");
  }
}

function isDecodable(path: string): boolean {
  try {
    if (path.includes("%")) decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
