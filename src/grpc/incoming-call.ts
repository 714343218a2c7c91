// One gRPC call, from its start to the end of its stream: admits its caller, receives its message within the limits,
// and sends its response.
// The decision: one object is the interceptor of grpc-js, its listener and the call of our handler. With interceptors
// as functions and its own handlers, grpc-js makes six objects of its own for each call, a Writable among them, and
// twice as many closures. Private members of a call are in call-stream.ts.
import type { EventEmitter } from "node:events";
import type { ServerHttp2Stream } from "node:http2";
import {
  Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  status,
} from "@grpc/grpc-js";
import { DeadlineExceeded } from "../errors/query.ts";
import { TooManyRequests } from "../errors/server.ts";
import type { Reservation } from "../memory/reservation.ts";
import type { Limiter } from "../scheduling/limiter.ts";
import type { MaybePromise } from "../scheduling/maybe-promise.ts";
import type { Admitted } from "../schema/caller.ts";
import { Arrival } from "./arrival.ts";
import { CallPermit } from "./call-permits.ts";
import type { CallRecord } from "./call-record.ts";
import { closeUnread, type Internals, sendInPieces, unpackOn } from "./call-stream.ts";
import type { CallFacts } from "./caller.ts";
import type { ReadConsistency } from "./gen/azimuth.d.ts";
import { Assembly } from "./wire/assembly.ts";
import { Pieces } from "./wire/pieces.ts";

/** Checks that are made before the message of a call is read. */
export interface Gate {
  /** @throws VectorDbError if the caller is not admitted */
  readonly admit: (call: CallFacts) => MaybePromise<{ readonly by: Admitted | null }>;
  readonly limitBytes: number;
  /** Whether calls have no time limit to arrive, and each message a reservation of its own. */
  readonly mayStayOpen?: boolean;
  readonly statusOf: (thrown: unknown) => Status;
  /** Answers a unary call whose request is complete; absent: the handler answers that grpc-js has for the method. */
  readonly answer?: (call: UnaryCall) => void;
}

/** A unary call with its complete request. */
export interface UnaryCall extends CallFacts {
  /** The message as bytes. */
  readonly request: Buffer;
  /** Whether the client has cancelled or left, or its deadline has passed. An answered call is cancelled, too. */
  readonly cancelled: boolean;
  /** It closes when the response has been read, or the call is cancelled. */
  readonly stream: EventEmitter;
  readonly permit: CallPermit;
  readonly record: CallRecord;
  /** How far the log was applied; null: the answer is not about a collection. */
  applied: string | null;
  /** The consistency that its message asks for; null: none. */
  consistency: ReadConsistency | null;
  /** @param trailer null: there is nothing to tell beside the response */
  answer(message: Buffer | Pieces, trailer: Metadata | null): void;
  fail(answer: Status): void;
}

export interface Status {
  readonly code: number;
  readonly details: string;
  readonly metadata: Metadata;
}

/** The time limits of the server, which are those of REST. */
export interface Patience {
  /** Milliseconds in which a request has to arrive. */
  readonly arrivalMs: number;
  /** Milliseconds for which a response may wait without any of it being read, because it holds memory meanwhile. */
  readonly silenceMs: number;
}

const NO_METADATA = new Metadata();
/** Tells how far the log was applied when a call about a collection was answered. */
const APPLIED = "x-applied";

/** The parts of a request are passed to it by grpc-js. */
type Listener = Parameters<ServerInterceptingCallInterface["start"]>[0];

const noop = () => {};

/** One call, from its start to the end of its stream. */
export class IncomingCall extends ServerInterceptingCall implements UnaryCall, Listener {
  readonly record: CallRecord;
  readonly permit: CallPermit;
  metadata = NO_METADATA;
  applied: string | null = null;
  consistency: ReadConsistency | null = null;
  readonly #call: ServerInterceptingCallInterface;
  readonly #internals: Internals;
  readonly #gate: Gate;
  readonly #reservation: Reservation;
  readonly #arrival: Arrival;
  /** The handler of grpc-js. */
  #handler: Listener | null = null;
  #request: Buffer | null = null;
  #peer: string | null = null;
  /** Whether the call has one of the permits of the server. */
  #hasEntered = false;
  #hasSentMetadata = false;
  #isCancelled = false;
  #isRefused = false;

