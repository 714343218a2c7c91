// Limits what a call may send before its handler runs: nothing before its caller is admitted, then in pieces for which
// memory is leased, within a time limit.
// The decision: grpc-js itself collects and decompresses a message, up to the size limit for every possible stream. So
// callers without credentials, or a small message that decompresses to a large one, could exhaust the memory. It offers
// no access to the pieces; only this file uses its private stream and decompression of a call.
import type { ServerHttp2Stream } from "node:http2";
import type { Readable } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { Metadata, ServerInterceptingCall, type ServerInterceptor, status } from "@grpc/grpc-js";
import { DeadlineExceeded } from "../errors/query.ts";
import { UnreadableBody } from "../errors/request.ts";
import { BodyTooLarge, TooManyRequests } from "../errors/server.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { RequestBudget } from "../memory/request-budget.ts";
import type { Reservation } from "../memory/reservation.ts";
import { Limiter } from "../scheduling/limiter.ts";
import { TimeSlice } from "../scheduling/pause.ts";
import type { Admitted } from "../schema/caller.ts";
import { MAX_CALLS_UNDER_WAY, MAX_STRANGER_BODY_BYTES } from "../schema/limits.ts";
import { type CallLog, CallRecord } from "./call-record.ts";
import type { CallFacts } from "./caller.ts";
import { notePlace, Place } from "./connection-places.ts";
import { Assembly, HEAD_BYTES } from "./wire/assembly.ts";
import { Pieces } from "./wire/pieces.ts";

/** Checks that are made before the message of a call is read. */
export interface Gate {
  /** @throws VectorDbError if the caller is not admitted */
  readonly admit: (call: CallFacts) => Promise<{ readonly by: Admitted | null }>;
  readonly limitBytes: number;
  readonly statusOf: (thrown: unknown) => Status;
}

export interface Status {
  readonly code: number;
  readonly details: string;
  readonly metadata: Metadata;
}

/** The time limits of the server, which are those of REST. */
interface Patience {
  /** Milliseconds in which a request has to arrive. */
  readonly arrivalMs: number;
  /** Milliseconds for which a response may wait without any of it being read, because it holds memory meanwhile. */
  readonly silenceMs: number;
}

const PATIENCE: Patience = { arrivalMs: 60_000, silenceMs: 120_000 };
/** The code by which a cancelled stream is reset (RFC 9113, section 7). */
const CANCEL = 8;
/** The gate of health and reflection, which need no credential and whose calls may stay open. */
const FOR_STRANGERS: Gate = {
  admit: async () => ({ by: null }),
  limitBytes: MAX_STRANGER_BODY_BYTES,
  statusOf: (thrown) => ({
    code: status.RESOURCE_EXHAUSTED,
    details: (thrown as Error).message,
    metadata: new Metadata(),
  }),
};

/** Private members of a call in grpc-js. */
interface Internals {
  readonly stream: ServerHttp2Stream;
  /** Splits incoming bytes into messages. */
  decoder: { write(data: Buffer): Buffer[] };
  decompressMessage: (framed: Buffer, encoding: string) => Buffer | Promise<Buffer>;
  /** Prefixes a copy of a message with flag and length. */
  serializeMessage: (message: unknown) => Buffer;
}

/**
 * @param gates by the path of the method
 * @param told counts and logs calls by their path; calls to paths that are not served do not get here
 */
