// Answers the requests that match a row of the operation table: reads, invokes and sends.
// The decision: nothing is awaited that is there at once, because a small read takes no longer than some promises.
import { pipeline, Readable } from "node:stream";
import type { RouterContext } from "@koa/router";
import type { Context } from "koa";
import { type Access, type Admission, admit } from "../api/admit.ts";
import { invoke, publicError } from "../api/invoke.ts";
import { isOnCollection, type Operation, type Services } from "../api/operation.ts";
import { DeadlineExceeded } from "../errors/query.ts";
import { HTTP_OK } from "../errors/table.ts";
import { Fields } from "../json/fields.ts";
import type { Trace } from "../log/trace.ts";
import type { RequestBudget } from "../memory/request-budget.ts";
import { heldInSlices } from "../schema/answer-size.ts";
import type { Surface } from "../schema/caller.ts";
import { piecesOf } from "./answers/answer-bytes.ts";
import { OpenEnded } from "./answers/open-ended.ts";
import { holdUntilRead, leaveUnread } from "./answers/unread.ts";
import { bodyReaderFor, takesBody } from "./body.ts";
import { isThere } from "./body-bytes.ts";
import { callerOf } from "./caller.ts";
import { signalOf } from "./client-signal.ts";
import type { Dialect } from "./dialect/dialect.ts";
import type { HttpAnswer } from "./dialect/envelope.ts";
import { APPLIED_HEADER, AT_LEAST_HEADER, RECALL_HEADER, recallText } from "./headers.ts";
import { judgeParameters, nameIgnored } from "./ignored.ts";
import { type LineBody, lineOpener } from "./lines.ts";
import { ensureDecodable } from "./path.ts";
import { queryOf } from "./query.ts";
import { requestOf } from "./request.ts";

/** The parts of an application that answer the requests to operations. */
export interface AnswererParts {
  readonly services: Services;
  /** Returns true once the log has been replayed. */
  readonly ready: () => boolean;
  /** Milliseconds that a search may take. */
  readonly searchMs: number;
  /** The memory budgets, which all applications of a server share. */
  readonly budgets: Budgets;
  /** The setting `extended_api`: false answers the operations that are marked as extended with 501. */
  readonly extendedApi: boolean;
  /** The limit of a request body; bodies without ids and vectors have a smaller limit of their own. */
  readonly maxBodyBytes: number;
  readonly access: Access;
}

/** The memory budgets of all requests together: bodies until they are answered, responses until they are read. */
export interface Budgets {
  readonly bodies: RequestBudget;
  readonly answers: RequestBudget;
}

/** The state of a request in Koa. */
export interface State {
  readonly start: number;
  readonly dialect: Dialect;
  readonly trace: Trace;
  /** Set when the request is routed. */
  operation?: Operation;
  /** Set when the request is admitted. */
  admission?: Admission;
  /** True if the failure is an error of the server. */
  isFault?: boolean;
}

/** Returns the function that answers the requests to an operation. */
export function answererOf(
  operation: Operation,
  parts: AnswererParts,
  surface: Extract<Surface, "rest" | "ui">,
) {
  const { services, ready, budgets, access, extendedApi, searchMs } = parts;
  const readBody = bodyReaderFor(operation, parts.maxBodyBytes);
  const openLines = operation.lines && lineOpener(operation.lines, parts.maxBodyBytes);
  const hasBody = takesBody(operation);
  const isOnOne = isOnCollection(operation);
  const isRead = isOnOne && !operation.changesData;
  return async (ctx: RouterContext): Promise<void> => {
    const state = ctx.state as State;
    state.operation = operation;
    ensureDecodable(ctx);
    const { dialect } = state;
    const terms = { rules: dialect.rules, extendedApi, searchMs };
    const waiting = signalOf(ctx, isRead && services.replication.isShared);
    const caller = callerOf(ctx.req, ctx.res, surface, waiting);
    const enter = () => admit(operation, caller, access, terms);
    const reservation = budgets.bodies.reservation();
    const { socket } = ctx.req;
    const silenceMs = socket.timeout ?? 0;
    if (operation.lasting) socket.setTimeout(0);
    let lines: LineBody | undefined;
    try {
      // This also lets the parser of HTTP go on, so that a short body is there.
      let admission = await enter();
      state.admission = admission;
      const isWhole = isThere(ctx.req);
      let body: Fields = new Fields();
      // If the operation is not implemented or not open, the body is not read.
      if (admission.isOpen && openLines) {
        lines = await openLines(ctx, { bodies: budgets.bodies, ensureLetIn: enter });
        body = { lines };
      } else if (admission.isOpen && hasBody) {
        const reading = readBody(ctx, reservation);
        body = reading instanceof Promise ? await reading : reading;
      }
      const request = requestOf(ctx, ctx.params, operation, body);
      if (admission.isOpen)
        judgeParameters(ctx, operation, dialect.rules, services.replication.readParameters);
      const position = ctx.req.headers[AT_LEAST_HEADER];
      if (position !== undefined && admission.isOpen) await reach(ctx, String(position), services);
      if (isOnOne && admission.isOpen && services.replication.isShared) await agree(ctx, services);
      if (isRead && admission.isOpen && services.replication.isBounded) refuseStale(ctx, services);
      // A body may arrive slowly, so the credential is checked again: it may have been deleted or expired meanwhile.
      if (hasBody && !isWhole) admission = await enter();
      if (ctx.method === "HEAD" && operation.success === "stream") return endHead(ctx, operation);
      const before = isOnOne ? services.replication.appliedLsn : 0;
      const result = await invoke(admission, services, request, ready(), (names) => nameIgnored(ctx, names));
      if (isOnOne && !ctx.headerSent) {
        const { replication } = services;
        const lsn = operation.changesData ? replication.lastLsn : before;
        ctx.res.setHeader(APPLIED_HEADER, replication.shown(lsn));
      }
      if (waiting.aborted) leaveUnread(operation, result);
      // The result of a read is useless now; a write has been performed and is counted as such.
      if (waiting.aborted && operation.permission === "read") throw new DeadlineExceeded();
      const answer = dialect.success(operation, waiting.annotated(result), secondsSince(state.start));
      const held = answer.large === undefined ? answer.body.length : await heldInSlices(answer.large);
      if (waiting.aborted) return countAsDone(ctx, answer);
      holdUntilRead(ctx.res, held, budgets.answers.reservation());
      send(ctx, answer, enter);
    } catch (error) {
      // Errors of reading the request or writing the response are reported like errors of the operation.
      throw publicError(operation, error);
    } finally {
      if (operation.lasting) socket.setTimeout(silenceMs);
      reservation.release();
      lines?.end();
    }
  };
}

