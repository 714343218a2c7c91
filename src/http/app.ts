// Makes a Koa application of the operation table: one route for each row.
// The decision: the application knows no operation by name. A request is normalised, routed, read, invoked and wrapped;
// every error on the way becomes a response in `answerError` and nowhere else.
import { Readable } from "node:stream";
import Koa, { type Context, type Middleware } from "koa";
import type { Operation } from "../api/operation.ts";
import { ERROR_CODE_HEADER, UnknownRoute, WrongMethod } from "../errors/request.ts";
import { kindOf } from "../errors/table.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { Logger } from "../log/logger.ts";
import type { RequestLog } from "../log/requests.ts";
import type { Series, Traffic, Traffics } from "../metrics/traffic.ts";
import type { Surface } from "../schema/caller.ts";
import type { DialectSetting } from "../schema/dialect-setting.ts";
import { PEERS_PATH } from "../schema/peer-calls.ts";
import { type AnswererParts, answererOf, type State, secondsSince, send } from "./answerer.ts";
import { compressLarge } from "./answers/compress.ts";
import { Outbox } from "./answers/outbox.ts";
import { sendStream } from "./answers/send-stream.ts";
import { dialectOf } from "./dialect/dialect.ts";
import { type GuardSettings, guardAgainst } from "./guard.ts";
import { DIALECT_HEADER, harden } from "./headers.ts";
import { waitForPredecessor } from "./one-at-a-time.ts";
import { hintFor } from "./other-method.ts";
import { ensureDecodable, normalisePath } from "./path.ts";
import type { PeerEndpoint } from "./peer-endpoint.ts";
import { factsOf, nameRequest } from "./record.ts";
import { routes } from "./routes.ts";

export interface AppParts extends AnswererParts {
  readonly operations: readonly Operation[];
  readonly log: Logger;
  readonly traffic: Traffics;
  readonly requests: RequestLog;
  readonly guard: GuardSettings;
  /** Where other servers of the cluster call; absent: this one is in none. */
  readonly peers?: PeerEndpoint | null | undefined;
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

export function createApp(parts: AppParts, { surface, dialect, pages }: ListenerProfile): Koa {
  const app = new Koa();
  const peers = surface === "rest" ? (parts.peers ?? null) : null;
  const outbox = new Outbox();
  const isPreflight = guardAgainst(parts.guard, () => surface === "ui" || !parts.access.authEnabled);
  const route = routesOf(parts, surface);
  const compress = compressLarge();
  if (peers !== null) {
    app.use((ctx, next) => {
      if (!ctx.path.startsWith(PEERS_PATH)) return next();
      ctx.respond = false;
      return peers.answer(ctx.req, ctx.res);
    });
  }
  // One function for all that every request passes, because each middleware takes a closure and two promises.
  app.use(async (ctx, next) => {
    const previous = waitForPredecessor(ctx.req, ctx.res);
    if (previous !== null) {
      await previous;
      // The client has disconnected, so there is no response and nothing to count.
      if (ctx.req.socket.destroyed) return;
    }
    const start = performance.now();
    const trace = nameRequest(ctx, parts.requests.spans);
    const state: State = { start, dialect: dialectOf(ctx.headers, dialect), trace };
    ctx.state = state;
    harden(ctx, surface);
    if (state.dialect.name !== "native") ctx.set(DIALECT_HEADER, state.dialect.name);
    let isDone = true;
    try {
      if (!isPreflight(ctx)) {
        normalisePath(ctx);
        await (trace.span === null ? route(ctx, next) : trace.span.run(() => route(ctx, next)));
      }
      const compressing = compress(ctx);
      if (compressing !== null) await compressing;
    } catch (thrown) {
      isDone = false;
      answerError(ctx, thrown, parts.log);
    }
    const series = seriesOf(ctx, isDone, parts.traffic.rest);
    const seconds = secondsSince(start);
    series.note(ctx.status, !isDone, seconds);
    parts.requests.note(factsOf(ctx, series, surface, seconds));
    await outbox.nextSend();
    if (ctx.body instanceof Readable && ctx.respond !== false) sendStream(ctx, ctx.body);
  });
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

/** Returns the routes of the rows, at their paths and aliases. */
function routesOf(parts: AppParts, surface: ListenerProfile["surface"]): Middleware {
  const answerers = new Map(parts.operations.map((row) => [row, answererOf(row, parts, surface)]));
  return routes(parts.operations, surface, (operation, ctx) => answerers.get(operation)!(ctx));
}

/** Returns the metrics series of a request: that of its row, or one of the few for other requests. */
function seriesOf(ctx: Context, isDone: boolean, traffic: Traffic): Series {
  const { operation } = ctx.state as State;
  if (operation) return traffic.series(operation.rest.path, operation.rest.method.toUpperCase());
  if (!isDone) return traffic.series(NO_ENDPOINT, ANY_METHOD);
  return traffic.series(ctx.method === "OPTIONS" ? PREFLIGHT : PAGES, ANY_METHOD);
}

function answerError(ctx: Context, thrown: unknown, log: Logger): void {
  const state = ctx.state as State;
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
}

async function refuseUnrouted(ctx: Context): Promise<void> {
  const methods = (ctx.matched ?? []).flatMap((layer: { methods: string[] }) => layer.methods);
  const hint = hintFor(ctx.method, ctx.path);
  const hinted = hint !== undefined && { hint };
  if (methods.length === 0) throw Object.assign(new UnknownRoute(ctx.method, ctx.path), hinted);
  ctx.set("Allow", methods.join(", "));
  const text = `${ctx.path} takes ${methods.join(", ")}, not ${ctx.method}`;
  throw Object.assign(new WrongMethod(ctx.path, text), hinted);
}

/** The authentication scheme that clients have to use (RFC 9110, section 11.6.1; RFC 6750). */
const CHALLENGE = "Bearer";
