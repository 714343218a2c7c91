// Bodies that are lists of lines: each line a JSON value, read while they come, in batches, with no limit on their number.
// The decision: nobody reads ahead of whoever writes. A batch is handed over, the next one is put together, and then the
// sender's socket is left alone until the first is done with; so an import holds two batches, whatever its sender does.
// What is there is also handed over when nothing comes for a moment, so that a slow sender's points are not kept waiting.
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
import type { Line, LineBatch, LineFault, Lines } from "../schema/point-import.ts";
import { decoded, keepOpen, settleEncoding, unreadable } from "./body-bytes.ts";
import { allowTime, endTime } from "./unhurried.ts";

/** What is there is handed over when nothing has come for so long. */
const QUIET_MS = 500;
/** A sender that sends nothing for so long has gone. */
const SILENCE_MS = 120_000;
/** How long the rest of a body is waited for when an import has ended before it. */
const REST_MS = 30_000;
/** Room for bodies is waited for: whoever has it gives it back soon. */
const ROOM_MS = 10_000;
const ROOM_POLL_MS = 20;
/** A client that does not read its progress is told less. */
const MAX_UNREAD_BYTES = 64 * 1024;
const NDJSON = "application/x-ndjson";
/** Types under which lines of JSON come: those of JSON, and what clients say that say nothing of their own, such as curl. */
const LINES =
  /^\s*(?:(?:application|text)\/[\w.+-]*json[\w.+-]*|application\/(?:octet-stream|x-www-form-urlencoded)|text\/plain)\s*(?:;|$)/i;

interface LineParts {
  readonly bodies: RequestBudget;
  /** Looks again whether whoever sends them may. @throws VectorDbError */
  readonly ensureLetIn: () => Promise<unknown>;
}

/** What opens the bodies of one operation. @param schema of a line @param maxBytes of a line: what an upsert may have */
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

/** A batch that is put together. */
class Batch implements LineBatch<unknown> {
  readonly items: Line<unknown>[] = [];
  readonly faults: LineFault[] = [];
  last = 0;
  /** Those that are empty included. */
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

/** How lines are read. */
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
      if (chunk !== null) await this.#takeRoom(batch.reservation, chunk.length);
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

  /** Gives back what it holds, and sees to it that what is still to come is in nobody's way. */
  end(): void {
    for (const reservation of this.#reservations) reservation.release();
    this.#leave();
    void this.#throwAway();
  }

  /** The sender may read nothing before it has sent all, so cutting it off at once would cost it the answer. */
  async #throwAway(): Promise<void> {
    const { socket } = this.#req;
    const timer = setTimeout(() => socket.destroy(), REST_MS).unref();
    try {
      for await (const _ of keepOpen(this.#req));
    } catch {
      // The sender left: nobody is there to be answered.
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

  /** It is not written before it is known that its sender still may. */
  async #ready(batch: Batch): Promise<Batch> {
    await this.#parts.ensureLetIn();
    return batch;
  }

  /** Whoever asks for another batch has written the one before the last. */
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

  /** Null: nothing has come for a moment. */
  async *#chunks(): AsyncGenerator<Buffer | null> {
    const { stream, leave } = decoded(this.#req);
    this.#leave = leave;
    const chunks = keepOpen(stream)[Symbol.asyncIterator]();
    const inflation = new Inflation(this.#req, stream);
    for (;;) {
      const coming = chunks.next();
      coming.catch(() => {}); // told below, or to nobody when it is over
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
  async #takeRoom(reservation: Reservation, bytes: number): Promise<void> {
    const until = performance.now() + ROOM_MS;
    for (;;) {
      try {
        reservation.reserve(bytes);
        return;
      } catch (error) {
        if (!(error instanceof TooManyRequests) || performance.now() > until) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, ROOM_POLL_MS));
    }
  }
}

/** How much larger a compressed body is than it came: a kilobyte could be a million lines. */
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

/** @returns null when it takes longer. @throws VectorDbError */
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
