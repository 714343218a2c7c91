// The declarations that are published, printed from the operation table: what a program may ask and what it gets.
// The decision: they stand for themselves. Those of the compiler would lead through our schemas to TypeBox's types, which
// nobody could read and everybody would have to install. What is written by hand (options) is taken from the sources.
import { readFileSync } from "node:fs";
import { NAMES } from "../api/openapi/names.ts";
import { Components, type Schema } from "../api/openapi/schema.ts";
import type { Operation } from "../api/operation.ts";
import { ROWS } from "../api/operations/index.ts";
import { SHARED_ROWS } from "../embedded/vector-db.ts";
import { ERROR_STATUS } from "../errors.ts";
import { FILTER_DOCUMENT } from "../schema/filter.ts";
import { PointSchema } from "../schema/point.ts";
import { ImportReportSchema } from "../schema/point-import.ts";

const SOURCES = new URL("../", import.meta.url);
const REFERENCE = "#/components/schemas/";

/** What stands for the leaves. `V`: what vectors are at the place. */
const OWN: Readonly<Record<string, string>> = {
  PointId: "number | bigint | string",
  Vector: "V",
  Payload: "{ [key: string]: unknown } | null",
};
const GIVEN = "GivenVector";

const components = new Components();
for (const [name, schema] of NAMES) components.name(name, schema as Schema);

interface Shown {
  readonly row: Operation;
  readonly request: Schema;
  readonly result: Schema;
}

const shown: readonly Shown[] = ROWS.filter(({ lines }) => lines === null).map((row) => ({
  row,
  request: components.show(row.request as unknown as Schema) as Schema,
  result: components.show(row.result as unknown as Schema) as Schema,
}));
/** Of the one method that takes no request of its own: see client/import-points.ts. */
const importing = {
  point: components.show(PointSchema as unknown as Schema) as Schema,
  report: components.show(ImportReportSchema as unknown as Schema) as Schema,
};
const used = components.used([shown, importing]);
const withVectors = new Set(
  Object.keys(used).filter((name) => hasVector({ $ref: REFERENCE + name }, new Set())),
);

function hasVector(part: unknown, seen: Set<string>): boolean {
  if (typeof part !== "object" || part === null) return false;
  const name = nameIn(part as Schema);
  if (name === "Vector") return true;
  if (name !== undefined && !seen.has(name)) {
    seen.add(name);
    if (hasVector(used[name], seen)) return true;
  }
  return Object.values(part).some((inside) => hasVector(inside, seen));
}

function nameIn({ $ref }: Schema): string | undefined {
  return typeof $ref === "string" ? $ref.slice(REFERENCE.length) : undefined;
}

/** @param v the type of vectors there; `wide`: integers may be larger than numbers are */
function typeOf(schema: Schema, v: string, wide = false): string {
  const part = (one: unknown) => typeOf(one as Schema, v, wide);
  const name = nameIn(schema);
  if (name === "Vector") return v;
  if (name !== undefined) return withVectors.has(name) ? `${name}<${v}>` : name;
  for (const union of [schema.anyOf, schema.oneOf] as const) {
    if (Array.isArray(union)) return [...new Set(union.map(part))].join(" | ");
  }
  if (Array.isArray(schema.allOf)) return schema.allOf.map((one) => `(${part(one)})`).join(" & ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => part({ ...schema, type })).join(" | ");
  switch (schema.type) {
    case "object":
      return objectOf(schema, v, wide);
    case "array":
      return `(${part(schema.items ?? {})})[]`;
    case "integer":
      return wide ? "number | bigint" : "number";
    case undefined:
      return schema.properties ? objectOf(schema, v, wide) : "unknown";
    default:
      return schema.type as string;
  }
}

function objectOf(schema: Schema, v: string, wide: boolean): string {
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
    return `{ [key: string]: ${typeof rest === "object" ? typeOf(rest as Schema, v, wide) : "unknown"} }`;
  }
  const members = names.map((name) => {
    const one = properties[name]!;
    const words =
      typeof one.description === "string" ? `/** ${one.description.replaceAll("*/", "")} */ ` : "";
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const isThere = required.includes(name);
    return `${words}${key}${isThere ? "" : "?"}: ${typeOf(one, v, wide)}${isThere ? "" : " | undefined"};`;
  });
  return `{ ${members.join(" ")} }`;
}

function named([name, schema]: [string, object]): string {
  const isFilter = name in FILTER_DOCUMENT;
  const v = withVectors.has(name) ? "<V>" : "";
  return `export type ${name}${v} = ${OWN[name] ?? typeOf(schema as Schema, "V", isFilter)};`;
}

