// Handles gRPC calls: identifies the caller, decodes the message, runs the operation and encodes the response.
// The decision: messages are decoded here and not by the library, after the caller was admitted. A client without a
// credential cannot make the server decode 64 MiB, and an undecodable message is refused with a status and a text.
import type { EventEmitter } from "node:events";
import { Metadata } from "@grpc/grpc-js";
import { type Access, admit, type Terms } from "../api/admit.ts";
import { invoke, publicError } from "../api/invoke.ts";
import { isOnCollection, type Operation, type Services, unsupported } from "../api/operation.ts";
import { worded } from "../api/words/qdrant.ts";
import { DeadlineExceeded } from "../errors/query.ts";
import { kindOf, QDRANT_ERRORS } from "../errors/table.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { Logger } from "../log/logger.ts";
import type { RequestBudget } from "../memory/request-budget.ts";
import type { MaybePromise } from "../scheduling/maybe-promise.ts";
import { type Sliced, TimeSlice } from "../scheduling/pause.ts";
import { Annotated } from "../schema/annotated.ts";
import { heldInSlices, isLarge } from "../schema/answer-size.ts";
import { GRANTED_BODY_BYTES, MAX_STRANGER_BODY_BYTES } from "../schema/limits.ts";
import { asksForManyPoints, type Weight, weightOf } from "./call-permits.ts";
import { callerOf } from "./caller.ts";
import { ClientSignal } from "./client-signal.ts";
import { becomeCurrent, consistencyIn } from "./consistency.ts";
import { besideIn } from "./convert/answers.ts";
import type { WritePoints } from "./convert/large.ts";
import { sendable } from "./details.ts";
import type { Gate, Status, UnaryCall } from "./incoming-call.ts";
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
  readonly holdAnswer: (stream: EventEmitter, bytes: number) => void;
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
  const { kind, text } = worded(error, operation, "grpc");
  const { grpc, prefix } = QDRANT_ERRORS[kind];
  return { code: grpc, details: prefix + text };
}

/**
 * Returns the gate and the handler of a method. The gate is the check before a message is read, which is repeated when
 * the message is complete, possibly much later.
 */
export function gateOf(
  rpc: Rpc | UnsupportedRpc,
  method: MethodCodecs,
  parts: CallParts,
  dialect: RpcDialect,
): Gate {
  const operation = operationOf(rpc, parts);
  const { access, log } = parts;
  const isOnOne = isOnCollection(operation);
  const isRead = isOnOne && !operation.changesData;
  const asked = { rpc: "unsupported" in rpc ? NOT_IMPLEMENTED : rpc, method, operation, isOnOne, isRead };
  return {
    admit: (call) => admit(operation, callerOf(call), access, dialect.terms),
    limitBytes: operation.permission === "none" ? MAX_STRANGER_BODY_BYTES : parts.maxBodyBytes,
    statusOf: (thrown) => failure(thrown, operation, log, dialect),
    answer: (call) => call.record.run(() => void answerTo(call, asked, parts, dialect)),
  };
}

/** Stands for an RPC without an operation, which is refused before its message is decoded. */
const NOT_IMPLEMENTED: Rpc = {
  operation: "",
  decode: () => ({}),
  encode: Object.assign(() => ({}), { large: null, bytes: () => Buffer.alloc(0) }),
};

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

interface ImplementedRpc {
  readonly rpc: Rpc;
  readonly method: MethodCodecs;
  readonly operation: Operation;
  /** Whether it reads or writes a collection. */
  readonly isOnOne: boolean;
  /** Whether it reads a collection. */
  readonly isRead: boolean;
}

/** Receives the names of ignored fields. */
type Tell = (names: readonly string[]) => void;

async function answerTo(
  call: UnaryCall,
  asked: ImplementedRpc,
  parts: CallParts,
  dialect: RpcDialect,
): Promise<void> {
  // Ignored fields are reported in the metadata of the response.
  let trailer: Metadata | null = null;
  const tell: Tell = (names) => {
    trailer ??= new Metadata();
    for (const name of names) trailer.add(IGNORED, name);
  };
  try {
    const message = await responseTo(call, asked, parts, dialect, tell);
    call.answer(message, trailer);
  } catch (error) {
    call.fail(failure(error, asked.operation, parts.log, dialect));
  }
}

