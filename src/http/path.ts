// Paths as they are meant: doubled and trailing slashes are dropped, and what cannot be percent-decoded is noted here, once.
// The decision: such a path is routed as the text that it is, so that the refusal has the form of the operation it was meant for;
// parameters are never read of it.
import type { Context, Next } from "koa";
import { InvalidArgument } from "../errors/invalid-argument.ts";

/** Where port 6575 has the REST API. */
export const PROXY = "/api/proxy";

interface PathState {
  isUndecodable?: boolean;
}

export function normalisePath(ctx: Context, next: Next): Promise<void> {
  const given = ctx.path;
  if (!isDecodable(given)) {
    (ctx.state as PathState).isUndecodable = true;
    ctx.path = given.replaceAll("%", "%25");
    return next();
  }
  const single = given.replace(/\/{2,}/g, "/");
  const path = single.length > 1 && single.endsWith("/") ? single.slice(0, -1) : single;
  // To set it is to write the whole address anew.
  if (path !== given) ctx.path = path;
  return next();
}

/** @throws InvalidArgument when the path could not be decoded */
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
