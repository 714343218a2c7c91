// Security headers of responses, for browsers and caches.
import type { Context } from "koa";
import type { Surface } from "../schema/caller.ts";
import type { Recall } from "../schema/recall.ts";

/**
 * The pages of the console contain all that they need: they load nothing from elsewhere, and run no inline code and no
 * code made from text.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join("; ");
/**
 * The search of the documentation compiles the engine in a worker, which has the policy of its own script. No page has
 * this policy.
 */
const ENGINE_POLICY = `${CONTENT_SECURITY_POLICY}; script-src 'self' 'wasm-unsafe-eval'`;
const ENGINE_PATH = "/docs/assets/";
/** Tells that a request was read and answered as one of Qdrant's API; responses in the native dialect lack it. */
export const DIALECT_HEADER = "x-azimuth-dialect";
/** Names ignored fields of a request, where the dialect does not refuse them. */
export const IGNORED_HEADER = "x-azimuth-ignored";
/** Says how good the result of a search is expected to be; "unknown": its index is not measured yet. */
export const RECALL_HEADER = "x-recall";
/** How far the log was applied when a request to a collection was answered, and how far a request wants it to be. */
export const APPLIED_HEADER = "X-Applied";
export const AT_LEAST_HEADER = "x-at-least";
/** Operations whose requests or responses contain secrets. */
const SECRET_PATHS = /\/(?:auth|licenses)\//;

export function recallText({ asked, expected, ef }: Recall): string {
  return `asked=${asked}, expected=${expected ?? "unknown"}${ef === null ? "" : `, ef=${ef}`}`;
}

export function harden(ctx: Context, surface: Surface): void {
  ctx.res.setHeader("X-Content-Type-Options", "nosniff");
  if (SECRET_PATHS.test(ctx.path)) ctx.set("Cache-Control", "no-store");
  if (surface !== "ui") return;
  const policy = ctx.path.startsWith(ENGINE_PATH) ? ENGINE_POLICY : CONTENT_SECURITY_POLICY;
  ctx.set("Content-Security-Policy", policy);
  ctx.set("Referrer-Policy", "no-referrer");
}
