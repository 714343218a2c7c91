// The OpenAPI 3.1 document: every row of the operation table in the native dialect.
// The decision: nothing is described twice. Paths, parameters, bodies, results and errors are all derived from the
// rows, so the document agrees with what the server checks and answers.
import { ERROR_STATUS, type ErrorCode, HTTP_OK, kindOf } from "../../errors/table.ts";
import { LoginSchema } from "../../schema/admin.ts";
import { InferenceUsageSchema } from "../../schema/inference.ts";
import { PointIdSchema } from "../../schema/leaf.ts";
import { ImportReportSchema } from "../../schema/point-import.ts";
import { codesOf, type FailureShape, type Operation, type SuccessShape, takesFloats } from "../operation.ts";
import { MEANINGS, PERMISSIONS, SECURITY, SECURITY_SCHEMES, TAGS, tagOf, WHILE_OFF } from "./common.ts";
import { EXAMPLES } from "./examples.ts";
import { NAMES } from "./names.ts";
import { Components, type Schema } from "./schema.ts";

const DESCRIPTION =
  "A vector database: collections of points, each with vectors and a payload, and searches over them. Bodies are JSON; " +
  "results and errors come in one envelope each. Unknown fields are refused with an error that names them, also " +
  "in nested objects; so are unknown query parameters, except in GET requests.";

/** As in package.json. */
const CONTACT = { name: "Azimuth", url: "https://github.com/azimuth-db/azimuth/issues" };
const LICENSE = { name: "Apache-2.0", identifier: "Apache-2.0" };

/** The URL of a server if no other is known. */
const USUAL_URL = "http://127.0.0.1:6573";

/** Returns the `servers` of the document. @param url without a slash at its end; null: it is unknown */
export function serversAt(url: string | null | undefined): object {
  return { servers: [{ url: url ?? USUAL_URL }] };
}

