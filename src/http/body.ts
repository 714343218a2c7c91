// Reading request bodies.
// The decision: a body that can carry an id or a vector is read by our own reader, which keeps ids exact and packs
// vectors; all others are fetched by koa-bodyparser and read by it too, so there is one grammar and one error text. JSON
// is taken whatever the content type says, because curl without `-H` claims a form; only vectors as bytes are announced. A body over the limit is read to
// its end and thrown away, so that the client is there to hear 413.

import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Context } from "koa";
import bodyParser from "koa-bodyparser";
import { type Operation, takesFloats } from "../api/operation.ts";
import type { Lease } from "../core/budget.ts";
import { RequestTimeout, UnreadableBody } from "../errors/request.ts";
import { BodyTooLarge, InvalidArgument, VectorDbError } from "../errors.ts";
import { Fields } from "../json/fields.ts";
import { readPackedBody } from "../json/floats.ts";
import { readJson } from "../json/reader.ts";
import { compileShape } from "../json/shape.ts";
import { pause } from "../pause.ts";
import { carriesLeaf } from "../schema/leaf.ts";
import { MAX_PLAIN_BODY_BYTES, MAX_STRANGER_BODY_BYTES } from "../schema/limits.ts";
import { show } from "../schema/show.ts";
import { BODY_PACE, keepPace } from "./pace.ts";

/**
 * Reads the body of a request to one operation: an object, empty when there is no body. What it takes on the lease is
 * given back by whoever ends the request.
 */
export type BodyReader = (ctx: Context, lease: Lease) => Promise<Fields>;

/** How much of a body that is too large is waited for before the connection is cut. */
const DRAIN_FACTOR = 4;
/** A millisecond or so of parsing. */
const LARGE_BYTES = 256 * 1024;
const IDENTITY = "identity";
/** Of a body that has its vectors as bytes beside its JSON. */
const PACKED_TYPE = /^\s*application\/octet-stream\s*(?:;|$)/i;
const DECOMPRESSORS: Record<string, () => Transform> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Whether a body is read: that of the others is thrown away by Node. */
export function takesBody({ rest }: Operation): boolean {
  return rest.method !== "get" && rest.method !== "delete";
}

/** @param maxBytes the setting */
export function bodyReaderFor(operation: Operation, maxBytes: number, pace = BODY_PACE): BodyReader {
  if (!takesBody(operation)) return async () => new Fields();
  const { request } = operation;
  const withLeaves = carriesLeaf(request);
  const limitBytes = Math.min(limitOf(operation, withLeaves), maxBytes);
  const read = withLeaves ? leafReader(operation, limitBytes) : plainReader(limitBytes);
  return async (ctx, lease) => {
    const end = isThere(ctx.req) ? null : keepPace(ctx.req, pace);
    try {
      await refuseDeclaredSize(ctx, limitBytes);
      await settleEncoding(ctx, limitBytes);
      return requireObject(await read(ctx, lease));
    } catch (error) {
      // Nobody waits for the rest of it.
      if (error instanceof RequestTimeout) ctx.set("Connection", "close");
      throw error;
    } finally {
      end?.();
    }
  };
}

/** Room for a body is set aside before it comes, so whoever shows nothing gets little: connections are theirs for nothing. */
function limitOf({ permission, onUi }: Operation, withLeaves: boolean): number {
  if (permission === "none" || onUi === "none") return MAX_STRANGER_BODY_BYTES;
  return withLeaves ? Number.POSITIVE_INFINITY : MAX_PLAIN_BODY_BYTES;
}

type Read = (ctx: Context, lease: Lease) => Promise<unknown>;

function leafReader(operation: Operation, limitBytes: number): Read {
  const shape = compileShape(operation.request);
  const mayBePacked = takesFloats(operation);
  return async ({ req }, lease) => {
    const bytes = await readBytes(req, limitBytes, lease);
    if (bytes.length > LARGE_BYTES) await pause();
    if (bytes.length === 0) return new Fields();
    return mayBePacked && isPacked(req) ? readPackedBody(bytes, shape) : readJson(bytes, shape);
  };
}

/** Media types are named without regard to case, and may have parameters. */
function isPacked({ headers }: IncomingMessage): boolean {
  const type = headers["content-type"];
  return type !== undefined && PACKED_TYPE.test(type);
}

function plainReader(limitBytes: number): Read {
  const parse = bodyParser({
    enableTypes: ["json"],
    detectJSON: () => true,
    jsonLimit: `${limitBytes}b`,
    onerror: (error, ctx) => {
      // What it fetched but could not or would not parse is read like everything else.
      const { body: text, type } = error as ParserError;
      if (error instanceof VectorDbError) throw error;
      if (typeof text === "string") ctx.request.rawBody = text;
      else throw type === "entity.too.large" ? new BodyTooLarge(limitBytes) : unreadable(error);
    },
  });
  return async (ctx, lease) => {
    await parse(withPlainBody(ctx, lease), async () => {});
    const text = Buffer.from((ctx.request.rawBody as string | undefined) ?? "");
    return text.length === 0 ? new Fields() : readJson(text);
  };
}

/** The same with a body that is unpacked, and on the lease as far as it has come. */
function withPlainBody(ctx: Context, lease: Lease): Context {
  const { req } = ctx;
  const { stream } = decoded(req);
  stream.on("data", (chunk: Buffer) => {
    try {
      lease.take(chunk.length);
    } catch (error) {
      // Heard by whoever reads it.
      stream.emit("error", error);
    }
  });
  if (stream === req) return ctx;
  const { "content-length": _, ...headers } = req.headers;
  const plain = Object.assign(stream, { headers: { ...headers, "content-encoding": IDENTITY } });
  return Object.create(ctx, { req: { value: plain } }) as Context;
}

