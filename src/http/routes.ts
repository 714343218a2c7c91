// Which row of the table a request means.
// The decision: @koa/router knows patterns, parameters and which methods a path takes; but of all rows it asks each whether
// it is meant, and that costs as much as a short search. So rows are put down by how their paths end, and of those few
// its own layers are asked. What is at none of them is left to the router, which knows what else the path takes. Who answers
// is said by each application, so that all of a process share what was compiled of the patterns.
import Router, { type RouterContext } from "@koa/router";
import type { Context, Middleware } from "koa";

interface Route<Row> {
  readonly layer: Router["stack"][number];
  readonly row: Row;
}

type Method = "get" | "post" | "put" | "patch" | "delete";

/** Answers a request that means a row. */
type Answer<Row> = (row: Row, ctx: RouterContext) => Promise<void>;

/** How paths that end with a parameter are put down; no part of a path is empty. */
const ANY_END = "";
/** Where a request that is left to the router keeps who answers it. */
const ANSWER = Symbol("answer");

interface Left<Row> {
  [ANSWER]?: Answer<Row>;
}

export class Routes<Row> {
  readonly #router = new Router({ sensitive: true });
  readonly #byEnd = new Map<string, Route<Row>[]>();

  /** @param path with parameters in braces */
  add(method: Method, path: string, row: Row): void {
    this.#router[method](path.replace(/\{(\w+)\}/g, ":$1"), (ctx) => (ctx as Left<Row>)[ANSWER]!(row, ctx));
    const route = { layer: this.#router.stack.at(-1)!, row };
    const end = path.endsWith("}") ? ANY_END : endOf(path);
    this.#byEnd.set(end, [...(this.#byEnd.get(end) ?? []), route]);
  }

  middleware(answer: Answer<Row>): Middleware {
    const others = this.#router.routes() as Middleware;
    return (ctx, next) => {
      const { path } = ctx;
      const route = this.#meant(endOf(path), ctx) ?? this.#meant(ANY_END, ctx);
      if (!route) {
        (ctx as Left<Row>)[ANSWER] = answer;
        return others(ctx, next);
      }
      const { layer, row } = route;
      ctx.params = layer.params(path, layer.captures(path), {});
      return answer(row, ctx as RouterContext);
    };
  }

  #meant(end: string, { method, path }: Context): Route<Row> | undefined {
    return this.#byEnd.get(end)?.find(({ layer }) => layer.methods.includes(method) && layer.match(path));
  }
}

function endOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
