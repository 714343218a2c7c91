// Which row of the table a request means.
// The decision: @koa/router knows patterns, parameters and which methods a path takes; but of all rows it asks each whether
// it is meant, and that costs as much as a short search. So rows are put down by how their paths end, and of those few
// its own layers are asked. What is at none of them is left to the router, which knows what else the path takes.
import Router, { type RouterContext } from "@koa/router";
import type { Context, Middleware } from "koa";

export type Answerer = (ctx: RouterContext) => Promise<void>;

interface Route {
  readonly layer: Router["stack"][number];
  readonly answer: Answerer;
}

type Method = "get" | "post" | "put" | "patch" | "delete";

/** How paths that end with a parameter are put down; no part of a path is empty. */
const ANY_END = "";

export class Routes {
  readonly #router = new Router({ sensitive: true });
  readonly #byEnd = new Map<string, Route[]>();

  /** @param path with parameters in braces */
  add(method: Method, path: string, answer: Answerer): void {
    this.#router[method](path.replace(/\{(\w+)\}/g, ":$1"), answer);
    const route = { layer: this.#router.stack.at(-1)!, answer };
    const end = path.endsWith("}") ? ANY_END : endOf(path);
    this.#byEnd.set(end, [...(this.#byEnd.get(end) ?? []), route]);
  }

  middleware(): Middleware {
    const others = this.#router.routes() as Middleware;
    return (ctx, next) => {
      const { path } = ctx;
      const route = this.#meant(endOf(path), ctx) ?? this.#meant(ANY_END, ctx);
      if (!route) return others(ctx, next);
      const { layer, answer } = route;
      ctx.params = layer.params(path, layer.captures(path), {});
      return answer(ctx as RouterContext);
    };
  }

  #meant(end: string, { method, path }: Context): Route | undefined {
    return this.#byEnd.get(end)?.find(({ layer }) => layer.methods.includes(method) && layer.match(path));
  }
}

function endOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