  constructor(
    call: ServerInterceptingCallInterface,
    gate: Gate,
    record: CallRecord,
    reservation: Reservation,
    { arrivalMs, silenceMs }: Patience,
  ) {
    super(call);
    this.#call = call;
    this.#internals = call as unknown as Internals;
    this.#gate = gate;
    this.record = record;
    this.#reservation = reservation;
    closeUnread(this.#internals.stream, silenceMs);
    this.#arrival = new Arrival(gate.mayStayOpen ? null : arrivalMs, (late) => this.#refuse(late));
    this.permit = new CallPermit(this.#internals.stream);
  }

  get stream(): ServerHttp2Stream {
    return this.#internals.stream;
  }

  get request(): Buffer {
    return this.#request!;
  }

  get cancelled(): boolean {
    return this.#isCancelled || this.stream.closed || this.stream.destroyed;
  }

  /** Replaces what grpc-js assembles and decompresses messages with. */
  limitMessages(): void {
    const { limitBytes } = this.#gate;
    const internals = this.#internals;
    internals.decoder = new Assembly({
      limitBytes,
      take: (bytes) => this.#reserve(bytes),
      refuse: (thrown) => this.#refuse(thrown),
      grant: (bytes) => this.#arrival.without(() => this.#waitFor(bytes)),
      stream: internals.stream,
    });
    if (internals.incomingEncoding === "identity") return;
    unpackOn(
      (bytes) => this.#reserve(bytes),
      internals,
      limitBytes,
      (thrown) => this.#refuse(thrown),
    );
  }

  /** Counts the call among those under way until its stream is closed, when all that it holds is released. */
  enter(callsUnderWay: Limiter): void {
    this.#hasEntered = callsUnderWay.tryEnter();
    this.stream.once("close", () => {
      if (this.#hasEntered) callsUnderWay.leave();
      this.record.leave();
      this.#arrival.end();
      this.#reservation.release();
      this.permit.leaveUnlessBegun();
    });
  }

  /** The address of the client, which is read once. */
  override getPeer(): string {
    this.#peer ??= this.#call.getPeer();
    return this.#peer;
  }

  override start(handler: Listener): void {
    this.#handler = handler;
    this.#call.start(this);
  }

  onReceiveMetadata(metadata: Metadata): void {
    this.metadata = metadata;
    this.record.begin(metadata);
    if (!this.#hasEntered) {
      this.#refuse(new TooManyRequests("calls are under way"));
      return;
    }
    try {
      const admitted = this.#gate.admit(this);
      if (!(admitted instanceof Promise)) this.#begin(admitted.by);
      else
        admitted.then(
          ({ by }) => this.#begin(by),
          (thrown) => this.#refuse(thrown),
        );
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Begins to read the request. */
  #begin(by: Admitted | null): void {
    this.record.by = by;
    if (!this.#isCancelled) this.#handler!.onReceiveMetadata(this.metadata);
  }

  onReceiveMessage(message: unknown): void {
    if (this.#isCancelled) return;
    // The next message of a call that stays open gets a new reservation.
    if (this.#gate.mayStayOpen) this.#reservation.release();
    this.#request ??= message as Buffer;
    this.#handler!.onReceiveMessage(message);
  }

  onReceiveHalfClose(): void {
    if (this.#isCancelled) return;
    this.#arrival.end();
    const { stream } = this;
    // The request also ends if its client has disconnected.
    if (stream.closed || stream.destroyed) this.record.leave();
    else this.record.handle();
    const { answer } = this.#gate;
    // Without a request grpc-js has an error for it.
    if (answer && this.#request !== null) answer(this);
    else this.#handler!.onReceiveHalfClose();
  }

  onCancel(): void {
    this.#isCancelled = true;
    this.#handler!.onCancel();
  }

  answer(message: Buffer | Pieces, metadata: Metadata | null): void {
    const finish = () => this.sendStatus({ code: status.OK, details: "OK", metadata });
    if (message instanceof Pieces) {
      this.sendMessage(message, finish);
      return;
    }
    // The status need not wait until the message has been sent.
    this.sendMessage(message, noop);
    finish();
  }

  fail(answer: Status): void {
    this.sendStatus(answer);
  }

  override sendMetadata(metadata: Metadata): void {
    this.#hasSentMetadata = true;
    this.#call.sendMetadata(this.record.nameIn(metadata));
  }

  override sendMessage(message: unknown, sent: () => void): void {
    if (!this.#hasSentMetadata) {
      const metadata = new Metadata();
      if (this.applied !== null) metadata.set(APPLIED, this.applied);
      this.sendMetadata(metadata);
    }
    const isLong = message instanceof Pieces;
    this.record.answer(isLong || Buffer.isBuffer(message) ? message.length : 0, isLong);
    if (this.stream.closed) this.record.leave();
    if (isLong) sendInPieces(message, this.#internals, (last) => this.#call.sendMessage(last, sent));
    else this.#call.sendMessage(message, sent);
  }

  override sendStatus(answer: Parameters<ServerInterceptingCall["sendStatus"]>[0]): void {
    this.record.end(answer.code ?? undefined);
    this.#call.sendStatus(this.record.named(answer));
  }

  #refuse(thrown: unknown): void {
    if (this.#isRefused) return;
    this.#isRefused = true;
    this.sendStatus(this.#gate.statusOf(thrown));
    // A refused client need not send the rest. The stream is closed later, because Node 20 may be handling a frame of
    // it and would free memory that it still writes to.
    setImmediate(() => this.stream.close());
  }

  /** Memory that was reserved after the end of the call would never be released. */
  #reserve(bytes: number): void {
    if (this.stream.closed) throw new DeadlineExceeded();
    this.#reservation.reserve(bytes);
  }

  async #waitFor(bytes: number): Promise<void> {
    await this.permit.take("heavy");
    await this.#reservation.waitFor(bytes);
  }
}
