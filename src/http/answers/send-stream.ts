// Sends a response whose body is a stream.
// The decision: Koa would do it, but it compares such a body with the classes of `fetch` first, which Node loads at
// their first use: 25 ms of CPU time and 6 MB for every server.
import { pipeline, type Readable } from "node:stream";
import type { Context } from "koa";

/**
 * Sends the stream as the body, and ends the connection if it fails, so that no client takes a part for the whole. Koa
 * reports the error, since it listens to every stream that becomes a body.
 */
export function sendStream(ctx: Context, stream: Readable): void {
  ctx.respond = false;
  if (ctx.method === "HEAD") {
    ctx.res.end();
    return;
  }
  pipeline(stream, ctx.res, () => {});
}