/** Waits as long as the request asks for, in a cluster. */
async function agree(ctx: Context, { replication }: Services): Promise<void> {
  const { consistency } = queryOf(ctx);
  if (typeof consistency === "string") await replication.agree(consistency);
}

/** Refuses a read if this server is too far behind, unless it has `stale=true`. @throws StaleRead */
function refuseStale(ctx: Context, { replication }: Services): void {
  if (queryOf(ctx).stale !== "true") replication.ensureFresh();
}

/** Waits until the writes that the client knows of are applied. @throws InvalidArgument, NotYetApplied */
function reach(ctx: Context, position: string, { replication }: Services): Promise<void> {
  const { timeout } = queryOf(ctx);
  return replication.reach(position, typeof timeout === "string" ? timeout : undefined);
}

/** Answers HEAD for a stream without making it: it may be a copy of all data, or have no end. */
function endHead(ctx: Context, { result }: Operation): void {
  const { contentMediaType } = result as { contentMediaType?: string };
  if (contentMediaType !== undefined) ctx.res.setHeader("Content-Type", contentMediaType);
  ctx.status = HTTP_OK;
  ctx.respond = false;
  ctx.res.end();
}

/** Counts a request whose client has disconnected; no response is written. */
function countAsDone(ctx: Context, { status }: HttpAnswer): void {
  ctx.status = status;
  ctx.respond = false;
}

/** @param ensureLetIn throws when the client of a stream may not have more; absent: the answer is no stream */
export function send(ctx: Context, answer: HttpAnswer, ensureLetIn = (): unknown => undefined): void {
  const { status, contentType, body, file, stream, large, retryAfterSeconds, recall } = answer;
  if (ctx.headerSent) {
    // After lines of progress, the result is the last line.
    ctx.respond = false;
    if (large === undefined) ctx.res.end(`${body}\n`);
    else pipeline(Readable.from(lineOf(large)), ctx.res, () => {});
    return;
  }
  ctx.status = status;
  if (retryAfterSeconds !== undefined) ctx.set("Retry-After", String(retryAfterSeconds));
  if (recall !== undefined) ctx.res.setHeader(RECALL_HEADER, recallText(recall));
  // This comes first, because otherwise Koa guesses the type.
  ctx.res.setHeader("Content-Type", contentType);
  if (large !== undefined) ctx.body = Readable.from(piecesOf(large));
  else if (stream) ctx.body = Readable.from(new OpenEnded(stream.chunks, ctx.res, ensureLetIn));
  else ctx.body = file ? Readable.from(file.chunks) : sendable(body);
  if (typeof stream?.name === "string") ctx.attachment(stream.name);
  if (!file) return;
  ctx.attachment(file.name);
  ctx.length = file.bytes;
}

async function* lineOf(value: unknown): AsyncGenerator<Buffer> {
  yield* piecesOf(value);
  yield Buffer.from("\n");
}

/** Converts bytes to a Buffer, because Koa takes other byte arrays for objects. */
function sendable(body: string | Uint8Array): string | Buffer {
  return typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

export function secondsSince(start: number): number {
  return Math.round((performance.now() - start) * 1000) / 1e6;
}
