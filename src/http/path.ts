// Paths as they are meant: doubled and trailing slashes are dropped, and what cannot be percent-decoded is refused
// here, once, so that routes and parameters never see it.
import type { Context, Next } from "koa";
import { InvalidArgument } from "../errors.ts";

/** Where port 6575 has the REST API. */
export const PROXY = "/api/proxy";

export function normalisePath(ctx: Context, next: Next): Promise<void> {
  const given = ctx.path;
  try {
    if (given.includes("%")) decodeURIComponent(given);
  } catch {
    throw new InvalidArgument("the path cannot be percent-decoded as UTF-8");
  }
  const single = given.replace(/\/{2,}/g, "/");
  const path = single.length > 1 && single.endsWith("/") ? single.slice(0, -1) : single;
  // To set it is to write the whole address anew.
  if (path !== given) ctx.path = path;
  return next();
}
