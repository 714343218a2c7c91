// Compresses large responses for clients on other machines that accept it.
// The decision: gzip at its fastest level, in Node's own threads, pays on networks that are slower than that. It is not
// used on the same machine, nor for the console's files and for floats, which do not profit.
import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import type { Context } from "koa";
import { isLoopbackAddress } from "../../schema/caller.ts";

/** A smaller response fits into a few packets anyway. */
const LARGE_BYTES = 4 * 1024;
const TEXT = /^(?:application\/json|text\/plain)\b/;
const QUICKEST = { level: 1 };

const compress = promisify(gzip);

/**
 * Returns a function that compresses the response of a request; null: it stays as it is.
 * @param isLocal tells whether an address needs no network
 */
export function compressLarge(
  isLocal: (address: string) => boolean = isLoopbackAddress,
): (ctx: Context) => Promise<void> | null {
  return (ctx) => {
    const body = largeTextOf(ctx);
    if (body === null || isLocal(ctx.req.socket.remoteAddress ?? "")) return null;
    ctx.vary("Accept-Encoding");
    return ctx.acceptsEncodings("gzip", "identity") === "gzip" ? compressBody(ctx, body) : null;
  };
}

async function compressBody(ctx: Context, body: string | Buffer | Readable): Promise<void> {
  const compressed =
    body instanceof Readable
      ? pipeline(body, createGzip(QUICKEST), () => {})
      : await compress(body, QUICKEST);
  ctx.set("Content-Encoding", "gzip");
  ctx.body = compressed;
}

function largeTextOf({ body, respond, response, res, method }: Context): string | Buffer | Readable | null {
  if (respond === false || method === "HEAD") return null;
  const isStream = body instanceof Readable;
  if (typeof body !== "string" && !Buffer.isBuffer(body) && !isStream) return null;
  if ((!isStream && body.length <= LARGE_BYTES) || !TEXT.test(response.get("Content-Type"))) return null;
  return res.hasHeader("Content-Encoding") || res.hasHeader("ETag") ? null : body;
}