export function intake(
  gates: ReadonlyMap<string, Gate>,
  bodies: RequestBudget,
  { arrivalMs, silenceMs } = PATIENCE,
  told: CallLog | null = null,
): ServerInterceptor {
  // A stream takes memory for as long as it is open, whatever comes of it.
  const callers = new Limiter(MAX_CALLS_UNDER_WAY);
  const strangers = new Limiter(MAX_CALLS_UNDER_WAY);
  return ({ path }, call) => {
    const record = new CallRecord(path, told);
    const gate = gates.get(path) ?? FOR_STRANGERS;
    const internals = call as unknown as Internals;
    const reservation = bodies.reservation();
    // Memory that was reserved after the end of the call would never be released.
    const take = (bytes: number) => {
      if (internals.stream.closed) throw new DeadlineExceeded();
      reservation.reserve(bytes);
    };
    let isRefused = false;
    const refuse = (thrown: unknown) => {
      if (isRefused) return;
      isRefused = true;
      const answer = gate.statusOf(thrown);
      record.end(answer.code);
      call.sendStatus(record.named(answer));
      // A refused client need not send the rest. The stream is closed later, because Node 20 may be handling a frame of
      // it and would free memory that it still writes to.
      setImmediate(() => internals.stream.close());
    };
    const late = () =>
      refuse(
        new VectorDbError(
          "DEADLINE_EXCEEDED",
          `the request did not arrive within ${arrivalMs / 1000} seconds`,
        ),
      );
    cutUnread(internals.stream, silenceMs);
    const arrival = new Arrival(gate === FOR_STRANGERS ? null : arrivalMs, late);
    const place = new Place(internals.stream);
    internals.decoder = new Assembly({
      limitBytes: gate.limitBytes,
      take,
      grant: (bytes) =>
        arrival.without(async () => {
          await place.take("heavy");
          await reservation.waitFor(bytes);
        }),
      refuse,
      stream: internals.stream,
    });
    unpackOn(take, internals, gate.limitBytes, refuse);
    const places = gate === FOR_STRANGERS ? strangers : callers;
    const hasPlace = places.tryEnter();
    internals.stream.once("close", () => {
      if (hasPlace) places.leave();
      record.leave();
      arrival.end();
      reservation.release();
      place.leaveUnlessBegun();
    });
    return new ServerInterceptingCall(call, {
      sendMetadata: (metadata, send) => send(record.nameIn(metadata)),
      sendMessage(message, send) {
        const isLong = message instanceof Pieces;
        record.answer(isLong || Buffer.isBuffer(message) ? message.length : 0, isLong);
        if (internals.stream.closed) record.leave();
        if (isLong) sendInPieces(message, internals, send);
        else send(message);
      },
      sendStatus(answer, send) {
        record.end(answer.code ?? undefined);
        send(record.named(answer));
      },
      start: (next) =>
        next({
          onReceiveMetadata(metadata, pass) {
            record.begin(metadata);
            notePlace(metadata, place);
            if (!hasPlace) return refuse(new TooManyRequests("calls are under way"));
            const facts = { metadata, getPeer: () => call.getPeer(), getHost: () => call.getHost() };
            gate.admit(facts).then(({ by }) => {
              record.by = by;
              pass(metadata);
            }, refuse);
          },
          onReceiveMessage(message, pass) {
            // The next message of a call that stays open gets a new reservation.
            if (gate === FOR_STRANGERS) reservation.release();
            pass(message);
          },
          onReceiveHalfClose(pass) {
            arrival.end();
            // The request also ends if its client has disconnected.
            if (internals.stream.closed || internals.stream.destroyed) record.leave();
            else record.handle();
            pass();
          },
        }),
    });
  };
}

/** Writes a large message as fast as it is read. grpc-js gets the last piece, and then sends the status. */
function sendInPieces(message: Pieces, internals: Internals, send: (last: unknown) => void): void {
  const finish = (last: Uint8Array | null) => {
    if (last === null) return;
    internals.serializeMessage = () => last as Buffer;
    send(last);
  };
  message.writeTo(internals.stream).then(finish, (error: Error) => internals.stream.destroy(error));
}

/**
 * Closes the stream of a call if the client does not read what is waiting for it. A call without pending data may stay
 * silent.
 */
function cutUnread(stream: ServerHttp2Stream, silenceMs: number): void {
  stream.setTimeout(silenceMs);
  stream.on("timeout", () => {
    if (stream.writableLength > 0) stream.close(CANCEL);
  });
}

/** The time limit for the arrival of a request, without the time for which the server makes it wait. */
class Arrival {
  readonly #ms: number | null;
  readonly #late: () => void;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  /** @param ms null: there is no limit */
  constructor(ms: number | null, late: () => void) {
    this.#ms = ms;
    this.#late = late;
    this.#begin();
  }

  /** Runs `wait`; the time limit starts again afterwards. */
  async without(wait: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer);
    await wait();
    this.#begin();
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }

  #begin(): void {
    if (this.#ms !== null && !this.#hasEnded) this.#timer = setTimeout(this.#late, this.#ms);
  }
}

/** Decompresses the messages of a call, and reserves memory for them. */
function unpackOn(
  take: Reservation["reserve"],
  internals: Internals,
  limitBytes: number,
  refuse: (thrown: unknown) => void,
): void {
  const passOn = internals.decompressMessage.bind(internals);
  internals.decompressMessage = (framed, encoding) => {
    const unpacker = unpackerOf(encoding);
    if (!unpacker) return passOn(framed, encoding);
    unpacker.end(framed.subarray(HEAD_BYTES));
    return collect(unpacker, take, limitBytes).catch((error) => {
      // A status of grpc-js would come too late.
      refuse(error instanceof VectorDbError ? error : new UnreadableBody("the message cannot be unpacked"));
      throw error;
    });
  };
}

async function collect(
  unpacked: Readable,
  take: Reservation["reserve"],
  limitBytes: number,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of unpacked as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > limitBytes) throw new BodyTooLarge(limitBytes);
    take(piece.length);
    pieces.push(piece);
  }
  const whole = Buffer.allocUnsafeSlow(size);
  const slice = new TimeSlice();
  let at = 0;
  for (const piece of pieces.splice(0)) {
    at += piece.copy(whole, at);
    if (slice.isOver) await slice.next();
  }
  return whole;
}

function unpackerOf(encoding: string) {
  if (encoding === "gzip") return createGunzip();
  return encoding === "deflate" ? createInflate() : undefined;
}
