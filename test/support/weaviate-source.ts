// The part of Weaviate's REST API that a migration uses, with objects in memory.
// The decision: it is written by hand from Weaviate's description of its API, because no package registry has the
// server. It answers as described there: a cursor needs `after` and no vector comes without `include=vector`.
import { createServer } from "node:http";
import { bodyOf, closed, type LocalSource, listening } from "./recorded-source.ts";

export interface WeaviateObject {
  readonly id: string;
  readonly tenant?: string;
  /** Whether it is counted and not listed, as an object that is written while others are read. */
  readonly isHidden?: boolean;
  readonly properties?: object;
  readonly vector?: readonly number[];
  readonly vectors?: Readonly<Record<string, unknown>>;
}

/** A class as in the schema, and its objects. */
export interface WeaviateClass {
  readonly schema: { readonly class: string; readonly [field: string]: unknown };
  readonly objects: readonly WeaviateObject[];
}

/** @param key the header `authorization` that requests must have; null: none */
export async function serveWeaviate(
  classes: readonly WeaviateClass[],
  key: string | null = null,
): Promise<LocalSource> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (key !== null && request.headers.authorization !== key)
      return answer(401, { code: 401, message: "anonymous access not enabled" });
    const { pathname, searchParams } = new URL(request.url!, "http://localhost");
    if (pathname === "/v1/schema") return answer(200, { classes: classes.map(({ schema }) => schema) });
    if (pathname === "/v1/graphql") return answer(200, counted(classes, JSON.parse(body).query));
    const [, of, id] = /^\/v1\/objects(?:\/([^/]+)\/([^/]+))?$/.exec(pathname) ?? [];
    const found = classes.find(({ schema }) => schema.class === (of ?? searchParams.get("class")));
    if (!found) return answer(404, { error: [{ message: "no such class" }] });
    const all = objectsOf(found, searchParams.get("tenant"));
    const shown = (object: WeaviateObject) =>
      shownOf(found, object, searchParams.get("include") === "vector");
    if (id !== undefined) {
      const one = all.find((object) => object.id === id);
      return one ? answer(200, shown(one)) : response.writeHead(404).end();
    }
    const after = searchParams.get("after");
    if (after === null) return answer(422, { error: [{ message: "this source expects a cursor" }] });
    const page = all
      .filter(({ id, isHidden }) => id > after && !isHidden)
      .slice(0, Number(searchParams.get("limit")));
    return answer(200, { deprecations: [], objects: page.map(shown), totalResults: page.length });
  });
  return { url: await listening(server), asked: [], close: () => closed(server) };
}

function objectsOf({ objects }: WeaviateClass, tenant: string | null): WeaviateObject[] {
  return objects
    .filter((object) => tenant === null || object.tenant === tenant)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function shownOf({ schema }: WeaviateClass, object: WeaviateObject, withVector: boolean): object {
  const { vector, vectors, isHidden: _, ...rest } = object;
  const times = { creationTimeUnix: 1700000000000, lastUpdateTimeUnix: 1700000000000 };
  return { class: schema.class, ...times, ...rest, ...(withVector && { vector, vectors }) };
}

function counted(classes: readonly WeaviateClass[], query: string): object {
  const [, name, tenant] = /Aggregate \{ (\w+)(?:\(tenant: "(.*)"\))? \{/.exec(query) ?? [];
  const found = classes.find(({ schema }) => schema.class === name);
  if (!found) return { data: null, errors: [{ message: `Cannot query field "${name}"` }] };
  return { data: { Aggregate: { [name!]: [{ meta: { count: objectsOf(found, tenant ?? null).length } }] } } };
}
