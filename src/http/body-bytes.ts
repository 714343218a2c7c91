// Reads the bytes of a request body: collects, decompresses and limits them, and drains bodies that are refused.
// The decision: a large body waits until memory for all of it is granted, and is written to its final place from the
// first byte on. Other bodies reserve memory as they arrive. A body over the limit is read to its end and discarded, so
// that the client can receive the error.
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

/** A multiple of the limit: a body that is longer than that is not drained, and the connection is closed. */
const DRAIN_FACTOR = 4;
/** Milliseconds in which a body has to arrive once its memory is granted, or in which a refused one is drained. */
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

/**
 * Returns the size of a body that waits for its memory before it is read; 0 for one that reserves memory as it arrives.
 */
function largeBytes({ headers }: IncomingMessage, limitBytes: number): number {
  const declared = Number(headers["content-length"] ?? 0);
  const encoding = encodingOf(headers);
  return encoding === IDENTITY && declared > GRANTED_BODY_BYTES && declared <= limitBytes ? declared : 0;
}

function encodingOf(headers: IncomingHttpHeaders): string {
  return (headers["content-encoding"] ?? IDENTITY).trim().toLowerCase();
}

/** Time limits of a large body: for its arrival once its memory is granted, and its least speed before that. */
export interface Patience {
  readonly grantedMs: number;
  readonly pace: Pace;
}

/** Reserves the memory of a large body before any of it is read, in order of arrival. */
export async function waitForMemory(
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

/** Drains the rest of a refused body, as long as it keeps its pace. */
async function drainSoon(req: IncomingMessage, { grantedMs, pace }: Patience): Promise<void> {
  const endPace = keepPace(req, pace);
  const late = endLate(req, grantedMs);
  try {
    await eachChunk(req, () => {});
  } catch {
    // The error is sent all the same, if the client is still connected.
  } finally {
    clearTimeout(late);
    endPace();
  }
}

/** Makes the reading of a body fail after a time limit. */
function endLate(req: IncomingMessage, ms: number): NodeJS.Timeout {
  const text = `the body did not arrive within ${ms / 1000} seconds`;
  return setTimeout(() => req.emit("error", new RequestTimeout(text)), ms);
}

/** Reads a body, whose memory is granted, to its final place. */
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

/** Tells whether a body arrived together with its head, as short ones do, so it can be read at once. */
export function isThere({ readableLength, headers }: IncomingMessage): boolean {
  return readableLength > 0 && readableLength === Number(headers["content-length"]);
}

/** Takes a body that is there, and not encoded. @throws BodyTooLarge, and as the reservation */
export function takeWhole(req: IncomingMessage, limitBytes: number, reservation: Reservation): Uint8Array {
  const bytes: Uint8Array = req.read();
  // Without the end of this body, the next request on the connection would not be read.
  req.resume();
  if (bytes.length > limitBytes) throw new BodyTooLarge(limitBytes);
  reservation.reserve(bytes.length);
  return bytes;
}

/**
 * Returns the decompressed body; its encoding has been checked. `leave` disconnects it from bytes that are still to
 * come.
 */
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

/** Normalises the content encoding, whose case does not matter (RFC 9110, section 8.4.1), for both parsers. */
export async function settleEncoding({ req }: Context, limitBytes: number): Promise<void> {
  const given = encodingOf(req.headers);
  const encoding = given === "x-gzip" ? "gzip" : given;
  if (encoding !== IDENTITY && !Object.hasOwn(DECOMPRESSORS, encoding)) {
    await drain(req, limitBytes);
    throw new InvalidArgument(`Content-Encoding: expected gzip, deflate or br, got ${JSON.stringify(given)}`);
  }
  req.headers["content-encoding"] = encoding;
}

/** @param onRefused drains the rest of the body, so that the response can be sent */
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
 * Reads to the end, or until `take` throws; then the rest can be read by another reader. An iterator of the stream
 * would do the same at three times the cost, which is a tenth of the cost of a search.
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
    // A stream that was destroyed earlier emits no more events.
    if ((stream as Transform).destroyed) return onClose();
    stream.on("data", onData).on("end", onEnd).on("error", onError).on("close", onClose);
  });
}

/** Returns an iterator that leaves the stream open when its loop is left, so that the rest can be drained. */
export function keepOpen(stream: NodeJS.ReadableStream): AsyncIterable<Buffer> {
  return (stream as Transform).iterator({ destroyOnReturn: false });
}

/** Reads and discards bytes, to the end or up to a multiple of the limit. */
async function drain(req: IncomingMessage, limitBytes: number): Promise<void> {
  let left = limitBytes * DRAIN_FACTOR;
  try {
    for await (const chunk of keepOpen(req)) {
      left -= chunk.length;
      if (left < 0) return;
    }
  } catch {
    // The client has disconnected.
  }
}

export function unreadable(cause: unknown): VectorDbError {
  return new UnreadableBody("the request body could not be read: it ended early or its encoding is broken", {
    cause,
  });
}
