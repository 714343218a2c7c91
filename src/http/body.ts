// Reading request bodies.
// The decision: a body that can carry an id or a vector is read by our own reader, which keeps ids exact and packs
// vectors; all others are fetched as text by koa-bodyparser and read by it too, so there is one grammar and one error
// text. JSON is taken whatever the content type says, because curl without `-H` claims a form; only vectors as bytes
// are announced.
import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import bodyParser from "koa-bodyparser";
import { type Operation, takesFloats } from "../api/operation.ts";
import { RequestTimeout, UnreadableBody } from "../errors/request.ts";
import { BodyTooLarge } from "../errors/server.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { Fields } from "../json/fields.ts";
import { readPackedBody, readPackedBodyInSlices } from "../json/floats.ts";
import { readJson } from "../json/reader.ts";
import { compileShape } from "../json/shape.ts";
import { readJsonInSlices } from "../json/sliced-reader.ts";
import type { Reservation } from "../memory/reservation.ts";
import type { MaybePromise } from "../scheduling/maybe-promise.ts";
import { pause } from "../scheduling/pause.ts";
import { carriesLeaf } from "../schema/leaf.ts";
import { GRANTED_BODY_BYTES, MAX_PLAIN_BODY_BYTES, MAX_STRANGER_BODY_BYTES } from "../schema/limits.ts";
import { show } from "../schema/show.ts";
import {
  decoded,
  GRANTED_MS,
  IDENTITY,
  isThere,
  type Patience,
  readBytes,
  refuseDeclaredSize,
  settleEncoding,
  takeWhole,
  unreadable,
  waitForMemory,
} from "./body-bytes.ts";
import { BODY_PACE, keepPace } from "./pace.ts";

/**
 * Reads the body of a request to one operation: an object, empty if there is no body; at once if it is short and there,
 * as most are. The caller releases the reservation.
 */
type BodyReader = (ctx: Context, reservation: Reservation) => MaybePromise<Fields>;

/** Parsing this much takes a millisecond or so. */
const LARGE_BYTES = 256 * 1024;
/** The content type of a body that has its vectors as bytes beside its JSON. */
const PACKED_TYPE = /^\s*application\/octet-stream\s*(?:;|$)/i;

/** Tells whether a body is read; Node discards that of other requests. */
export function takesBody({ rest }: Operation): boolean {
  return rest.method !== "get" && rest.method !== "delete";
}

/** @param maxBytes the setting `max_body_size` */
export function bodyReaderFor(
  operation: Operation,
  maxBytes: number,
  pace = BODY_PACE,
  grantedMs = GRANTED_MS,
): BodyReader {
  if (!takesBody(operation)) return async () => new Fields();
  const { request } = operation;
  const withLeaves = carriesLeaf(request);
  const limitBytes = Math.min(limitOf(operation, withLeaves), maxBytes);
  const patience = { grantedMs, pace };
  const read = withLeaves ? leafReader(operation, limitBytes, patience) : plainReader(limitBytes);
  const mayBePacked = takesFloats(operation);
  const readNow = (ctx: Context, reservation: Reservation): Fields => {
    try {
      const bytes = takeWhole(ctx.req, limitBytes, reservation);
      return requireObject(readLeaves(bytes, operation, mayBePacked && isPacked(ctx.req)));
    } catch (error) {
      closeUnlessRead(ctx, error);
      throw error;
    }
  };
  const readLater = async (ctx: Context, reservation: Reservation): Promise<Fields> => {
    let end: (() => void) | null = null;
    try {
      if (withLeaves) await waitForMemory(ctx.req, limitBytes, reservation, patience);
      if (!isThere(ctx.req)) end = keepPace(ctx.req, pace);
      await refuseDeclaredSize(ctx, limitBytes);
      await settleEncoding(ctx, limitBytes);
      return requireObject(await read(ctx, reservation));
    } catch (error) {
      closeUnlessRead(ctx, error);
      throw error;
    } finally {
      end?.();
    }
  };
  return (ctx, reservation) =>
    withLeaves && isShort(ctx.req, limitBytes) ? readNow(ctx, reservation) : readLater(ctx, reservation);
}

