// Makes a Koa application of the operation table: one route for each row.
// The decision: the application knows no operation by name. A request is normalised, routed, read, invoked and wrapped;
// every error on the way becomes a response in `answerErrors` and nowhere else.
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import type { RouterContext } from "@koa/router";
import Koa, { type Context, type Middleware, type Next } from "koa";
import { type Access, type Admission, admit } from "../api/admit.ts";
import { invoke, publicError } from "../api/invoke.ts";
import type { Operation, Services } from "../api/operation.ts";
import { DeadlineExceeded } from "../errors/query.ts";
import { ERROR_CODE_HEADER, UnknownRoute } from "../errors/request.ts";
import { kindOf } from "../errors/table.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { Fields } from "../json/fields.ts";
import type { Logger } from "../log/logger.ts";
import type { RequestLog } from "../log/requests.ts";
import type { Trace } from "../log/trace.ts";
import type { RequestBudget } from "../memory/request-budget.ts";
import type { Series, Traffic, Traffics } from "../metrics/traffic.ts";
import { heldInSlices } from "../schema/answer-size.ts";
import type { Surface } from "../schema/caller.ts";
import type { DialectSetting } from "../schema/dialect-setting.ts";
import { piecesOf } from "./answers/answer-bytes.ts";
import { compressLarge } from "./answers/compress.ts";
import { Outbox } from "./answers/outbox.ts";
import { sendStream } from "./answers/send-stream.ts";
import { holdUntilRead } from "./answers/unread.ts";
import { bodyReaderFor, takesBody } from "./body.ts";
import { callerOf } from "./caller.ts";
import { type Dialect, dialectOf } from "./dialect/dialect.ts";
import type { HttpAnswer } from "./dialect/envelope.ts";
import { type GuardSettings, guardAgainst } from "./guard.ts";
import { DIALECT_HEADER, harden, RECALL_HEADER, recallText } from "./headers.ts";
import { judgeParameters, nameIgnored } from "./ignored.ts";
import { type LineBody, lineOpener } from "./lines.ts";
import { waitForPredecessor } from "./one-at-a-time.ts";
import { hintFor } from "./other-method.ts";
import { ensureDecodable, normalisePath } from "./path.ts";
import { factsOf, nameRequest } from "./record.ts";
import { requestOf } from "./request.ts";
import { routes } from "./routes.ts";

export interface AppParts {
  readonly operations: readonly Operation[];
  readonly services: Services;
  /** Returns true once the log has been replayed. */
  readonly ready: () => boolean;
  readonly log: Logger;
  readonly traffic: Traffics;
  readonly requests: RequestLog;
  /** Milliseconds that a search may take. */
  readonly searchMs: number;
  /** The memory budgets, which all applications of a server share. */
  readonly budgets: Budgets;
  /** The setting `extended_api`: false answers the operations that are marked as extended with 501. */
  readonly extendedApi: boolean;
  /** The limit of a request body; bodies without ids and vectors have a smaller limit of their own. */
  readonly maxBodyBytes: number;
  readonly access: Access;
  readonly guard: GuardSettings;
}

interface ListenerProfile {
  readonly surface: Extract<Surface, "rest" | "ui">;
  readonly dialect: DialectSetting;
  /** Serves requests that match no operation of this listener, or passes them on. */
  readonly pages?: Middleware;
}

/** The names, in metrics, of requests that match no row. They are no paths, so they cannot be mistaken for one. */
const NO_ENDPOINT = "(none)";
const PREFLIGHT = "(preflight)";
const PAGES = "(ui)";
const ANY_METHOD = "any";

/** The state of a request in Koa. */
interface State {
  start: number;
  dialect: Dialect;
  trace: Trace;
  /** Set when the request is routed. */
  operation?: Operation;
  /** Set when the request is admitted. */
  admission?: Admission;
  /** True if the failure is an error of the server. */
  isFault?: boolean;
}

