// Paths as they are meant: doubled and trailing slashes are dropped, and what cannot be percent-decoded is refused
// here, once, so that routes and parameters never see it.
import type { Context, Next } from "koa";
import { InvalidArgument } from "../errors.ts";

export async function normalisePath(ctx: Context, next: Next): Promise<void> {
  try {
    decodeURIComponent(ctx.path);
  } catch {
    throw new InvalidArgument("the path cannot be percent-decoded as UTF-8");
  }
  const path = ctx.path.replace(/\/{2,}/g, "/");
  ctx.path = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  await next();
}