/** Closes the connection after the response if the rest of the body is not read. */
function closeUnlessRead(ctx: Context, error: unknown): void {
  if (error instanceof RequestTimeout || !ctx.req.complete) ctx.set("Connection", "close");
}

/** Tells whether a body has arrived as a whole, as it is, and can be parsed at once. */
function isShort(req: IncomingMessage, limitBytes: number): boolean {
  if (!isThere(req) || req.headers["content-encoding"] !== undefined) return false;
  return req.readableLength <= Math.min(LARGE_BYTES, GRANTED_BODY_BYTES, limitBytes);
}

/**
 * Returns the size limit of a body. It is small for callers without a credential, because memory is reserved before the
 * body arrives, and connections cost a client nothing.
 */
function limitOf({ permission, onUi }: Operation, withLeaves: boolean): number {
  if (permission === "none" || onUi === "none") return MAX_STRANGER_BODY_BYTES;
  return withLeaves ? Number.POSITIVE_INFINITY : MAX_PLAIN_BODY_BYTES;
}

type Read = (ctx: Context, reservation: Reservation) => Promise<unknown>;

function leafReader(operation: Operation, limitBytes: number, patience: Patience): Read {
  const mayBePacked = takesFloats(operation);
  return async ({ req }, reservation) => {
    const bytes = await readBytes(req, limitBytes, reservation, patience);
    const packed = mayBePacked && isPacked(req);
    if (bytes.length <= LARGE_BYTES) return readLeaves(bytes, operation, packed);
    await pause();
    const shape = compileShape(operation.request);
    return packed ? readPackedBodyInSlices(bytes, shape) : readJsonInSlices(bytes, shape);
  };
}

function readLeaves(bytes: Uint8Array, { request }: Operation, packed: boolean): unknown {
  if (bytes.length === 0) return new Fields();
  const shape = compileShape(request);
  return packed ? readPackedBody(bytes, shape) : readJson(bytes, shape);
}

/**
 * Tells whether a body is announced as packed. The case of media types does not matter, and they may have parameters.
 */
function isPacked({ headers }: IncomingMessage): boolean {
  const type = headers["content-type"];
  return type !== undefined && PACKED_TYPE.test(type);
}

/** Fetches a body by koa-bodyparser as text, which our reader parses: no body is parsed twice. */
function plainReader(limitBytes: number): Read {
  const parse = bodyParser({
    enableTypes: ["text"],
    textLimit: `${limitBytes}b`,
    onerror: (error) => {
      if (error instanceof VectorDbError) throw error;
      throw (error as ParserError).type === "entity.too.large"
        ? new BodyTooLarge(limitBytes)
        : unreadable(error);
    },
  });
  return async (ctx, reservation) => {
    ctx.req.headers["content-type"] = "text/plain";
    await parse(withPlainBody(ctx, reservation), async () => {});
    const text = Buffer.from((ctx.request.rawBody as string | undefined) ?? "");
    return text.length === 0 ? new Fields() : readJson(text);
  };
}

/** Returns a context whose body is decompressed, with memory reserved as it arrives. */
function withPlainBody(ctx: Context, reservation: Reservation): Context {
  const { req } = ctx;
  const { stream } = decoded(req);
  stream.on("data", (chunk: Buffer) => {
    try {
      reservation.reserve(chunk.length);
    } catch (error) {
      // The reader of the stream receives this.
      stream.emit("error", error);
    }
  });
  if (stream === req) return ctx;
  const { "content-length": _, ...headers } = req.headers;
  const plain = Object.assign(stream, { headers: { ...headers, "content-encoding": IDENTITY } });
  return Object.create(ctx, { req: { value: plain } }) as Context;
}

/** Errors of co-body have a `type` such as "entity.too.large". */
interface ParserError extends Error {
  readonly type?: string;
}

function requireObject(body: unknown): Fields {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Fields;
  // The text itself is not shown: it may be a password without the object around it.
  const got = typeof body === "string" ? "a string" : show(body);
  throw new UnreadableBody(`body: expected an object, got ${got}`);
}
