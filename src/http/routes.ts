// Finds the row of the table that a request matches.
// The decision: @koa/router knows patterns, parameters and the methods of a path, but it compares a path with every
// row, which takes as long as a short search. So there is one router for each last part of a path, and one for the
// paths that end with a parameter; a request passes at most two of them. Each is compiled for its first request, and
// once in a process, because all listeners of a kind, and all servers of a test run, have the same rows. Each
// application passes its own handler, and keeps what the routers found for the last paths, because clients ask for few
// of them again and again.
import Router, { type RouterContext } from "@koa/router";
import type { Context, Middleware, Next } from "koa";
import type { Operation } from "../api/operation.ts";
import type { Surface } from "../schema/caller.ts";
import { PROXY } from "./path.ts";

/** Handles a request that matches a row. */
type Answer = (operation: Operation, ctx: RouterContext) => Promise<void>;

/** The key of the paths that end with a parameter; no part of a path is empty. */
const ANY_END = "";
/** The key of the handler in the context of a request. */
const ANSWER = Symbol("answer");

interface Asked {
  [ANSWER]?: Answer;
}

/** The row and the parameters that the routers found for a path. */
interface Match {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

/** Paths that are remembered, and the longest of them in UTF-16 units. */
const MAX_KNOWN = 1_000;
const MAX_KNOWN_LENGTH = 256;

/** The routers of a kind of listener, by the last part of a path. */
type Table = ReadonlyMap<string, () => Router>;
const TABLES = new WeakMap<readonly Operation[], Partial<Record<Surface, Table>>>();

/** Returns the middleware that passes requests to the operations, for one kind of listener. */
export function routes(operations: readonly Operation[], surface: Surface, answer: Answer): Middleware {
  const tables = TABLES.get(operations) ?? {};
  TABLES.set(operations, tables);
  tables[surface] ??= tableOf(operations, surface);
  const byEnd = new Map(Array.from(tables[surface], ([end, router]) => [end, lazily(router)]));
  const others = byEnd.get(ANY_END)!;
  const known = new Map<string, Match>();
  const answerFirst: Answer = (operation, ctx) => {
    const key = keyOf(ctx);
    if (known.size === MAX_KNOWN) known.clear();
    if (key.length <= MAX_KNOWN_LENGTH) known.set(key, { operation, params: ctx.params });
    return answer(operation, ctx);
  };
  return (ctx: Context, next: Next) => {
    const match = known.get(keyOf(ctx));
    if (match !== undefined) {
      ctx.params = match.params;
      return answer(match.operation, ctx as RouterContext);
    }
    (ctx as Asked)[ANSWER] = answerFirst;
    const sameEnd = byEnd.get(endOf(ctx.path));
    if (sameEnd === undefined || sameEnd === others) return others()(ctx, next);
    return sameEnd()(ctx, () => others()(ctx, next));
  };
}

function keyOf({ method, path }: Pick<Context, "method" | "path">): string {
  return `${method} ${path}`;
}

function lazily(router: () => Router): () => Middleware {
  let made: Middleware | undefined;
  return () => {
    made ??= router().routes() as Middleware;
    return made;
  };
}

function tableOf(operations: readonly Operation[], surface: Surface): Table {
  const rows = new Map<string, [path: string, operation: Operation][]>();
  for (const operation of operations) {
    for (const path of pathsOf(operation, surface)) {
      const end = path.endsWith("}") ? ANY_END : endOf(path);
      rows.set(end, [...(rows.get(end) ?? []), [path, operation]]);
    }
  }
  return new Map(Array.from(rows, ([end, some]) => [end, compiledOnce(some)]));
}

function compiledOnce(rows: readonly [path: string, operation: Operation][]): () => Router {
  let router: Router | undefined;
  return () => {
    router ??= compile(rows);
    return router;
  };
}

function compile(rows: readonly [path: string, operation: Operation][]): Router {
  const router = new Router({ sensitive: true });
  for (const [path, operation] of rows) {
    const pattern = path.replace(/\{(\w+)\}/g, ":$1");
    router[operation.rest.method](pattern, (ctx) => (ctx as Asked)[ANSWER]!(operation, ctx));
  }
  return router;
}

/**
 * Returns the paths of a row. On the console's port they are behind the proxy, and also at their own path if the row
 * says so.
 */
function pathsOf({ rest, onUi }: Operation, surface: Surface): string[] {
  const all = [rest.path, ...(rest.aliases ?? [])];
  if (surface !== "ui") return all;
  const proxied = all.map((route) => (route === "/" ? PROXY : PROXY + route));
  return onUi === null ? proxied : [...all, ...proxied];
}

function endOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
