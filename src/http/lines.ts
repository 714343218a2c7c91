// Bodies of lines: each line is a JSON value. They are read in batches as they arrive, and their number is not limited.
// The decision: reading is never far ahead of writing. While one batch is written the next is collected, and then
// nothing is read from the socket until the first is written; so an import holds two batches, whatever its sender does.
// A batch is also passed on if nothing arrives for a moment, so the points of a slow sender are not delayed.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "koa";
import { validatorFor } from "../api/validate.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { UnsupportedMediaType } from "../errors/request.ts";
import { TooManyRequests } from "../errors/server.ts";
import { withoutStacks } from "../errors/stackless.ts";
import { HTTP_OK } from "../errors/table.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { LineSplitter } from "../json/line-splitter.ts";
import { readJson } from "../json/reader.ts";
import { compileShape } from "../json/shape.ts";
import type { RequestBudget } from "../memory/request-budget.ts";
import type { Reservation } from "../memory/reservation.ts";
import { TimeSlice } from "../scheduling/pause.ts";
import {
  FREE_INFLATED_BYTES,
  MAX_INFLATION,
  MAX_LINES_TOGETHER,
  MAX_LINES_TOGETHER_BYTES,
} from "../schema/limits.ts";
import type { LineBatch, LineFault, Lines, NumberedLine } from "../schema/point-import.ts";
import { decoded, keepOpen, settleEncoding, unreadable } from "./body-bytes.ts";
import { allowTime, endTime } from "./unhurried.ts";

/** Milliseconds of silence after which a batch is passed on. */
const QUIET_MS = 500;
/** Milliseconds of silence after which the sender counts as gone. */
const SILENCE_MS = 120_000;
/** Milliseconds for which the rest of a body is drained if an import has ended before it. */
const REST_MS = 30_000;
/** Milliseconds for which an import waits for memory, because other requests soon release theirs. */
const MEMORY_WAIT_MS = 10_000;
const MEMORY_POLL_MS = 20;
/** A client that does not read its progress gets fewer lines of it. */
const MAX_UNREAD_BYTES = 64 * 1024;
const NDJSON = "application/x-ndjson";
/** Content types of lines: those of JSON, and the defaults of clients such as curl. */
const LINES =
  /^\s*(?:(?:application|text)\/[\w.+-]*json[\w.+-]*|application\/(?:octet-stream|x-www-form-urlencoded)|text\/plain)\s*(?:;|$)/i;

interface LineParts {
  readonly bodies: RequestBudget;
  /** Checks the permission again, before each batch. @throws VectorDbError */
  readonly ensureLetIn: () => unknown;
}

/**
 * Returns a function that opens the bodies of one operation.
 * @param schema of a line
 * @param maxBytes of a line, as an upsert may have
 */
export function lineOpener(
  schema: object,
  maxBytes: number,
): (ctx: Context, parts: LineParts) => Promise<LineBody> {
  const check = validatorFor(schema);
  const parse = (bytes: Uint8Array) => {
    const value = readJson(bytes, compileShape(schema));
    check(value);
    return value;
  };
  return async (ctx, parts) => {
    await settleEncoding(ctx, Number.POSITIVE_INFINITY);
    const type = ctx.req.headers["content-type"] ?? NDJSON;
    const body = new LineBody(ctx, parts, { parse, maxBytes });
    if (LINES.test(type)) return body;
    body.end();
    throw new UnsupportedMediaType(`${NDJSON}, a JSON object on each line`, type);
  };
}

class Batch implements LineBatch<unknown> {
  readonly items: NumberedLine<unknown>[] = [];
  readonly faults: LineFault[] = [];
  last = 0;
  /** The number of lines, empty ones included. */
  lines = 0;
  bytes = 0;
  readonly reservation: Reservation;

  constructor(reservation: Reservation) {
    this.reservation = reservation;
  }

  get isFull(): boolean {
    return this.lines >= MAX_LINES_TOGETHER || this.bytes >= MAX_LINES_TOGETHER_BYTES;
  }
}

interface LineReading {
  readonly parse: (bytes: Uint8Array) => unknown;
  readonly maxBytes: number;
}

export class LineBody implements Lines<unknown> {
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #parts: LineParts;
  readonly #parse: (bytes: Uint8Array) => unknown;
  readonly #reservations = new Set<Reservation>();
  readonly #splitter: LineSplitter;
  #leave = () => {};