export function openApiDocument(operations: readonly Operation[], version: string): object {
  const components = new Components("documented");
  components.name("Error", ERROR);
  components.name("AuthError", AUTH_ERROR);
  components.name("PackedBody", PACKED_BODY);
  for (const [name, schema] of NAMES) components.name(name, schema as Schema);
  const paths: Record<string, Record<string, { requestBody?: object }>> = {};
  const responses: Record<string, object> = {};
  for (const operation of operations) {
    const { method, path } = operation.rest;
    paths[path] = { ...paths[path], [method]: operationObject(operation, components, responses) };
  }
  for (const part of Object.values(paths).flatMap(Object.values)) components.close(part.requestBody);
  return {
    openapi: "3.1.0",
    info: { title: "Azimuth", version, description: DESCRIPTION, contact: CONTACT, license: LICENSE },
    ...serversAt(null),
    tags: TAGS,
    paths,
    components: {
      schemas: components.used([paths, responses]),
      responses,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** Codes that only the library uses. */
const NEVER_SENT = ["START_REFUSED", "CLOSED", "UNAVAILABLE"];

const ERROR: Schema = {
  type: "object",
  required: ["time", "status"],
  properties: {
    time: { type: "number" },
    result: {
      ...ImportReportSchema,
      description: "The report of an import that accepted no line.",
    },
    status: {
      type: "object",
      required: ["error", "code"],
      properties: {
        error: {
          type: "string",
          description: "The error text for people: what happened, the value, and what to do.",
        },
        code: {
          type: "string",
          enum: Object.keys(ERROR_STATUS).filter((code) => !NEVER_SENT.includes(code)),
          description: "The error code for programs; its meaning does not change.",
        },
        hint: {
          type: "string",
          description: "Details that are not in the text, such as which point caused the error.",
        },
        missing: {
          type: "array",
          items: PointIdSchema,
          description: "All ids that do not exist, in errors NOT_FOUND about points.",
        },
      },
    },
  },
};

const AUTH_ERROR: Schema = {
  type: "object",
  required: ["status", "message"],
  properties: { status: { const: "error" }, message: { type: "string" } },
};

/** @param failures responses that several operations share, which are added here */
function operationObject(
  operation: Operation,
  components: Components,
  failures: Record<string, object>,
): object {
  const { id, summary, rest, permission } = operation;
  const description = descriptionOf(operation);
  const { $defs, properties = {}, required = [], document } = operation.request as RequestSchema;
  const inPath = Array.from(rest.path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
  const inQuery = rest.query ?? [];
  const parameters = [...inPath, ...inQuery].map((name) => ({
    name,
    in: inPath.includes(name) ? "path" : "query",
    required: inPath.includes(name) || required.includes(name),
    schema: components.show(properties[name] ?? { type: "string" }),
  }));
  const inBody = Object.keys(properties).filter((name) => !inPath.includes(name) && !inQuery.includes(name));
  const body = {
    $defs,
    properties: pick(properties, inBody),
    required: required.filter((name) => inBody.includes(name)),
    document,
  };
  return {
    operationId: id,
    summary,
    tags: [tagOf(rest.path)],
    ...(description !== "" && { description }),
    security: permission === "none" ? [] : SECURITY,
    ...(parameters.length > 0 && { parameters }),
    ...(operation.lines && { requestBody: linesBody(operation.lines as unknown as Schema, components) }),
    ...(inBody.length > 0 && !operation.lines && { requestBody: requestBody(body, operation, components) }),
    responses: { [HTTP_OK]: successResponse(operation, components), ...errorResponses(operation, failures) },
  };
}

/** Returns a description of facts that are not visible in schemas. */
function descriptionOf({ rest, permission, whileOff, extended }: Operation): string {
  const sentences = [
    `${PERMISSIONS[permission]}${permission === "none" ? "" : WHILE_OFF[whileOff]}.`,
    rest.aliases && `Also at ${rest.aliases.join(", ")}.`,
    extended && "Answers 501 unless the setting extended_api is on.",
  ];
  return sentences.filter((sentence) => typeof sentence === "string").join(" ");
}

interface RequestSchema {
  /** The definitions of recursive schemas. */
  readonly $defs?: object;
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
  readonly document?: unknown;
}

function pick(properties: Record<string, Schema>, names: readonly string[]): Record<string, Schema> {
  return Object.fromEntries(names.map((name) => [name, properties[name]!]));
}

interface Body {
  readonly $defs?: object | undefined;
  readonly properties: Record<string, Schema>;
  readonly required: readonly string[];
  readonly document: unknown;
}

function requestBody(
  { $defs, properties, required, document }: Body,
  operation: Operation,
  components: Components,
): object {
  const isRequired = required.length > 0;
  const schema = components.show({
    $defs,
    type: "object",
    ...(isRequired && { required }),
    properties,
    document,
  });
  const example = EXAMPLES[operation.id];
  const packed = takesFloats(operation) && { [BYTES_TYPE]: { schema: components.show(PACKED_BODY) } };
  return {
    required: isRequired,
    content: { "application/json": { schema, ...(example && { example }) }, ...packed },
  };
}

/** A body that json/floats.ts reads. */
const PACKED_BODY: Schema = {
  type: "string",
  format: "binary",
  description:
    "The request with its vectors as bytes: the length of the JSON in 4 bytes, the JSON, and the 32-bit floats of all vectors " +
    'in the order of the JSON, all little-endian. In the JSON {"$f32": 768} stands for a vector, {"$f32": [256, 768]} ' +
    "for a list of vectors.",
};

/** @param line the schema of each line */
function linesBody(line: Schema, components: Components): object {
  const description = "One JSON object on each line, any number of lines; empty lines are ignored.";
  const content = { "application/x-ndjson": { schema: components.show(line) } };
  return { description, required: true, content };
}

const BYTES_TYPE = "application/octet-stream";
const CONTENT_TYPES: Partial<Record<SuccessShape, string>> = {
  text: "text/plain",
  metrics: "text/plain",
  file: BYTES_TYPE,
  binary: BYTES_TYPE,
};

function successResponse({ success, result, beside }: Operation, components: Components): object {
  const shown = components.show(result as unknown as Schema);
  const others = Object.entries(beside).map(([name, schema]) => [
    name,
    components.show(schema as unknown as Schema),
  ]);
  const usage = USAGES[success];
  const schema = usage ? envelope(shown, usage, Object.fromEntries(others)) : shown;
  const type = CONTENT_TYPES[success] ?? (result as Schema).contentMediaType ?? "application/json";
  return { description: "Done", content: { [type as string]: { schema } } };
}

/** The usage of models is there if some were asked. */
const HARDWARE = {
  type: "object",
  required: ["hardware"],
  properties: { hardware: { type: "null" }, inference: InferenceUsageSchema },
};
/** The `usage` of the shapes that have an envelope. */
const USAGES: Partial<Record<SuccessShape, object>> = {
  core: HARDWARE,
  progress: HARDWARE,
  brief: { type: "object", maxProperties: 0 },
};

/** @param beside optional members beside the result */
function envelope(result: object, usage: object, beside: object): object {
  return {
    type: "object",
    required: ["usage", "time", "status", "result"],
    properties: {
      usage,
      time: { type: "number", description: "Seconds that the server took." },
      status: { const: "ok" },
      result,
      ...beside,
    },
  };
}

function errorResponses(operation: Operation, failures: Record<string, object>): object {
  const { failureShape } = operation;
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(operation)) {
    const { http } = kindOf(code);
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  const references = [...byStatus].map(([status, codes]) => {
    const isRefusedLogin = failureShape === "login" && codes.includes("UNAUTHENTICATED");
    const prefix = isRefusedLogin ? "Login" : failureShape === "core" ? "" : "Auth";
    const name = prefix + codes.map(pascal).join("Or");
    failures[name] = errorResponse(codes, isRefusedLogin ? LOGIN_REFUSED : FAILURE_SCHEMAS[failureShape]);
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(references);
}

const FAILURE_SCHEMAS: Readonly<Record<FailureShape, object>> = {
  core: { $ref: "#/components/schemas/Error" },
  auth: { $ref: "#/components/schemas/AuthError" },
  login: { $ref: "#/components/schemas/AuthError" },
};
const LOGIN_REFUSED: object = LoginSchema;

function errorResponse(codes: readonly ErrorCode[], schema: object): object {
  const description = codes.map((code) => MEANINGS[code]).join(", or: ");
  const retry = codes.some((code) => kindOf(code).retryAfterSeconds !== undefined);
  const content = { "application/json": { schema } };
  return { description, ...(retry && { headers: RETRY_AFTER }), content };
}

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait before trying again.", schema: { type: "integer" } },
};

/** NOT_FOUND -> NotFound */
function pascal(code: ErrorCode): string {
  return code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