/** Runs the operation. Nothing is awaited that is there at once: each promise takes as long as a small step. */
async function responseTo(
  call: UnaryCall,
  asked: ImplementedRpc,
  parts: CallParts,
  dialect: RpcDialect,
  tell: Tell,
): Promise<Buffer | Pieces> {
  const { rpc, method, operation } = asked;
  const { services, ready, access, bodies, holdAnswer } = parts;
  const { permit, request: bytes } = call;
  const reservation = bodies.reservation();
  const waiting = new ClientSignal(call);
  // Long-running operations do not work in this thread, so they need no permit.
  const take = (weight: Weight) => !operation.lasting && permit.take(weight);
  const enter = () => admit(operation, callerOf(call, waiting), access, dialect.terms);
  permit.begin();
  try {
    if (operation.lasting) permit.leave();
    const taken = take(weightOf(bytes.length));
    if (taken instanceof Promise) await taken;
    const started = performance.now();
    const entered = enter();
    let admission = entered instanceof Promise ? await entered : entered;
    if (bytes.length <= GRANTED_BODY_BYTES) reservation.reserve(bytes.length * DECODED);
    const decoded = admission.isOpen ? requestOf(call, asked, dialect, tell) : {};
    const request = decoded instanceof Promise ? await decoded : decoded;
    call.record.noteCollection(request);
    // The credential may have been revoked while the call waited.
    if (asksForManyPoints(request) && (await take("heavy"))) admission = await enter();
    const current = admission.isOpen ? becomeCurrent(call, asked, services) : null;
    if (current !== null) await current;
    const before = asked.isOnOne ? services.replication.appliedLsn : 0;
    const found = await invoke(admission, services, request, ready(), tell);
    if (asked.isOnOne) {
      const { replication } = services;
      call.applied = replication.shown(operation.changesData ? replication.lastLsn : before);
    }
    const isAnnotated = found instanceof Annotated;
    const result = dialect.adapt(operation, isAnnotated ? found.result : found);
    const beside = isAnnotated ? besideIn(dialect.package, found) : undefined;
    // The result of a read is useless now; a write has been performed and is reported as such.
    if (waiting.aborted && operation.permission === "read") throw new DeadlineExceeded();
    const seconds = () => (performance.now() - started) / 1000;
    const { large } = rpc.encode;
    if (large !== null && isLarge(result)) {
      const held = await heldInSlices(result);
      if (call.cancelled) throw new DeadlineExceeded();
      holdAnswer(call.stream, held);
      await take("heavy");
      const rest = method.response.encode(large.rest(result, seconds(), beside));
      return await inPieces(call, rest, large.points, result);
    }
    const answer = rpc.encode.bytes(result, seconds(), beside);
    if (!call.cancelled) holdAnswer(call.stream, answer.length);
    return answer;
  } catch (error) {
    throw publicError(operation, error);
  } finally {
    reservation.release();
    waiting.isAnswered = true;
    permit.leaveWhenRead();
  }
}

/** Encodes a large response in slices, as long as its client is connected. @param rest the bytes without the points */
async function inPieces(
  call: UnaryCall,
  rest: Buffer,
  points: WritePoints,
  result: unknown,
): Promise<Pieces> {
  const out = new PieceWriter();
  const slice = new TimeSlice();
  out.write(rest);
  for (const _ of points(result as never, out)) {
    if (!slice.isOver) continue;
    await slice.next();
    if (call.cancelled) throw new DeadlineExceeded();
  }
  return out.end();
}

/** Messages up to this size are decoded and converted at once, which takes a few milliseconds. */
const SMALL_MESSAGE_BYTES = 64 * 1024;

function requestOf(
  call: UnaryCall,
  { rpc, method }: ImplementedRpc,
  dialect: RpcDialect,
  tell: Tell,
): MaybePromise<object> {
  const { plain, inQdrant } = rpc;
  const { request: bytes } = call;
  const inDialect = (request: object) =>
    inQdrant !== undefined && dialect.package === "qdrant" ? { ...inQdrant, ...request } : request;
  const decode = (message: object) => {
    call.consistency = consistencyIn(message);
    return rpc.decode(message as never);
  };
  const read = bytes.length <= SMALL_MESSAGE_BYTES && plain ? plain(bytes) : null;
  if (read !== null) return inDialect(read);
  const reader = new NotingReader(bytes);
  if (bytes.length > SMALL_MESSAGE_BYTES) {
    return inSlices(call, new SlicedDecoder(reader).read(method.request.plan, decode)).then(async (large) => {
      await tellUnknown(call, reader, method, dialect, tell);
      return inDialect(large);
    });
  }
  const message = readable(() => method.request.decode(reader));
  if (reader.unknown.size === 0) return inDialect(decode(message));
  return tellUnknown(call, reader, method, dialect, tell).then(() => inDialect(decode(message)));
}

/** Refuses or reports fields that the definitions do not have, as the dialect does. */
async function tellUnknown(
  call: UnaryCall,
  reader: NotingReader,
  { request }: MethodCodecs,
  { terms }: RpcDialect,
  tell: Tell,
): Promise<void> {
  if (reader.unknown.size === 0) return;
  const skipped = await inSlices(call, skippedOf(reader, call.request, request));
  if (terms.rules.unknownFields === "refused") refuseSkipped(skipped);
  tell(namesOfSkipped(skipped));
}

/** Does work on the message of a call in slices, as long as its client is connected. */
async function inSlices<Result>(call: UnaryCall, work: Sliced<Result>): Promise<Result> {
  const slice = new TimeSlice();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (!slice.isOver) continue;
    await slice.next();
    if (call.cancelled) throw new DeadlineExceeded();
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