export function createApp(parts: AppParts, { surface, dialect, pages }: ListenerProfile): Koa {
  const app = new Koa();
  const outbox = new Outbox();
  app.use(async (ctx, next) => {
    const previous = waitForPredecessor(ctx.req, ctx.res);
    if (previous !== null) {
      await previous;
      // The client has disconnected, so there is no response and nothing to count.
      if (ctx.req.socket.destroyed) return;
    }
    const start = performance.now();
    const state: State = { start, dialect: dialectOf(ctx.headers, dialect), trace: nameRequest(ctx) };
    ctx.state = state;
    harden(ctx, surface);
    if (state.dialect.name !== "native") ctx.set(DIALECT_HEADER, state.dialect.name);
    const isDone = await answerErrors(ctx, next, parts.log);
    const series = seriesOf(ctx, isDone, parts.traffic.rest);
    const seconds = secondsSince(start);
    series.note(ctx.status, !isDone, seconds);
    parts.requests.note(factsOf(ctx, series, surface, seconds));
    await outbox.nextSend();
    if (ctx.body instanceof Readable && ctx.respond !== false) sendStream(ctx, ctx.body);
  });
  app.use(compressLarge());
  app.use(guardAgainst(parts.guard, () => surface === "ui" || !parts.access.authEnabled));
  app.use(normalisePath);
  app.use(routesOf(parts, surface));
  app.use((ctx, next) => {
    ensureDecodable(ctx);
    return next();
  });
  if (pages) app.use(pages);
  app.use(refuseUnrouted);
  // All errors of requests have been answered; the others concern sockets that are closed.
  app.on("error", (error: Error) => parts.log.debug({ err: error }, "connection error"));
  return app;
}

/** The memory budgets of all requests together: bodies until they are answered, responses until they are read. */
export interface Budgets {
  readonly bodies: RequestBudget;
  readonly answers: RequestBudget;
}

/** Returns the routes of the rows, at their paths and aliases. */
function routesOf(parts: AppParts, surface: Surface): Middleware {
  const answerers = new Map(parts.operations.map((row) => [row, answererOf(row, parts, surface)]));
  return routes(parts.operations, surface, (operation, ctx) => answerers.get(operation)!(ctx));
}

