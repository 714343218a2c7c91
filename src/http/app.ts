// The table of operations as a Koa application: one route per row, one way in, one way out.
// The decision: the application knows no operation by name. A request is normalised, routed, read, invoked, wrapped;
// whatever is thrown on the way becomes an answer in `answerErrors` and nowhere else.
import { Readable } from "node:stream";
import Router, { type RouterContext } from "@koa/router";
import Koa, { type Context, type Next } from "koa";
import { invoke, publicError } from "../api/invoke.ts";
import type { Operation, Services } from "../api/operation.ts";
import { kindOf, VectorDbError } from "../errors.ts";
import type { Logger } from "../log.ts";
import type { MemoryLimit } from "../memory-limit.ts";
import { MAX_ANSWER_BYTES_UNDER_WAY, MAX_BODY_BYTES_UNDER_WAY } from "../schema/limits.ts";
import { NATIVE_RULES } from "../schema/rules.ts";
import { bodyReaderFor } from "./body.ts";
import { Budget, holdUntilRead } from "./budget.ts";
import { type Answer, failure, success } from "./envelope.ts";
import { normalisePath } from "./path.ts";
import { requestOf } from "./request.ts";

export interface AppParts {
  readonly operations: readonly Operation[];
  readonly services: Services;
  /** Whether the log has been replayed. */
  readonly ready: () => boolean;
  readonly log: Logger;
  /** What the process may take: bodies and answers are part of it. */
  readonly memory: MemoryLimit;
}

export function createApp(parts: AppParts): Koa {
  const router = new Router({ sensitive: true });
  const budgets: Budgets = {
    bodies: new Budget(MAX_BODY_BYTES_UNDER_WAY, "request bodies are under way", parts.memory),
    answers: new Budget(MAX_ANSWER_BYTES_UNDER_WAY, "answers are waiting to be read", parts.memory),
  };
  for (const operation of parts.operations) addRoute(router, operation, parts, budgets);
  const app = new Koa();
  app.use((ctx, next) => answerErrors(ctx, next, parts.log));
  app.use(normalisePath);
  app.use(router.routes());
  app.use(refuseUnrouted);
  // Everything that can be answered has been; what is left concerns sockets that are gone.
  app.on("error", (error: Error) => parts.log.debug({ err: error }, "connection error"));
  return app;
}

/** What all requests together may hold: bodies until they are answered, answers until they are read. */
interface Budgets {
  readonly bodies: Budget;
  readonly answers: Budget;
}

function addRoute(
  router: Router,
  operation: Operation,
  { services, ready }: AppParts,
  budgets: Budgets,
): void {
  // What is not built is said without reading anything.
  const readBody = operation.run ? bodyReaderFor(operation) : async () => ({});
  const path = operation.rest.path.replace(/\{(\w+)\}/g, ":$1");
  router[operation.rest.method](path, async (ctx: RouterContext) => {
    const lease = budgets.bodies.lease();
    const { socket } = ctx.req;
    const silenceMs = socket.timeout ?? 0;
    if (operation.lasting) socket.setTimeout(0);
    try {
      const body = await publicly(operation, () => readBody(ctx, lease));
      const request = requestOf(ctx, ctx.params, operation, body);
      const result = await invoke(operation, services, request, { ready: ready(), rules: NATIVE_RULES });
      const answer = await publicly(operation, async () => {
        const whole = success(operation.success, result, secondsSince(ctx.state.start));
        if (typeof whole.body === "string")
          holdUntilRead(ctx.res, whole.body.length, budgets.answers.lease());
        return whole;
      });
      send(ctx, answer);
    } finally {
      if (operation.lasting) socket.setTimeout(silenceMs);
      lease.end();
    }
  });
}

/** What fails on the way in or out is a failure of the operation like any other. */
async function publicly<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw publicError(operation, error);
  }
}

async function answerErrors(ctx: Context, next: Next, log: Logger): Promise<void> {
  ctx.state.start = performance.now();
  try {
    await next();
  } catch (thrown) {
    const error =
      thrown instanceof VectorDbError
        ? thrown
        : new VectorDbError("INTERNAL", "Internal server error", { cause: thrown });
    if (kindOf(error.code).blame === "server") {
      log.error(
        { err: error.cause ?? error, code: error.code, method: ctx.method, path: ctx.path },
        error.message,
      );
    }
    send(ctx, failure(error, secondsSince(ctx.state.start)));
  }
}

async function refuseUnrouted(ctx: Context): Promise<void> {
  const methods = (ctx.matched ?? []).flatMap((layer: { methods: string[] }) => layer.methods);
  if (methods.length === 0)
    throw new VectorDbError("UNKNOWN_ROUTE", `No such endpoint: ${ctx.method} ${ctx.path}`);
  ctx.set("Allow", methods.join(", "));
  throw new VectorDbError("METHOD_NOT_ALLOWED", `${ctx.path} takes ${methods.join(", ")}, not ${ctx.method}`);
}

function send(ctx: Context, { status, contentType, body, file, retryAfterSeconds }: Answer): void {
  ctx.status = status;
  if (retryAfterSeconds !== undefined) ctx.set("Retry-After", String(retryAfterSeconds));
  ctx.body = file ? Readable.from(file.chunks) : body;
  ctx.type = contentType;
  if (!file) return;
  ctx.attachment(file.name);
  ctx.length = file.bytes;
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) * 1000) / 1e6;
}