  constructor(ctx: Context, parts: LineParts, { parse, maxBytes }: LineReading) {
    this.#req = ctx.req;
    this.#res = ctx.res;
    this.#parts = parts;
    this.#parse = parse;
    this.#splitter = new LineSplitter(maxBytes);
    allowTime(this.#req);
  }

  note(progress: object): void {
    const res = this.#res;
    if (!res.headersSent) res.writeHead(HTTP_OK, { "Content-Type": NDJSON });
    if (res.writableLength <= MAX_UNREAD_BYTES) res.write(`${JSON.stringify(progress)}\n`);
  }

  /** @throws VectorDbError */
  async *[Symbol.asyncIterator](): AsyncGenerator<LineBatch<unknown>> {
    let before: Batch | undefined;
    let batch = this.#newBatch();
    const slice = new TimeSlice();
    for await (const chunk of this.#chunks()) {
      if (chunk !== null) await this.#reserveMemory(batch.reservation, chunk.length);
      const lines = chunk === null ? [] : this.#splitter.feed(chunk);
      for (const line of lines) {
        if (slice.isOver) await slice.next();
        this.#read(line, batch);
        if (!batch.isFull) continue;
        yield await this.#ready(batch);
        this.#done(before);
        [before, batch] = [batch, this.#newBatch()];
      }
      if (chunk !== null || batch.last === 0) continue;
      yield await this.#ready(batch);
      this.#done(before);
      [before, batch] = [batch, this.#newBatch()];
    }
    for (const line of this.#splitter.end()) this.#read(line, batch);
    if (batch.last > 0) yield await this.#ready(batch);
  }

  /** Releases the memory, and drains the rest of the body. */
  end(): void {
    for (const reservation of this.#reservations) reservation.release();
    this.#leave();
    void this.#throwAway();
  }

  /**
   * Drains the rest of the body. Some senders read nothing before they have sent everything, so they would lose the
   * response if the connection were closed at once.
   */
  async #throwAway(): Promise<void> {
    const { socket } = this.#req;
    const timer = setTimeout(() => socket.destroy(), REST_MS).unref();
    try {
      for await (const _ of keepOpen(this.#req));
    } catch {
      // The sender has disconnected.
    } finally {
      clearTimeout(timer);
      endTime(this.#req);
    }
  }

  #newBatch(): Batch {
    const reservation = this.#parts.bodies.reservation();
    this.#reservations.add(reservation);
    return new Batch(reservation);
  }

  /** Returns the batch after checking that its sender still has the permission. */
  async #ready(batch: Batch): Promise<Batch> {
    await this.#parts.ensureLetIn();
    return batch;
  }

  /** Releases the batch before the last, which has been written when another one is requested. */
  #done(batch: Batch | undefined): void {
    if (!batch) return;
    batch.reservation.release();
    this.#reservations.delete(batch.reservation);
  }

  #read({ line, bytes, fault }: ReturnType<LineSplitter["end"]>[number], batch: Batch): void {
    batch.last = line;
    batch.lines++;
    if (fault !== null) {
      batch.faults.push({ line, error: fault });
      return;
    }
    if (bytes.length === 0) return;
    batch.bytes += bytes.length;
    try {
      batch.items.push({ line, value: withoutStacks(() => this.#parse(bytes)) });
    } catch (error) {
      if (!(error instanceof InvalidArgument)) throw error;
      batch.faults.push({ line, error: error.message.replace(/^body: /, "") });
    }
  }

  /** Returns chunks; null: nothing has arrived for a moment. */
  async *#chunks(): AsyncGenerator<Buffer | null> {
    const { stream, leave } = decoded(this.#req);
    this.#leave = leave;
    const chunks = keepOpen(stream)[Symbol.asyncIterator]();
    const inflation = new Inflation(this.#req, stream);
    for (;;) {
      const coming = chunks.next();
      coming.catch(() => {}); // errors are thrown below, or ignored when the import is over
      let chunk = await within(coming, QUIET_MS);
      if (chunk === null) {
        yield null;
        chunk = await within(coming, SILENCE_MS);
      }
      if (chunk === null) {
        throw new InvalidArgument(`nothing came for ${SILENCE_MS / 1000} s: the rest was not waited for`);
      }
      if (chunk.done) break;
      inflation.note(chunk.value.length);
      yield chunk.value;
    }
  }

  /** @throws TooManyRequests, OutOfMemory */
  async #reserveMemory(reservation: Reservation, bytes: number): Promise<void> {
    const until = performance.now() + MEMORY_WAIT_MS;
    for (;;) {
      try {
        reservation.reserve(bytes);
        return;
      } catch (error) {
        if (!(error instanceof TooManyRequests) || performance.now() > until) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, MEMORY_POLL_MS));
    }
  }
}

/** Limits the ratio by which a body grows when it is decompressed: a kilobyte could be a million lines. */
class Inflation {
  #packed = 0;
  #unpacked = 0;
  readonly #isPacked: boolean;

  constructor(req: IncomingMessage, stream: NodeJS.ReadableStream) {
    this.#isPacked = stream !== req;
    if (!this.#isPacked) return;
    req.on("data", (chunk: Buffer) => {
      this.#packed += chunk.length;
    });
  }

  /** @throws InvalidArgument */
  note(unpackedBytes: number): void {
    this.#unpacked += unpackedBytes;
    if (!this.#isPacked || this.#unpacked <= FREE_INFLATED_BYTES) return;
    if (this.#unpacked <= this.#packed * MAX_INFLATION) return;
    throw new InvalidArgument(
      `Content-Encoding: after ${this.#packed} bytes the body is more than ${MAX_INFLATION} times as large as it came; ` +
        "send it without compression, or in parts",
    );
  }
}

/** @returns null if it takes longer. @throws VectorDbError */
async function within<T>(coming: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([coming, late]);
  } catch (error) {
    throw error instanceof VectorDbError ? error : unreadable(error as Error);
  } finally {
    clearTimeout(timer);
  }
}