function answererOf(operation: Operation, parts: AppParts, surface: Surface) {
  const { services, ready, budgets, access, extendedApi, searchMs } = parts;
  const readBody = bodyReaderFor(operation, parts.maxBodyBytes);
  const openLines = operation.lines && lineOpener(operation.lines, parts.maxBodyBytes);
  const hasBody = takesBody(operation);
  return async (ctx: RouterContext): Promise<void> => {
    const state = ctx.state as State;
    state.operation = operation;
    ensureDecodable(ctx);
    const { dialect } = state;
    const terms = { rules: dialect.rules, extendedApi, searchMs };
    const waiting = new ClientSignal(ctx);
    const caller = callerOf(ctx.req, surface, waiting);
    const enter = () => admit(operation, caller, access, terms);
    const reservation = budgets.bodies.reservation();
    const { socket } = ctx.req;
    const silenceMs = socket.timeout ?? 0;
    if (operation.lasting) socket.setTimeout(0);
    let lines: LineBody | undefined;
    try {
      let admission = await enter();
      state.admission = admission;
      let body: Fields = new Fields();
      // If the operation is not implemented or not open, the body is not read.
      if (admission.isOpen && openLines) {
        lines = await openLines(ctx, { bodies: budgets.bodies, ensureLetIn: enter });
        body = { lines };
      } else if (admission.isOpen && hasBody) body = await readBody(ctx, reservation);
      const request = requestOf(ctx, ctx.params, operation, body);
      if (admission.isOpen) judgeParameters(ctx, operation, dialect.rules);
      // A body may arrive slowly, so the credential is checked again: it may have been deleted or expired meanwhile.
      if (hasBody) admission = await enter();
      const result = await invoke(admission, services, request, ready(), (names) => nameIgnored(ctx, names));
      // The result of a read is useless now; a write has been performed and is counted as such.
      if (waiting.aborted && operation.permission === "read") throw new DeadlineExceeded();
      const answer = dialect.success(operation, result, secondsSince(state.start));
      const held = answer.large === undefined ? answer.body.length : await heldInSlices(answer.large);
      if (waiting.aborted) return countAsDone(ctx, answer);
      holdUntilRead(ctx.res, held, budgets.answers.reservation());
      send(ctx, answer);
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

/** Counts a request whose client has disconnected; no response is written. */
function countAsDone(ctx: Context, { status }: HttpAnswer): void {
  ctx.status = status;
  ctx.respond = false;
}

/** A cancel signal that is set when the client has disconnected. */
class ClientSignal {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor({ req, res }: Context) {
    this.#request = req;
    this.#response = res;
  }

  get aborted(): boolean {
    // A response that waits behind another of its connection is never closed when the connection ends.
    const hasEnded = this.#response.closed || this.#request.socket.destroyed;
    return hasEnded && !this.#response.writableFinished;
  }
}

/** Returns the metrics series of a request: that of its row, or one of the few for other requests. */
function seriesOf(ctx: Context, isDone: boolean, traffic: Traffic): Series {
  const { operation } = ctx.state as State;
  if (operation) return traffic.series(operation.rest.path, operation.rest.method.toUpperCase());
  if (!isDone) return traffic.series(NO_ENDPOINT, ANY_METHOD);
  return traffic.series(ctx.method === "OPTIONS" ? PREFLIGHT : PAGES, ANY_METHOD);
}

/** @returns true if there was no error */
async function answerErrors(ctx: Context, next: Next, log: Logger): Promise<boolean> {
  const state = ctx.state as State;
  try {
    await next();
    return true;
  } catch (thrown) {
    const error =
      thrown instanceof VectorDbError
        ? thrown
        : new VectorDbError("INTERNAL", "Internal server error", { cause: thrown });
    if (kindOf(error.code).blame === "server") {
      state.isFault = true;
      const { method, path } = ctx;
      const about = { err: error.cause ?? error, code: error.code, method, path, requestId: state.trace.id };
      log.error(about, error.message);
    }
    ctx.set(ERROR_CODE_HEADER, error.code);
    if (error.code === "UNAUTHENTICATED") ctx.set("WWW-Authenticate", CHALLENGE);
    send(ctx, state.dialect.failure(error, state.operation, secondsSince(state.start)));
    return false;
  }
}

async function refuseUnrouted(ctx: Context): Promise<void> {
  const methods = (ctx.matched ?? []).flatMap((layer: { methods: string[] }) => layer.methods);
  const hint = hintFor(ctx.method, ctx.path);
  const hinted = hint !== undefined && { hint };
  if (methods.length === 0) throw Object.assign(new UnknownRoute(ctx.method, ctx.path), hinted);
  ctx.set("Allow", methods.join(", "));
  const text = `${ctx.path} takes ${methods.join(", ")}, not ${ctx.method}`;
  throw Object.assign(new VectorDbError("METHOD_NOT_ALLOWED", text), hinted);
}

/** The authentication scheme that clients have to use (RFC 9110, section 11.6.1; RFC 6750). */
const CHALLENGE = "Bearer";

function send(ctx: Context, answer: HttpAnswer): void {
  const { status, contentType, body, file, large, retryAfterSeconds, recall } = answer;
  if (ctx.headerSent) {
    // After lines of progress, the result is the last line.
    ctx.respond = false;
    if (large === undefined) ctx.res.end(`${body}\n`);
    else pipeline(Readable.from(lineOf(large)), ctx.res, () => {});
    return;
  }
  ctx.status = status;
  if (retryAfterSeconds !== undefined) ctx.set("Retry-After", String(retryAfterSeconds));
  if (recall !== undefined) ctx.set(RECALL_HEADER, recallText(recall));
  // This comes first, because otherwise Koa guesses the type.
  ctx.set("Content-Type", contentType);
  if (large !== undefined) ctx.body = Readable.from(piecesOf(large));
  else ctx.body = file ? Readable.from(file.chunks) : sendable(body);
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

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) * 1000) / 1e6;
}