/** What co-body throws: the text it could not parse is attached. */
interface ParserError extends Error {
  readonly type?: string;
  readonly body?: unknown;
}

function requireObject(body: unknown): Fields {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Fields;
  // A text is not shown: it may be a password without the object around it.
  const got = typeof body === "string" ? "a string" : show(body);
  throw new UnreadableBody(`body: expected an object, got ${got}`);
}

async function refuseDeclaredSize({ req }: Context, limitBytes: number): Promise<void> {
  const declared = Number(req.headers["content-length"] ?? 0);
  if (declared <= limitBytes) return;
  if (declared <= limitBytes * DRAIN_FACTOR) await drain(req, limitBytes);
  throw new BodyTooLarge(limitBytes);
}

async function readBytes(req: IncomingMessage, limitBytes: number, lease: Lease): Promise<Uint8Array> {
  const { stream, leave } = decoded(req);
  if (stream === req && isThere(req)) return takeWhole(req, limitBytes, lease);
  return collect(stream, limitBytes, lease, async () => {
    leave();
    await drain(req, limitBytes);
  });
}

/** Whether a body has come with its head, as short ones do: nobody has to wait for it. */
function isThere({ readableLength, headers }: IncomingMessage): boolean {
  return readableLength > 0 && readableLength === Number(headers["content-length"]);
}

function takeWhole(req: IncomingMessage, limitBytes: number, lease: Lease): Uint8Array {
  const bytes: Uint8Array = req.read();
  // To its end, without which the next request on the connection would not be heard.
  req.resume();
  if (bytes.length > limitBytes) throw new BodyTooLarge(limitBytes);
  lease.take(bytes.length);
  return bytes;
}

/** A body as it was before it was compressed, once its encoding is settled. `leave` parts it from what is still to come. */
export function decoded(req: IncomingMessage): { stream: NodeJS.ReadableStream; leave: () => void } {
  const encoding = req.headers["content-encoding"]!;
  if (encoding === IDENTITY) return { stream: req, leave: () => {} };
  const decompressor = DECOMPRESSORS[encoding]!();
  req.pipe(decompressor);
  req.once("aborted", () => decompressor.destroy(new Error("the request was aborted")));
  req.once("error", (error) => decompressor.destroy(error));
  const leave = () => {
    req.unpipe(decompressor);
    decompressor.destroy();
  };
  return { stream: decompressor, leave };
}

/** Content codings are named without regard to case (RFC 9110, section 8.4.1); both parsers get to see one spelling. */
export async function settleEncoding({ req }: Context, limitBytes: number): Promise<void> {
  const given = (req.headers["content-encoding"] ?? IDENTITY).trim().toLowerCase();
  const encoding = given === "x-gzip" ? "gzip" : given;
  if (encoding !== IDENTITY && !Object.hasOwn(DECOMPRESSORS, encoding)) {
    await drain(req, limitBytes);
    throw new InvalidArgument(`Content-Encoding: expected gzip, deflate or br, got ${JSON.stringify(given)}`);
  }
  req.headers["content-encoding"] = encoding;
}

/** @param onRefused makes sure that what is left of the body does not stand in the way of the answer */
async function collect(
  stream: NodeJS.ReadableStream,
  limitBytes: number,
  lease: Lease,
  onRefused: () => Promise<void>,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    await eachChunk(stream, (chunk) => {
      if (size + chunk.length > limitBytes) throw new BodyTooLarge(limitBytes);
      lease.take(chunk.length);
      size += chunk.length;
      chunks.push(chunk);
    });
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
  } catch (error) {
    if (!(error instanceof VectorDbError)) throw unreadable(error);
    if (!(error instanceof RequestTimeout)) await onRefused();
    throw error;
  }
}

/**
 * Reads to the end, or until `take` throws, and then what is left can be read by somebody else. An iterator of the stream
 * would do the same at three times the cost, which is a tenth of a search.
 */
function eachChunk(stream: NodeJS.ReadableStream, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      try {
        take(chunk);
      } catch (error) {
        stream.pause();
        settle(() => reject(error));
      }
    };
    const onEnd = () => settle(resolve);
    const onError = (error: Error) => settle(() => reject(error));
    const onClose = () => settle(() => reject(new Error("the connection ended before the body did")));
    const settle = (end: () => void) => {
      stream.off("data", onData).off("end", onEnd).off("error", onError).off("close", onClose);
      end();
    };
    // What has ended before says so to nobody any more.
    if ((stream as Transform).destroyed) return onClose();
    stream.on("data", onData).on("end", onEnd).on("error", onError).on("close", onClose);
  });
}

/** Leaving the loop does not destroy the stream, so that the rest of it can be drained. */
export function keepOpen(stream: NodeJS.ReadableStream): AsyncIterable<Buffer> {
  return (stream as Transform).iterator({ destroyOnReturn: false });
}

/** Reads on and keeps nothing, to the end or as far as patience goes. */
async function drain(req: IncomingMessage, limitBytes: number): Promise<void> {
  let left = limitBytes * DRAIN_FACTOR;
  try {
    for await (const chunk of keepOpen(req)) {
      left -= chunk.length;
      if (left < 0) return;
    }
  } catch {
    // The client left: nobody is there to be answered.
  }
}

export function unreadable(cause: unknown): VectorDbError {
  return new UnreadableBody("the request body could not be read: it ended early or its encoding is broken", {
    cause,
  });
}
