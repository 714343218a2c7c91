// The bytes of a request body: how they are fetched, unpacked, limited, and what is done about those that nobody wants.
// The decision: a large body waits until there is room for all of it, and lies from its first byte on where it is read; of others
// there is room for what has come. A body over the limit is read to its end and thrown away, so that the client is there to hear it.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Context } from "koa";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { RequestTimeout, UnreadableBody } from "../errors/request.ts";
import { BodyTooLarge } from "../errors/server.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { Reservation } from "../memory/reservation.ts";
import { GRANTED_BODY_BYTES } from "../schema/limits.ts";
import { keepPace, type Pace } from "./pace.ts";
import { allowTime, endTime } from "./unhurried.ts";

/** How much of a body that is too large is waited for before the connection is cut. */
const DRAIN_FACTOR = 4;
/** How long it may hold that room before it is there; as long the rest of one that gets no room is read. */
export const GRANTED_MS = 60_000;
export const IDENTITY = "identity";
const DECOMPRESSORS: Record<string, () => Transform> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export async function refuseDeclaredSize({ req }: Context, limitBytes: number): Promise<void> {
  const declared = Number(req.headers["content-length"] ?? 0);
  if (declared <= limitBytes) return;
  if (declared <= limitBytes * DRAIN_FACTOR) await drain(req, limitBytes);
  throw new BodyTooLarge(limitBytes);
}

/** The bytes of a body that waits for its room before it is read; 0: one that takes room as it comes. */
function largeBytes({ headers }: IncomingMessage, limitBytes: number): number {
  const declared = Number(headers["content-length"] ?? 0);
  const encoding = encodingOf(headers);
  return encoding === IDENTITY && declared > GRANTED_BODY_BYTES && declared <= limitBytes ? declared : 0;
}

function encodingOf(headers: IncomingHttpHeaders): string {
  return (headers["content-encoding"] ?? IDENTITY).trim().toLowerCase();
}

/** How long a large body may take, and how fast it has to come where nobody has set room aside for it. */
export interface Patience {
  readonly grantedMs: number;
  readonly pace: Pace;
}

/** Large bodies have all of their room before anything of them is read, in the order in which they came. */
export async function waitForRoom(
  req: IncomingMessage,
  limitBytes: number,
  reservation: Reservation,
  patience: Patience,
): Promise<void> {
  const bytes = largeBytes(req, limitBytes);
  if (bytes === 0) return;
  allowTime(req);
  const signal = {
    get aborted() {
      return req.socket.destroyed;
    },
  };
  try {
    await reservation.waitFor(bytes, signal);
  } catch (error) {
    await drainSoon(req, patience);
    endTime(req);
    throw error;
  }
}

/** Reads what is left of a body that is refused, as long as it comes at its pace. */
async function drainSoon(req: IncomingMessage, { grantedMs, pace }: Patience): Promise<void> {
  const endPace = keepPace(req, pace);
  const late = endLate(req, grantedMs);
  try {
    await eachChunk(req, () => {});
  } catch {
    // It is answered all the same, if anybody is there.
  } finally {
    clearTimeout(late);
    endPace();
  }
}

/** Makes reading a body fail when it has not come by then. */
function endLate(req: IncomingMessage, ms: number): NodeJS.Timeout {
  const text = `the body did not arrive within ${ms / 1000} seconds`;
  return setTimeout(() => req.emit("error", new RequestTimeout(text)), ms);
}

/** Reads a body whose room it has, into the place where it will lie. */
async function collectWhole(req: IncomingMessage, bytes: number, grantedMs: number): Promise<Uint8Array> {
  const whole = Buffer.allocUnsafeSlow(bytes);
  let size = 0;
  const late = endLate(req, grantedMs);
  try {
    await eachChunk(req, (chunk) => {
      whole.set(chunk, size);
      size += chunk.length;
    });
    return whole;
  } catch (error) {
    throw error instanceof VectorDbError ? error : unreadable(error);
  } finally {
    clearTimeout(late);
    endTime(req);
  }
}

export async function readBytes(
  req: IncomingMessage,
  limitBytes: number,
  reservation: Reservation,
  { grantedMs }: Patience,
): Promise<Uint8Array> {
  const large = largeBytes(req, limitBytes);
  if (large > 0) return collectWhole(req, large, grantedMs);
  const { stream, leave } = decoded(req);
  if (stream === req && isThere(req)) return takeWhole(req, limitBytes, reservation);
  return collect(stream, limitBytes, reservation, async () => {
    leave();
    await drain(req, limitBytes);
  });
}

/** Whether a body has come with its head, as short ones do: nobody has to wait for it. */
export function isThere({ readableLength, headers }: IncomingMessage): boolean {
  return readableLength > 0 && readableLength === Number(headers["content-length"]);
}

function takeWhole(req: IncomingMessage, limitBytes: number, reservation: Reservation): Uint8Array {
  const bytes: Uint8Array = req.read();
  // To its end, without which the next request on the connection would not be heard.
  req.resume();
  if (bytes.length > limitBytes) throw new BodyTooLarge(limitBytes);
  reservation.reserve(bytes.length);
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
  const given = encodingOf(req.headers);
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
  reservation: Reservation,
  onRefused: () => Promise<void>,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    await eachChunk(stream, (chunk) => {
      if (size + chunk.length > limitBytes) throw new BodyTooLarge(limitBytes);
      reservation.reserve(chunk.length);
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
