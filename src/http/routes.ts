// Finds the row of the table that a request matches.
// The decision: @koa/router knows patterns, parameters and the methods of a path, but it compares a path with every
// row, which takes as long as a short search. So there is one router for each last part of a path, and one for the
// paths that end with a parameter; a request passes at most two of them. They are compiled once in a process, because
// all listeners of a kind, and all servers of a test run, have the same rows. Each application passes its own handler.
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

type Tables = Partial<Record<Surface, ReadonlyMap<string, Router>>>;
const COMPILED = new WeakMap<readonly Operation[], Tables>();

/** Returns the middleware that passes requests to the operations, for one kind of listener. */
export function routes(operations: readonly Operation[], surface: Surface, answer: Answer): Middleware {
  const tables = COMPILED.get(operations) ?? {};
  COMPILED.set(operations, tables);
  tables[surface] ??= compile(operations, surface);
  const byEnd = new Map(Array.from(tables[surface], ([end, router]) => [end, router.routes() as Middleware]));
  const others = byEnd.get(ANY_END)!;
  return (ctx: Context, next: Next) => {
    (ctx as Asked)[ANSWER] = answer;
    const sameEnd = byEnd.get(endOf(ctx.path));
    if (sameEnd === undefined || sameEnd === others) return others(ctx, next);
    return sameEnd(ctx, () => others(ctx, next));
  };
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
