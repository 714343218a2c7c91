// Headers that say to browsers and caches what they must not do with answers.
import type { Context } from "koa";
import type { Surface } from "../schema/caller.ts";

/** The pages of the UI bring all they need: nothing from elsewhere, nothing inline, nothing made from text. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join("; ");
/** Says that a request was read, and is answered, as one of Qdrant's API; answers in the native dialect are without it. */
export const DIALECT_HEADER = "x-azimuth-dialect";
/** Names the fields of a request that nothing was done with, where the dialect does not refuse them. */
export const IGNORED_HEADER = "x-azimuth-ignored";
/** Operations whose requests or answers hold secrets. */
const SECRET_PATHS = /\/(?:auth|licenses)\//;

export function harden(ctx: Context, surface: Surface): void {
  ctx.set("X-Content-Type-Options", "nosniff");
  if (SECRET_PATHS.test(ctx.path)) ctx.set("Cache-Control", "no-store");
  if (surface !== "ui") return;
  ctx.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
  ctx.set("Referrer-Policy", "no-referrer");
}
