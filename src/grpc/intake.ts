// Limits what a call may send before its handler runs: nothing before its caller is admitted, then in pieces for which
// memory is reserved, within a time limit.
// The decision: grpc-js itself collects and decompresses a message, up to the size limit for every possible stream. So
// callers without credentials, or a small message that decompresses to a large one, could exhaust the memory. It offers
// no access to the pieces; only this file uses its private stream and decompression of a call.
import type { ServerHttp2Stream } from "node:http2";
import {
  Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  type ServerListener,
  status,
} from "@grpc/grpc-js";
import { DeadlineExceeded } from "../errors/query.ts";
import { UnreadableBody } from "../errors/request.ts";
import { TooManyRequests } from "../errors/server.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { RequestBudget } from "../memory/request-budget.ts";
import type { Reservation } from "../memory/reservation.ts";
import { Limiter } from "../scheduling/limiter.ts";
import type { Admitted } from "../schema/caller.ts";
import { MAX_CALLS_UNDER_WAY, MAX_STRANGER_BODY_BYTES } from "../schema/limits.ts";
import { Arrival } from "./arrival.ts";
import { CallPermit, notePermit } from "./call-permits.ts";
import { type CallLog, CallRecord } from "./call-record.ts";
import type { CallFacts } from "./caller.ts";
import { Assembly } from "./wire/assembly.ts";
import { Pieces } from "./wire/pieces.ts";
import { unpack } from "./wire/unpack.ts";

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
  patience = PATIENCE,
  told: CallLog | null = null,
): ServerInterceptor {
  // A stream takes memory for as long as it is open, whatever comes of it.
  const callers = new Limiter(MAX_CALLS_UNDER_WAY);
  const strangers = new Limiter(MAX_CALLS_UNDER_WAY);
  return ({ path }, call) => {
    const record = new CallRecord(path, told);
    const gate = gates.get(path) ?? FOR_STRANGERS;
    const incoming = new IncomingCall(call, gate, record, bodies.reservation(), patience);
    incoming.limitMessages();
    incoming.enter(gate === FOR_STRANGERS ? strangers : callers);
    return incoming.intercepted();
  };
}

/** One call, from its start to the end of its stream. */
class IncomingCall {
  readonly #call: ServerInterceptingCallInterface;
  readonly #internals: Internals;
  readonly #gate: Gate;
  readonly #record: CallRecord;
  readonly #reservation: Reservation;
  readonly #arrival: Arrival;
  /** The permit to run beside the other calls of its connection. */
  readonly #permit: CallPermit;
  /** Whether the call has one of the permits of the server. */
  #hasEntered = false;
  #isRefused = false;

  constructor(
    call: ServerInterceptingCallInterface,
    gate: Gate,
    record: CallRecord,
    reservation: Reservation,
    { arrivalMs, silenceMs }: Patience,
  ) {
    this.#call = call;
    this.#internals = call as unknown as Internals;
    this.#gate = gate;
    this.#record = record;
    this.#reservation = reservation;
    closeUnread(this.#internals.stream, silenceMs);
    this.#arrival = new Arrival(gate === FOR_STRANGERS ? null : arrivalMs, (late) => this.#refuse(late));
    this.#permit = new CallPermit(this.#internals.stream);
  }

  /** Replaces what grpc-js assembles and decompresses messages with. */
  limitMessages(): void {
    const { limitBytes } = this.#gate;
    const internals = this.#internals;
    const take = (bytes: number) => this.#reserve(bytes);
    const refuse = (thrown: unknown) => this.#refuse(thrown);
    const grant = (bytes: number) => this.#arrival.without(() => this.#waitFor(bytes));
    internals.decoder = new Assembly({ limitBytes, take, grant, refuse, stream: internals.stream });
    unpackOn(take, internals, limitBytes, refuse);
  }

  /** Counts the call among those under way until its stream is closed, when all that it holds is released. */
  enter(callsUnderWay: Limiter): void {
    this.#hasEntered = callsUnderWay.tryEnter();
    this.#internals.stream.once("close", () => {
      if (this.#hasEntered) callsUnderWay.leave();
      this.#record.leave();
      this.#arrival.end();
      this.#reservation.release();
      this.#permit.leaveUnlessBegun();
    });
  }

