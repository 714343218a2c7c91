// Checks responses against the OpenAPI document.
// The decision: objects are closed here, so a field of a response that the document does not mention is an error, too.
// Responses in the qdrant dialect have its envelope and statuses; their contents are checked in the same way, except
// for results with another form.
import { fileURLToPath } from "node:url";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { openApiDocument } from "../../src/api/openapi/document.ts";
import { codesOf, type Operation } from "../../src/api/operation.ts";
import { OPERATIONS } from "../../src/api/operations/index.ts";
import { isAdapted } from "../../src/api/words/qdrant-results.ts";
import { type ErrorCode, HTTP_OK, kindOf, QDRANT_ERRORS, type QdrantKind } from "../../src/errors/table.ts";
import type { Dialect } from "../../src/http/dialect/dialect.ts";
import { writeJson } from "../../src/json/writer.ts";

export interface Judged {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  /** The parsed body, or the text itself. */
  readonly body: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth.
type Tree = any;

const DOCUMENT = "openapi.json";

/** Returns the document as it is served, with numbers that JavaScript can represent. */
export function documentOf(version: string): Tree {
  return JSON.parse(writeJson(openApiDocument(OPERATIONS, version)));
}

/** Returns the document with one line for each value, so that changes are visible line by line. */
export function goldenDocument(): string {
  const indented = JSON.stringify(documentOf("0"), null, 1);
  // JavaScript cannot represent the largest id.
  return `${indented.replaceAll("18446744073709552000", "18446744073709551615")}\n`;
}

export const OPENAPI_FILE = fileURLToPath(new URL("../golden/openapi.json", import.meta.url));

const document = closed(documentOf("0"));
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
ajv.addSchema(document, DOCUMENT);
const validators = new Map<string, ValidateFunction>();

const ROUTES = OPERATIONS.flatMap((operation) =>
  [operation.rest.path, ...(operation.rest.aliases ?? [])].map((path) => ({
    operation,
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
  })),
);

/** Checks a response. @throws Error that names the request and the error of its response */
export function judge(answer: Judged, dialect: Dialect["name"]): void {
  const problem = dialect === "native" ? nativeProblem(answer) : qdrantProblem(answer);
  if (problem === null) return;
  const { method, path, status, body } = answer;
  throw new Error(
    `${method} ${path} was answered ${status}, against openapi.json: ${problem}\n${JSON.stringify(body).slice(0, 2000)}`,
  );
}

/** @returns why the document does not allow a request in the native dialect; null if it does */
export function requestProblem(method: string, path: string, body: unknown): string | null {
  const operation = operationAt(method, path)!;
  const row = `#/paths/${pointer(operation.rest.path)}/${operation.rest.method}`;
  return validate(`${row}/requestBody/content/${pointer("application/json")}/schema`, body);
}

function operationAt(method: string, path: string) {
  const plain = path.split("?")[0]!.replace(/\/{2,}/g, "/");
  const asked = plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain;
  return ROUTES.find(
    ({ operation, pattern }) => operation.rest.method === method.toLowerCase() && pattern.test(asked),
  )?.operation;
}

function nativeProblem({ method, path, status, contentType, body }: Judged): string | null {
  const operation = operationAt(method, path);
  if (!operation) return validate("#/components/schemas/Error", body);
  const response = document.paths[operation.rest.path][operation.rest.method].responses[status];
  if (!response) return "the operation does not have this status";
  if (response.$ref) return validate(`${response.$ref}/content/${pointer("application/json")}/schema`, body);
  const place = `#/paths/${pointer(operation.rest.path)}/${operation.rest.method}/responses/${status}`;
  const type = Object.keys(response.content)[0]!;
  if (!contentType.startsWith(type)) return `expected ${type}, got ${contentType}`;
  return validate(`${place}/content/${pointer(type)}/schema`, body);
}

/** Codes that the dialect divides where there is only one natively. */
const MORE: Partial<Record<ErrorCode, readonly QdrantKind[]>> = {
  INVALID_ARGUMENT: ["invalid"],
  INTERNAL: ["no_storage", "timeout"],
};

function qdrantStatuses(operation: Operation): number[] {
  const kinds = codesOf(operation).flatMap((code) => [kindOf(code).qdrant, ...(MORE[code] ?? [])]);
  return kinds.map((kind) => QDRANT_ERRORS[kind].http);
}

function qdrantProblem({ method, path, status, body }: Judged): string | null {
  const operation = operationAt(method, path);
  if (status !== HTTP_OK || !operation) {
    if (operation && !qdrantStatuses(operation).includes(status))
      return "the operation does not have this status";
    if (operation && operation.failureShape !== "core") return null;
    return qdrantFailure(body);
  }
  if (operation.success !== "core") return null;
  // The recall is ours; clients of Qdrant ignore it.
  const { result, status: word, time, recall: _, usage, ...rest } = body as Record<string, unknown>;
  const place200 = `#/paths/${pointer(operation.rest.path)}/${operation.rest.method}/responses/${status}`;
  const schema = `${place200}/content/${pointer("application/json")}/schema/properties`;
  // There is usage if models were asked.
  const hasModels = (usage as { inference?: unknown } | undefined)?.inference !== undefined;
  if (usage !== undefined && !hasModels) return "the envelope";
  const problem = hasModels ? validate(`${schema}/usage`, usage) : null;
  if (problem !== null) return problem;
  if (word !== "ok" || typeof time !== "number" || Object.keys(rest).length > 0) return "the envelope";
  if (isAdapted(operation)) return null;
  return validate(`${schema}/result`, result);
}

/** Returns the difference to the error body of Qdrant, which has only a text. */
function qdrantFailure(body: unknown): string | null {
  const { status, time, ...rest } = body as { status: Record<string, unknown>; time: unknown };
  const isRight = typeof time === "number" && typeof status?.error === "string";
  const isAll = Object.keys(rest).length === 0 && Object.keys(status).length === 1;
  return isRight && isAll ? null : "the envelope of errors";
}

function validate(place: string, value: unknown): string | null {
  let validator = validators.get(place);
  if (!validator) {
    validator = ajv.compile({ $ref: DOCUMENT + place });
    validators.set(place, validator);
  }
  if (validator(value)) return null;
  return validator
    .errors!.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
    .join("; ");
}

function pointer(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** Returns the schema with every object closed that lists its fields. */
function closed(tree: Tree): Tree {
  if (Array.isArray(tree)) return tree.map(closed);
  if (typeof tree !== "object" || tree === null) return tree;
  const inside = Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, closed(value)]));
  const isOpen =
    inside.properties === undefined ||
    inside.additionalProperties !== undefined ||
    inside.patternProperties !== undefined;
  return isOpen || inside.type !== "object" ? inside : { ...inside, additionalProperties: false };
}