const ofFile: Readonly<Partial<Record<Operation["success"], string>>> = {
  file: "SnapshotFile",
  binary: "Uint8Array",
};

function methodOf({ row, request, result }: Shown): string[] {
  const name = row.id[0]!.toUpperCase() + row.id.slice(1);
  const isOptional = !(request.required as readonly string[] | undefined)?.length;
  const fields = Object.keys((request.properties ?? {}) as object).length > 0;
  const answer = hasVector(result, new Set()) ? `${name}Result<V>` : `${name}Result`;
  return [
    `export type ${name}Request = ${fields ? typeOf(request, GIVEN) : "{ [key: string]: never }"};`,
    `export type ${answer} = ${ofFile[row.success] ?? typeOf(result, "V")};`,
    `  /** ${row.rest.method.toUpperCase()} ${row.rest.path} */\n` +
      `  ${row.id}(request${isOptional ? "?" : ""}: ${name}Request, options?: CallOptions): Promise<${answer}>;`,
  ];
}

/** A declaration as a source has it, with the comment before it. */
function taken(file: string, head: string): string {
  const source = readFileSync(new URL(file, SOURCES), "utf8");
  const at = source.indexOf(head);
  if (at < 0) throw new Error(`${file} has no ${head}`);
  const comment = source.lastIndexOf("\n\n", at) + 2;
  const end = head.endsWith("{") ? source.indexOf("\n}\n", at) + 3 : source.indexOf(";\n", at) + 2;
  return source.slice(comment, end);
}

const isShared = ({ row }: Shown) => SHARED_ROWS.includes(row);

/** What all entries have in common. */
export function commonDeclarations(): string {
  const methods = new Map(shown.map((one) => [one, methodOf(one)]));
  const bodies = (all: readonly Shown[]) => all.map((one) => methods.get(one)![2]).join("\n");
  return [
    '/// <reference lib="esnext.disposable" />',
    `export type GivenVector = readonly number[] | Float32Array;`,
    taken("embedded/types.ts", "export type Values ="),
    taken("embedded/types.ts", "export interface Preferences {"),
    taken("embedded/types.ts", "export interface CallOptions {"),
    taken("embedded/types.ts", "export interface Closeable {"),
    taken("schema/snapshot.ts", "export interface FileAnswer {").replace("FileAnswer", "SnapshotFile"),
    `export type ErrorCode = ${Object.keys(ERROR_STATUS)
      .map((code) => JSON.stringify(code))
      .join(" | ")};`,
    "/** What calls are refused with: `code` is stable, `message` is written for people. */",
    "export declare class VectorDbError extends Error {",
    "  readonly code: ErrorCode;",
    "  constructor(code: ErrorCode, message: string, options?: { cause?: unknown });",
    "  /** When to try again, where that is what to do. */",
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
      .map((one) => named(one as [string, object])),
    ...[...methods.values()].flatMap(([request, result]) => [request!, result!]),
    `export type ImportPointsResult = ${typeOf(importing.report, "V")};`,
    taken("client/import-points.ts", "export interface ImportPointsRequest {")
      .replaceAll("Given<Point>", `(${typeOf(importing.point, GIVEN)})`)
      .replace("ImportReport", "ImportPointsResult"),
    "/** A vector database, in this process or on a server: what is written for one runs on the other. */",
    "export interface VectorDb<V extends Values = number[]> extends Closeable {",
    bodies(shown.filter(isShared)),
    "}",
    "/** All of a VectorDb, and besides it what only a server has: logins, tokens, licenses, health. */",
    "export interface VectorDbClient<V extends Values = number[]> extends VectorDb<V> {",
    bodies(shown.filter((one) => !isShared(one))),
    "  /** Any number of points, as they come, a few thousand at a time; `timeoutMs` is for each part. */",
    "  importPoints(request: ImportPointsRequest, options?: CallOptions): Promise<ImportPointsResult>;",
    "  /** Logs in with the admin's password; from then on calls are the admin's. */",
    "  signIn(password: string): Promise<void>;",
    "}",
    "",
  ].join("\n");
}

/** Of one entry: its options, and the function that takes them. */
export function entryDeclarations(file: string, options: string, call: readonly string[]): string {
  return [
    'import type { Preferences, VectorDb, VectorDbClient } from "./types.js";',
    'export * from "./types.js";',
    taken(file, `export interface ${options} extends Preferences {`),
    ...call,
    "",
  ].join("\n");
}