  intercepted(): ServerInterceptingCall {
    const record = this.#record;
    return new ServerInterceptingCall(this.#call, {
      start: (next) => next(this.#listener()),
      sendMetadata: (metadata, send) => send(record.nameIn(metadata)),
      sendMessage: (message, send) => this.#send(message, send),
      sendStatus(answer, send) {
        record.end(answer.code ?? undefined);
        send(record.named(answer));
      },
    });
  }

  /** Returns what handles the parts of the request as they arrive. */
  #listener(): ServerListener {
    return {
      onReceiveMetadata: (metadata, pass) => this.#begin(metadata, pass),
      onReceiveMessage: (message, pass) => {
        // The next message of a call that stays open gets a new reservation.
        if (this.#gate === FOR_STRANGERS) this.#reservation.release();
        pass(message);
      },
      onReceiveHalfClose: (pass) => {
        const { stream } = this.#internals;
        this.#arrival.end();
        // The request also ends if its client has disconnected.
        if (stream.closed || stream.destroyed) this.#record.leave();
        else this.#record.handle();
        pass();
      },
    };
  }

  #begin(metadata: Metadata, pass: (metadata: Metadata) => void): void {
    const call = this.#call;
    this.#record.begin(metadata);
    notePermit(metadata, this.#permit);
    if (!this.#hasEntered) {
      this.#refuse(new TooManyRequests("calls are under way"));
      return;
    }
    const facts = { metadata, getPeer: () => call.getPeer(), getHost: () => call.getHost() };
    const admitted = ({ by }: { readonly by: Admitted | null }) => {
      this.#record.by = by;
      pass(metadata);
    };
    this.#gate.admit(facts).then(admitted, (thrown) => this.#refuse(thrown));
  }

  #send(message: unknown, send: (message: unknown) => void): void {
    const isLong = message instanceof Pieces;
    this.#record.answer(isLong || Buffer.isBuffer(message) ? message.length : 0, isLong);
    if (this.#internals.stream.closed) this.#record.leave();
    if (isLong) sendInPieces(message, this.#internals, send);
    else send(message);
  }

  #refuse(thrown: unknown): void {
    if (this.#isRefused) return;
    this.#isRefused = true;
    const answer = this.#gate.statusOf(thrown);
    this.#record.end(answer.code);
    this.#call.sendStatus(this.#record.named(answer));
    // A refused client need not send the rest. The stream is closed later, because Node 20 may be handling a frame of
    // it and would free memory that it still writes to.
    setImmediate(() => this.#internals.stream.close());
  }

  /** Memory that was reserved after the end of the call would never be released. */
  #reserve(bytes: number): void {
    if (this.#internals.stream.closed) throw new DeadlineExceeded();
    this.#reservation.reserve(bytes);
  }

  async #waitFor(bytes: number): Promise<void> {
    await this.#permit.take("heavy");
    await this.#reservation.waitFor(bytes);
  }
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
function closeUnread(stream: ServerHttp2Stream, silenceMs: number): void {
  stream.setTimeout(silenceMs);
  stream.on("timeout", () => {
    if (stream.writableLength > 0) stream.close(CANCEL);
  });
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
    const unpacked = unpack(framed, encoding, take, limitBytes);
    if (!unpacked) return passOn(framed, encoding);
    return unpacked.catch((error) => {
      // A status of grpc-js would come too late.
      refuse(error instanceof VectorDbError ? error : new UnreadableBody("the message cannot be unpacked"));
      throw error;
    });
  };
}
