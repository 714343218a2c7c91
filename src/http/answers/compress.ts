// Compresses large responses for clients on other machines that accept it.
// The decision: gzip at its fastest level, in Node's own threads, pays on networks that are slower than that. It is not
// used on the same machine, nor for the console's files and for floats, which do not profit.
import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import type { Context, Middleware } from "koa";
import { isLoopbackAddress } from "../../schema/caller.ts";

/** A smaller response fits into a few packets anyway. */
const LARGE_BYTES = 4 * 1024;
const TEXT = /^(?:application\/json|text\/plain)\b/;
const QUICKEST = { level: 1 };

const compress = promisify(gzip);

/** @param isLocal tells whether an address needs no network */
export function compressLarge(isLocal: (address: string) => boolean = isLoopbackAddress): Middleware {
  return async (ctx, next) => {
    await next();
    const body = largeTextOf(ctx);
    if (body === null || isLocal(ctx.req.socket.remoteAddress ?? "")) return;
    ctx.vary("Accept-Encoding");
    if (ctx.acceptsEncodings("gzip", "identity") !== "gzip") return;
    const compressed =
      body instanceof Readable
        ? pipeline(body, createGzip(QUICKEST), () => {})
        : await compress(body, QUICKEST);
    ctx.set("Content-Encoding", "gzip");
    ctx.body = compressed;
  };
}

function largeTextOf({ body, respond, response, res, method }: Context): string | Buffer | Readable | null {
  if (respond === false || method === "HEAD") return null;
  const isStream = body instanceof Readable;
  if (typeof body !== "string" && !Buffer.isBuffer(body) && !isStream) return null;
  if ((!isStream && body.length <= LARGE_BYTES) || !TEXT.test(response.get("Content-Type"))) return null;
  return res.hasHeader("Content-Encoding") || res.hasHeader("ETag") ? null : body;
}
