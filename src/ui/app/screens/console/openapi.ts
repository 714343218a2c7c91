// The OpenAPI document of the server, as far as completion uses it.
import { prettyJson } from "../../api/pretty.ts";
import { METHODS, type Request } from "./document.ts";

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface Operation {
  readonly summary?: string;
  readonly requestBody?: { readonly content?: Readonly<Record<string, Content>> };
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

const NAME = "{collection_name}";

interface Suggestion {
  readonly path: string;
  readonly summary: string;
}

/** Returns the paths of a method; a path of a collection appears once for each collection. */
export function suggestionsFor(
  { paths }: OpenApi,
  method: string,
  collections: readonly string[],
): Suggestion[] {
  const names = collections.length > 0 ? collections.map(encodeURIComponent) : [NAME];
  return Object.entries(paths).flatMap(([path, operations]) => {
    const operation = operations[method.toLowerCase()];
    if (!operation) return [];
    const summary = operation.summary ?? "";
    if (!path.includes(NAME)) return { path, summary };
    return names.map((name) => ({ path: path.replace(NAME, name), summary }));
  });
}

/** Returns every endpoint as a request for a collection, with the example of its body or its required members. */
export function templatesOf(api: OpenApi, collection: string): (Request & Suggestion)[] {
  return METHODS.flatMap((method) =>
    suggestionsFor(api, method, [collection]).map(({ path, summary }) => {
      return { method, path, summary, body: bodyFor(contentOf(operationOf(api, method, path))) };
    }),
  ).sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function bodyFor(content: Content | undefined): string {
  if (!content) return "";
  const required = content.schema?.required ?? [];
  const example = content.example ?? Object.fromEntries(required.map((name) => [name, null]));
  return prettyJson(JSON.stringify(example));
}

/** Returns the operation of a path. @param path with or without a query */
export function operationOf({ paths }: OpenApi, method: string, path: string): Operation | undefined {
  const parts = path.split("?")[0]!.split("/");
  const fits = (pattern: string): boolean => {
    const expected = pattern.split("/");
    return (
      expected.length === parts.length &&
      expected.every((part, i) => (part.startsWith("{") ? parts[i] !== "" : part === parts[i]))
    );
  };
  const found = Object.entries(paths).filter(
    ([pattern, operations]) => operations[method.toLowerCase()] && fits(pattern),
  );
  // A fixed part of a path has precedence over a parameter.
  found.sort(([a], [b]) => a.split("{").length - b.split("{").length);
  return found[0]?.[1][method.toLowerCase()];
}

function contentOf(operation: Operation | undefined): Content | undefined {
  return operation?.requestBody?.content?.["application/json"];
}

export function bodySchemaOf(operation: Operation | undefined): Schema | undefined {
  return contentOf(operation)?.schema;
}

/** Returns whether a request deletes data, which the screen marks; the server does not ask for a confirmation. */
export function isDestructive(method: string, path: string): boolean {
  return method === "DELETE" || /\/(?:delete|clear|purge|recover)$/.test(path.split("?")[0]!);
}
