// Handles gRPC calls: identifies the caller, decodes the message, runs the operation and encodes the response.
// The decision: messages are decoded here and not by the library, after the caller was admitted. A client without a
// credential cannot make the server decode 64 MiB, and an undecodable message is refused with a status and a text.
import type { EventEmitter } from "node:events";
import { type handleUnaryCall, Metadata, type ServerUnaryCall } from "@grpc/grpc-js";
import { type Access, admit, type Terms } from "../api/admit.ts";
import { invoke, publicError } from "../api/invoke.ts";
import { type Operation, type Services, unsupported } from "../api/operation.ts";
import { worded } from "../api/words/qdrant.ts";
import { DeadlineExceeded } from "../errors/query.ts";
import { kindOf, QDRANT_ERRORS } from "../errors/table.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { Logger } from "../log/logger.ts";
import type { RequestBudget } from "../memory/request-budget.ts";
import { type Sliced, TimeSlice } from "../scheduling/pause.ts";
import { heldInSlices, isLarge } from "../schema/answer-size.ts";
import { GRANTED_BODY_BYTES, MAX_STRANGER_BODY_BYTES } from "../schema/limits.ts";
import { asksForManyPoints, permitOf, type Weight, weightOf } from "./call-permits.ts";
import { noteCollection } from "./call-record.ts";
import { callerOf } from "./caller.ts";
import type { LargeResultEncoding } from "./convert/answers.ts";
import { sendable } from "./details.ts";
import type { Gate, Status } from "./intake.ts";
import type { Rpc, UnsupportedRpc } from "./rpcs.ts";
import type { MethodCodecs } from "./wire/messages.ts";
import { type Pieces, PieceWriter } from "./wire/pieces.ts";
import { SlicedDecoder } from "./wire/sliced-decoder.ts";
import { IGNORED, NotingReader, namesOfSkipped, refuseSkipped, skippedOf } from "./wire/unknown-fields.ts";
import { readable } from "./wire/unreadable.ts";

/** The parts that all calls of a server share. */
export interface CallParts {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly services: Services;
  /** Returns true once the log has been replayed. */
  readonly ready: () => boolean;
  readonly log: Logger;
  readonly access: Access;
  /** The size limit of a message. */
  readonly maxBodyBytes: number;
  /** The memory budget of messages in progress; shared with the bodies of REST. */
  readonly bodies: RequestBudget;
  /** Reserves memory for a response until its client has read it. @throws TooManyRequests */
  readonly holdAnswer: (call: EventEmitter, bytes: number) => void;
}

/** The dialect of a package: how its requests are read and its errors worded. */
export interface RpcDialect {
  readonly terms: Terms;
  readonly statusOf: (error: VectorDbError, operation: Operation) => { code: number; details: string };
  readonly package: "azimuth.v1" | "qdrant";
  /** Converts a result to the message of the package. */
  readonly adapt: (operation: Operation, result: unknown) => unknown;
}

export function nativeStatus({ code, message }: VectorDbError): { code: number; details: string } {
  return { code: kindOf(code).grpc, details: message };
}

export function qdrantStatus(error: VectorDbError, operation: Operation): { code: number; details: string } {
  const { kind, text } = worded(error, operation);
  const { grpc, prefix } = QDRANT_ERRORS[kind];
  return { code: grpc, details: prefix + text };
}

/** Returns the handler of a method; it receives the request as bytes and returns the response as bytes. */
export function handlerOf(
  rpc: Rpc | UnsupportedRpc,
  method: MethodCodecs,
  parts: CallParts,
  dialect: RpcDialect,
): handleUnaryCall<Buffer, Buffer | Pieces> {
  const implemented =
    "unsupported" in rpc
      ? { operation: rpc.permission, decode: () => ({}), encode: Object.assign(() => ({}), { large: null }) }
      : rpc;
  const operation = operationOf(rpc, parts);
  return (call, answer) => {
    const trailer = new Metadata();
    const tell = (names: readonly string[]) => {
      for (const name of names) trailer.add(IGNORED, name);
    };
    const run = () => answerTo(call, { rpc: implemented, method, operation, tell }, parts, dialect);
    run().then(
      (message) => answer(null, message, trailer),
      (thrown: unknown) => answer(failure(thrown, operation, parts.log, dialect)),
    );
  };
}

/**
 * Returns the gate of a call: the check before a message is read, which is repeated when the message is complete,
 * possibly much later.
 */
export function gateOf(rpc: Rpc | UnsupportedRpc, parts: CallParts, dialect: RpcDialect): Gate {
  const operation = operationOf(rpc, parts);
  const { access, log } = parts;
  return {
    admit: (call) => admit(operation, callerOf(call), access, dialect.terms),
    limitBytes: operation.permission === "none" ? MAX_STRANGER_BODY_BYTES : parts.maxBodyBytes,
    statusOf: (thrown) => failure(thrown, operation, log, dialect),
  };
}

function operationOf(rpc: Rpc | UnsupportedRpc, { operations }: CallParts): Operation {
  if ("unsupported" in rpc) return unsupported(rpc.unsupported, rpc.permission);
  const operation = operations.get(rpc.operation);
  if (!operation) throw new VectorDbError("INTERNAL", `there is no operation ${rpc.operation}`);
  return operation;
}

/**
 * A decoded message takes as much memory as its bytes, which are reserved since they arrived (intake.ts). A large
 * message has reserved the memory for both: waiting for more while holding some could deadlock.
 */
