// What a call may send before a handler hears of it: nothing before its caller is let in, then piece by piece on a lease, and
// not for ever.
// The decision: grpc-js collects a message and unpacks it on its own, up to the limit for each of the streams there may be;
// so strangers, and a small message that unpacks to a large one many times over, would cost the process. It has no way to
// look at pieces: the stream and the unpacking of a call are its own affair, which this file, and no other, knows of.
import type { ServerHttp2Stream } from "node:http2";
import type { Readable } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { Metadata, ServerInterceptingCall, type ServerInterceptor, status } from "@grpc/grpc-js";
import { DeadlineExceeded } from "../errors/query.ts";
import { UnreadableBody } from "../errors/request.ts";
import { BodyTooLarge, TooManyRequests } from "../errors/server.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { TimeSlice } from "../scheduling/pause.ts";
import type { Admitted } from "../schema/caller.ts";
import { MAX_CALLS_UNDER_WAY, MAX_STRANGER_BODY_BYTES } from "../schema/limits.ts";
import { type CallLog, CallRecord } from "./call-record.ts";
import type { CallFacts } from "./caller.ts";
import { notePlace, Place } from "./turns.ts";
import { Assembly, HEAD_BYTES } from "./wire/assembly.ts";
import { Pieces } from "./wire/pieces.ts";

/** What is asked before a call to a method is read. */
export interface Gate {
  /** @throws VectorDbError when it is not let in */
  readonly admit: (call: CallFacts) => Promise<{ readonly by: Admitted | null }>;
  readonly limitBytes: number;
  readonly statusOf: (thrown: unknown) => Status;
}

export interface Status {
  readonly code: number;
  readonly details: string;
  readonly metadata: Metadata;
}

export interface Lease {
  /** @throws TooManyRequests */
  take(bytes: number): void;
  /** Takes much at once, and waits for it. @throws TooManyRequests when that was in vain */
  grant(bytes: number): Promise<void>;
  end(): void;
}

/** How patient the server is, as over REST. */
interface Patience {
  /** How long a request may take to arrive. */
  readonly arrivalMs: number;
  /** Of an answer, while nothing of it is read: as long as it waits it takes room from others. */
  readonly silenceMs: number;
}

const PATIENCE: Patience = { arrivalMs: 60_000, silenceMs: 120_000 };
/** The code by which a stream is reset that nobody wants any more (RFC 9113, section 7). */
const CANCEL = 8;
/** Health and reflection, which anybody may ask, and whose calls may last. */
const FOR_STRANGERS: Gate = {
  admit: async () => ({ by: null }),
  limitBytes: MAX_STRANGER_BODY_BYTES,
  statusOf: (thrown) => ({
    code: status.RESOURCE_EXHAUSTED,
    details: (thrown as Error).message,
    metadata: new Metadata(),
  }),
};

/** What grpc-js has of a call and shows nobody. */
interface Internals {
  readonly stream: ServerHttp2Stream;
  /** Makes messages of what arrives. */
  decoder: { write(data: Buffer): Buffer[] };
  decompressMessage: (framed: Buffer, encoding: string) => Buffer | Promise<Buffer>;
  /** Puts flag and length before a message, in a copy of it. */
  serializeMessage: (message: unknown) => Buffer;
}

/**
 * @param gates by the path of the method
 * @param told where each is counted and told by its path, which is one that is served: others do not come here
 */
export function intake(
  gates: ReadonlyMap<string, Gate>,
  room: { lease(): Lease },
  { arrivalMs, silenceMs } = PATIENCE,
  told: CallLog | null = null,
): ServerInterceptor {
  const callers = new ConcurrencyLimit();
  const strangers = new ConcurrencyLimit();
  return ({ path }, call) => {
    const record = new CallRecord(path, told);
    const gate = gates.get(path) ?? FOR_STRANGERS;
    const internals = call as unknown as Internals;
    const lease = room.lease();
    // What is taken after the end of the call would be given back by nobody.
    const take = (bytes: number) => {
      if (internals.stream.closed) throw new DeadlineExceeded();
      lease.take(bytes);
    };
    let isRefused = false;
    const refuse = (thrown: unknown) => {
      if (isRefused) return;
      isRefused = true;
      const answer = gate.statusOf(thrown);
      record.end(answer.code);
      call.sendStatus(record.named(answer));
      // Whoever is refused need not send the rest. Not at once: Node 20 may be handling a frame of the stream, and would
      // free what it goes on to write to.
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
          await lease.grant(bytes);
        }),
      refuse,
      stream: internals.stream,
    });
    unpackOn(take, internals, gate.limitBytes, refuse);
    const crowd = gate === FOR_STRANGERS ? strangers : callers;
    const hasPlace = crowd.enter();
    internals.stream.once("close", () => {
      crowd.leave();
      record.leave();
      arrival.end();
      lease.end();
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
            // The next one of a call that lasts begins anew.
            if (gate === FOR_STRANGERS) lease.end();
            pass(message);
          },
          onReceiveHalfClose(pass) {
            arrival.end();
            // The request of a client that has left has an end, too.
            if (internals.stream.closed || internals.stream.destroyed) record.leave();
            else record.handle();
            pass();
          },
        }),
    });
  };
}

/** Writes a large message as fast as it is read; grpc-js gets the end of it, and goes on with the status. */
function sendInPieces(message: Pieces, internals: Internals, send: (last: unknown) => void): void {
  const finish = (last: Uint8Array | null) => {
    if (last === null) return;
    internals.serializeMessage = () => last as Buffer;
    send(last);
  };
  message.writeTo(internals.stream).then(finish, (error: Error) => internals.stream.destroy(error));
}

/** A call that lasts may be silent, but not while it has something to say. */
function cutUnread(stream: ServerHttp2Stream, silenceMs: number): void {
  stream.setTimeout(silenceMs);
  stream.on("timeout", () => {
    if (stream.writableLength > 0) stream.close(CANCEL);
  });
}

/** How many calls there are at a time: a stream takes memory for as long as it is open, whatever comes of it. */
class ConcurrencyLimit {
  #calls = 0;

  /** @returns whether there was a place; whoever had none leaves, too */
  enter(): boolean {
    this.#calls++;
    return this.#calls <= MAX_CALLS_UNDER_WAY;
  }

  leave(): void {
    this.#calls--;
  }
}

/** How long a request may take to arrive, without the time for which the server makes it wait. */
class Arrival {
  readonly #ms: number | null;
  readonly #late: () => void;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  /** @param ms null: as long as it likes */
  constructor(ms: number | null, late: () => void) {
    this.#ms = ms;
    this.#late = late;
    this.#begin();
  }

  /** It begins anew when that is done. */
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

/** Unpacks the messages of a call on its lease. */
function unpackOn(
  take: Lease["take"],
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
      // A status of grpc-js comes too late.
      refuse(error instanceof VectorDbError ? error : new UnreadableBody("the message cannot be unpacked"));
      throw error;
    });
  };
}

async function collect(unpacked: Readable, take: Lease["take"], limitBytes: number): Promise<Buffer> {
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
