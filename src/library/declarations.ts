// Prints the published type declarations from the operation table: the requests that a program sends and the results it
// receives.
// The decision: the declarations are self-contained. Those of the compiler would lead through our schemas to the types
// of TypeBox, which are hard to read and which every user would have to install. Declarations that are written by hand,
// such as options, are copied from the sources.
import { readFileSync } from "node:fs";
import { NAMES } from "../api/openapi/names.ts";
import { Components, type Schema } from "../api/openapi/schema.ts";
import type { Operation } from "../api/operation.ts";
import { ROWS } from "../api/operations/index.ts";
import { SHARED_ROWS } from "../embedded/vector-db.ts";
import { ERROR_STATUS } from "../errors/table.ts";
import { FILTER_DOCUMENT } from "../schema/filter.ts";
import { PointSchema } from "../schema/point.ts";
import { ImportReportSchema } from "../schema/point-import.ts";

const SOURCES = new URL("../", import.meta.url);
const REFERENCE = "#/components/schemas/";

/** Types that are written here instead of being printed from schemas. */
const OWN: Readonly<Record<string, string>> = {
  PointId: "number | bigint | string",
  Payload: "{ [key: string]: unknown }",
  // `size` decides between the two alternatives, so that an error beside it is reported as one in `VectorParams`.
  VectorsConfig: "VectorParams | ({ [key: string]: VectorParams } & { size?: undefined })",
};
/** New names of schemas whose names mean something else in a program, by their names in the OpenAPI document. */
const RENAMED: Readonly<Record<string, string>> = {
  Record: "PointRecord",
  Range: "RangeCondition",
  Status: "ServerStatus",
};

/** The types of vectors and payloads in requests or in results. */
interface TypeNames {
  readonly vector: string;
  readonly payload: string;
}
/** The types in requests. Any object may be a payload, also one of an interface, which has no index signature. */
const GIVEN: TypeNames = { vector: "GivenVector", payload: "object | null" };
const SHOWN: TypeNames = { vector: "V", payload: "P" };
/** Type parameters with defaults, so that a program can write `ScoredPoint` alone. */
const DECLARED: TypeNames = { vector: "V = number[]", payload: "P = Payload" };

const components = new Components();
for (const [name, schema] of NAMES) components.name(name, schema as Schema);

interface Shown {
  readonly row: Operation;
  readonly request: Schema;
  readonly result: Schema;
  /** The schema of the recall beside the result; undefined: there is none. */
  readonly recall: Schema | undefined;
}

const shown: readonly Shown[] = ROWS.filter(({ lines }) => lines === null).map((row) => ({
  row,
  request: components.show(row.request as unknown as Schema) as Schema,
  result: components.show(row.result as unknown as Schema) as Schema,
  recall: row.beside.recall && (components.show(row.beside.recall as unknown as Schema) as Schema),
}));
/** The schemas of the one method without a request of its own, see client/import-points.ts. */
const importing = {
  point: components.show(PointSchema as unknown as Schema) as Schema,
  report: components.show(ImportReportSchema as unknown as Schema) as Schema,
};
const used = components.used([shown, importing]);
/** Returns the names of all schemas that a schema refers to, directly or through others. */
function reachedFrom(part: unknown, reached = new Set<string>()): Set<string> {
  if (typeof part !== "object" || part === null) return reached;
  const name = nameIn(part as Schema);
  if (name !== undefined && !reached.has(name)) {
    reached.add(name);
    reachedFrom(used[name], reached);
  }
  for (const inside of Object.values(part)) reachedFrom(inside, reached);
  return reached;
}

/**
 * Names of the schemas in requests. Their lists are printed as read-only, so that a program may pass read-only lists.
 */
const requested = new Set<string>();
for (const { request } of shown) reachedFrom(request, requested);
reachedFrom(importing.point, requested);

/** Returns the type parameters of a schema, `<V, P>` or fewer, or "". */
function parametersOf(schema: unknown, { vector, payload }: TypeNames): string {
  const reached = reachedFrom(schema);
  const all = [reached.has("Vector") ? vector : null, reached.has("Payload") ? payload : null];
  const there = all.filter((name) => name !== null);
  return there.length === 0 ? "" : `<${there.join(", ")}>`;
}