const DECODED = 1;

type Call = ServerUnaryCall<Buffer, Buffer | Pieces>;

interface ImplementedRpc {
  readonly rpc: Rpc;
  readonly method: MethodCodecs;
  readonly operation: Operation;
  /** Reports ignored fields in the metadata of the response. */
  readonly tell: (names: readonly string[]) => void;
}

async function answerTo(
  call: Call,
  asked: ImplementedRpc,
  parts: CallParts,
  dialect: RpcDialect,
): Promise<Buffer | Pieces> {
  const { operation } = asked;
  const { services, ready, access, bodies, holdAnswer } = parts;
  const reservation = bodies.reservation();
  const waiting = new ClientSignal(call);
  const permit = permitOf(call.metadata);
  // Long-running operations do not work in this thread, so they need no permit.
  const take = async (weight: Weight) => !operation.lasting && permit.take(weight);
  const enter = () => admit(operation, callerOf(call, waiting), access, dialect.terms);
  try {
    if (operation.lasting) permit.leave();
    await take(weightOf(call.request.length));
    const started = performance.now();
    let admission = await enter();
    if (call.request.length <= GRANTED_BODY_BYTES) reservation.reserve(call.request.length * DECODED);
    const request = admission.isOpen ? await requestOf(call, asked, dialect) : {};
    noteCollection(call.metadata, request);
    // The credential may have been revoked while the call waited.
    if (asksForManyPoints(request) && (await take("heavy"))) admission = await enter();
    const result = dialect.adapt(operation, await invoke(admission, services, request, ready(), asked.tell));
    // The result of a read is useless now; a write has been performed and is reported as such.
    if (waiting.aborted && operation.permission === "read") throw new DeadlineExceeded();
    const seconds = () => (performance.now() - started) / 1000;
    const { large } = asked.rpc.encode;
    if (large !== null && isLarge(result)) {
      const held = await heldInSlices(result);
      if (call.cancelled) throw new DeadlineExceeded();
      holdAnswer(call, held);
      await permit.take("heavy");
      return await inPieces(call, asked.method, large, result, seconds());
    }
    const answer = asked.method.response.encode(asked.rpc.encode(result, seconds()));
    if (!call.cancelled) holdAnswer(call, answer.length);
    return answer;
  } catch (error) {
    throw publicError(operation, error);
  } finally {
    reservation.release();
    waiting.isAnswered = true;
    permit.leaveWhenRead();
  }
}

/** Encodes a large response in slices, as long as its client is connected. */
async function inPieces(
  call: Call,
  { response }: MethodCodecs,
  { rest, points }: LargeResultEncoding,
  result: unknown,
  seconds: number,
): Promise<Pieces> {
  const out = new PieceWriter();
  const slice = new TimeSlice();
  out.write(response.encode(rest(result, seconds)));
  for (const _ of points(result as never, out)) {
    if (!slice.isOver) continue;
    await slice.next();
    if (call.cancelled) throw new DeadlineExceeded();
  }
  return out.end();
}

/** Messages up to this size are decoded and converted at once, which takes a few milliseconds. */
const SMALL_MESSAGE_BYTES = 64 * 1024;

async function requestOf(
  call: Call,
  { rpc, method, tell }: ImplementedRpc,
  dialect: RpcDialect,
): Promise<object> {
  const { decode, inQdrant } = rpc;
  const { request: bytes } = call;
  const reader = new NotingReader(bytes);
  const isSmall = bytes.length <= SMALL_MESSAGE_BYTES;
  const message = isSmall ? readable(() => method.request.decode(reader)) : null;
  const large = isSmall
    ? null
    : await inSlices(call, new SlicedDecoder(reader).read(method.request.plan, decode));
  if (reader.unknown.size > 0) {
    const skipped = await inSlices(call, skippedOf(reader, bytes, method.request));
    if (dialect.terms.rules.unknownFields === "refused") refuseSkipped(skipped);
    tell(namesOfSkipped(skipped));
  }
  const request = large ?? decode(message as never);
  return dialect.package === "qdrant" ? { ...inQdrant, ...request } : request;
}

/** Does work on the message of a call in slices, as long as its client is connected. */
async function inSlices<Result>(call: Call, work: Sliced<Result>): Promise<Result> {
  const slice = new TimeSlice();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (!slice.isOver) continue;
    await slice.next();
    if (call.cancelled) throw new DeadlineExceeded();
  }
}

/**
 * A cancel signal that is set when the client cancels or leaves, or its deadline has passed. An answered call also
 * counts as cancelled.
 */
class ClientSignal {
  isAnswered = false;
  #hasLeft = false;
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  get aborted(): boolean {
    // A cancellation is remembered, so work that still runs after another part was cancelled sees it, too.
    this.#hasLeft ||= this.#call.cancelled && !this.isAnswered;
    return this.#hasLeft;
  }
}

function failure(thrown: unknown, operation: Operation, log: Logger, { statusOf }: RpcDialect): Status {
  const error = thrown instanceof VectorDbError ? thrown : publicError(operation, thrown);
  if (kindOf(error.code).blame === "server") {
    log.error({ err: error.cause ?? error, code: error.code, operation: operation.id }, error.message);
  }
  const metadata = new Metadata();
  if (error.retryAfterSeconds !== undefined) metadata.set("retry-after", String(error.retryAfterSeconds));
  const { code, details } = statusOf(error, operation);
  return { code, details: sendable(details), metadata };
}
