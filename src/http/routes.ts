// Finds the row of the table that a request matches.
// The decision: @koa/router knows patterns, parameters and the methods of a path, but it compares a path with every
// row, which takes as long as a short search. So there is one router for each last part of a path, and one for the
// paths that end with a parameter; a request passes at most two of them. They are compiled once in a process, because
// all listeners of a kind, and all servers of a test run, have the same rows. Each application passes its own handler,
// and keeps what the routers found for the last paths, because clients ask for few of them again and again.
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

type Tables = Partial<Record<Surface, ReadonlyMap<string, Router>>>;
const COMPILED = new WeakMap<readonly Operation[], Tables>();

/** Returns the middleware that passes requests to the operations, for one kind of listener. */
export function routes(operations: readonly Operation[], surface: Surface, answer: Answer): Middleware {
  const tables = COMPILED.get(operations) ?? {};
  COMPILED.set(operations, tables);
  tables[surface] ??= compile(operations, surface);
  const byEnd = new Map(Array.from(tables[surface], ([end, router]) => [end, router.routes() as Middleware]));
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
    if (sameEnd === undefined || sameEnd === others) return others(ctx, next);
    return sameEnd(ctx, () => others(ctx, next));
  };
}

function keyOf({ method, path }: Pick<Context, "method" | "path">): string {
  return `${method} ${path}`;
}

function compile(operations: readonly Operation[], surface: Surface): ReadonlyMap<string, Router> {
  const routers = new Map<string, Router>();
  for (const operation of operations) {
    for (const path of pathsOf(operation, surface)) {
      const end = path.endsWith("}") ? ANY_END : endOf(path);
      const router = routers.get(end) ?? new Router({ sensitive: true });
      routers.set(end, router);
      const pattern = path.replace(/\{(\w+)\}/g, ":$1");
      router[operation.rest.method](pattern, (ctx) => (ctx as Asked)[ANSWER]!(operation, ctx));
    }
  }
  return routers;
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