function nameIn({ $ref }: Schema): string | undefined {
  return typeof $ref === "string" ? $ref.slice(REFERENCE.length) : undefined;
}

/** How a type is printed. */
interface Style {
  readonly names: TypeNames;
  readonly readonlyLists: boolean;
  /** True if integers may be larger than a double holds exactly. */
  readonly wide?: boolean;
}

function typeOf(schema: Schema, style: Style): string {
  const { names, readonlyLists, wide } = style;
  const part = (member: unknown) => typeOf(member as Schema, style);
  const name = nameIn(schema);
  if (name === "Vector") return names.vector;
  if (name === "Payload") return names.payload;
  if (name !== undefined) return `${RENAMED[name] ?? name}${parametersOf(schema, names)}`;
  for (const union of [schema.anyOf, schema.oneOf] as const) {
    if (Array.isArray(union)) return [...new Set(union.map(part))].join(" | ");
  }
  if (Array.isArray(schema.allOf)) return schema.allOf.map((member) => `(${part(member)})`).join(" & ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => part({ ...schema, type })).join(" | ");
  switch (schema.type) {
    case "object":
      return objectOf(schema, style);
    case "array":
      return `${readonlyLists ? "readonly " : ""}(${part(schema.items ?? {})})[]`;
    case "integer":
      return wide ? "number | bigint" : "number";
    case undefined:
      return schema.properties ? objectOf(schema, style) : "unknown";
    default:
      return schema.type as string;
  }
}

function objectOf(schema: Schema, style: Style): string {
  const {
    properties = {},
    required = [],
    additionalProperties,
    patternProperties,
  } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
    additionalProperties?: unknown;
    patternProperties?: Record<string, Schema>;
  };
  const rest = Object.values(patternProperties ?? {})[0] ?? additionalProperties;
  const names = Object.keys(properties);
  if (names.length === 0) {
    return `{ [key: string]: ${typeof rest === "object" ? typeOf(rest as Schema, style) : "unknown"} }`;
  }
  const members = names.map((name) => {
    const property = properties[name]!;
    const description =
      property.description ?? (used[nameIn(property) ?? ""] as Schema | undefined)?.description;
    const words = typeof description === "string" ? `/** ${description.replaceAll("*/", "")} */ ` : "";
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const isThere = required.includes(name);
    return `${words}${key}${isThere ? "" : "?"}: ${typeOf(property, style)}${isThere ? "" : " | undefined"};`;
  });
  return `{ ${members.join(" ")} }`;
}

function named([name, schema]: [string, object]): string {
  const printed = RENAMED[name] ?? name;
  if (OWN[name] !== undefined) return `export type ${printed} = ${OWN[name]};`;
  const style = { names: SHOWN, readonlyLists: requested.has(name), wide: name in FILTER_DOCUMENT };
  return `export type ${printed}${parametersOf(schema, DECLARED)} = ${typeOf(schema as Schema, style)};`;
}

const ofFile: Readonly<Partial<Record<Operation["success"], string>>> = {
  file: "SnapshotFile",
  stream: "StreamAnswer",
  binary: "Uint8Array",
};

function methodOf({ row, request, result, recall }: Shown): string[] {
  const name = row.id[0]!.toUpperCase() + row.id.slice(1);
  const isOptional = !(request.required as readonly string[] | undefined)?.length;
  const fields = Object.keys((request.properties ?? {}) as object).length > 0;
  const answer = `${name}Result${parametersOf(result, SHOWN)}`;
  const typed = reachedFrom(result).has("Payload") ? "<P extends object = Payload>" : "";
  const given = typeOf(request, { names: GIVEN, readonlyLists: true });
  const got = { names: SHOWN, readonlyLists: false };
  const beside = recall
    ? ` & { /** Where the request or the collection asks for one. */ readonly recall?: ${typeOf(recall, got)} | undefined }`
    : "";
  return [
    `export type ${name}Request = ${fields ? given : "{ [key: string]: never }"};`,
    `export type ${name}Result${parametersOf(result, DECLARED)} = ${ofFile[row.success] ?? typeOf(result, got)}${beside};`,
    `  /** ${row.summary} (\`${row.rest.method.toUpperCase()} ${row.rest.path}\`) */\n` +
      `  ${row.id}${typed}(request${isOptional ? "?" : ""}: ${name}Request, options?: CallOptions): Promise<${answer}>;`,
  ];
}

/** Returns a declaration of a source file with its comment. */
function taken(file: string, head: string): string {
  const source = readFileSync(new URL(file, SOURCES), "utf8");
  const at = source.indexOf(head);
  if (at < 0) throw new Error(`${file} has no ${head}`);
  const comment = source.lastIndexOf("\n\n", at) + 2;
  const end = head.endsWith("{") ? source.indexOf("\n}\n", at) + 3 : source.indexOf(";\n", at) + 2;
  return source.slice(comment, end);
}

const isShared = ({ row }: Shown) => SHARED_ROWS.includes(row);

/** Returns the declarations that all entries share. */
export function commonDeclarations(): string {
  const methods = new Map(shown.map((operation) => [operation, methodOf(operation)]));
  const bodies = (all: readonly Shown[]) => all.map((operation) => methods.get(operation)![2]).join("\n");
  return [
    '/// <reference lib="esnext.disposable" />',
    `export type GivenVector = readonly number[] | Float32Array;`,
    taken("embedded/types.ts", "export type Values ="),
    taken("embedded/types.ts", "export interface Preferences {"),
    taken("embedded/types.ts", "export interface CallOptions {"),
    taken("embedded/types.ts", "export interface Closeable {"),
    taken("schema/snapshot.ts", "export interface FileAnswer {").replace("FileAnswer", "SnapshotFile"),
    taken("schema/snapshot.ts", "export interface StreamAnswer {"),
    `export type ErrorCode = ${Object.keys(ERROR_STATUS)
      .map((code) => JSON.stringify(code))
      .join(" | ")};`,
    "/** The error that calls are rejected with: `code` is stable, `message` is written for people. */",
    "export declare class VectorDbError extends Error {",
    "  readonly code: ErrorCode;",
    "  /** All ids of the request that do not exist, if they are the reason for the error. */",
    "  readonly missing?: readonly PointId[];",
    "  /** Details that are not in the message, such as which point caused the error. */",
    "  readonly hint?: string;",
    "  constructor(code: ErrorCode, message: string, options?: { cause?: unknown });",
    "  /** Seconds after which the call can be repeated, if repeating it may help. */",
    "  get retryAfterSeconds(): number | undefined;",
    "}",
    ...Object.entries({
      ...Object.fromEntries(
        Object.keys(OWN)
          .filter((name) => name !== "Vector")
          .map((name) => [name, {}]),
      ),
      ...used,
    })
      .filter(([name]) => name !== "Vector")
      .map((entry) => named(entry as [string, object])),
    ...[...methods.values()].flatMap(([request, result]) => [request!, result!]),
    `export type ImportPointsResult = ${typeOf(importing.report, { names: SHOWN, readonlyLists: false })};`,
    taken("client/import-points.ts", "export interface ImportPointsRequest {")
      .replaceAll("Given<Point>", `(${typeOf(importing.point, { names: GIVEN, readonlyLists: true })})`)
      .replace("ImportReport", "ImportPointsResult"),
    "/** A vector database, in this process or on a server. Code that is written for one works with the other. */",
    "export interface VectorDb<V extends Values = number[]> extends Closeable {",
    bodies(shown.filter(isShared)),
    "}",
    "/** All methods of a VectorDb, and those that only a server has: logins, tokens, licenses, health. */",
    "export interface VectorDbClient<V extends Values = number[]> extends VectorDb<V> {",
    bodies(shown.filter((operation) => !isShared(operation))),
    "  /** Imports any number of points, some thousand in each request; `timeoutMs` applies to each request. */",
    "  importPoints(request: ImportPointsRequest, options?: CallOptions): Promise<ImportPointsResult>;",
    "  /** Logs in with the admin's password; later calls have the admin's permissions. */",
    "  signIn(password: string): Promise<void>;",
    "}",
    "",
  ].join("\n");
}

/** Returns the declarations of one entry: its options, and the function that takes them. */
export function entryDeclarations(file: string, options: string, call: readonly string[]): string {
  return [
    'import type { Preferences, VectorDb, VectorDbClient } from "./types.js";',
    'export * from "./types.js";',
    taken(file, `export interface ${options} extends Preferences {`),
    ...call,
    "",
  ].join("\n");
}
