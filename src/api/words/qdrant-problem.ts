// Texts of Qdrant for invalid requests.
// The decision: Qdrant reads a request twice, first its form (400, "Format error") and then its limits (422,
// "Validation error"), so the rule that is violated decides which of the two a problem is. A negative integer has the
// wrong form where none can be negative. Qdrant has no stable texts for errors of form, so the native ones are used.
import {
  InvalidFilter,
  InvalidPath,
  InvalidRequest,
  type Problem,
  UnknownRoute,
  UnreadableBody,
  WrongMethod,
} from "../../errors/request.ts";
import { show } from "../../schema/show.ts";
import { isMeantSparse } from "../../schema/sparse-input.ts";
import type { Operation } from "../operation.ts";
import { badRequest, formatError, type Row, row, validationError, type Worded, wrongInput } from "./word.ts";

/** The fields of requests in which vectors are written. */
const WRITES = ["points", "batch", "operations"];
/** Qdrant's texts for a vector and for a query of no known form. */
const NO_VECTOR = "data did not match any variant of untagged enum VectorStruct";
const NO_MULTIVECTOR = "Conversion between multi and regular vectors failed";
const NO_QUERY = "data did not match any variant of untagged enum QueryInterface";

/** Calls that only the servers of a cluster support. */
const CLUSTER_CALLS = /^\/cluster\/|^\/collections\/[^/]+\/(?:cluster|shards)(?:\/|$)/;

export const REQUEST_WORDS: readonly Row[] = [
  row(UnknownRoute, ({ path, message }) => clusterCall(path) ?? { kind: "unknown_route", text: message }),
  row(WrongMethod, ({ path, message }) => clusterCall(path) ?? { kind: "unknown_method", text: message }),
  row(UnreadableBody, ({ message }) => formatError(message)),
  row(InvalidRequest, ({ problem, message }, operation) => wordedProblem(problem, message, operation)),
  row(InvalidPath, ({ message }) => formatError(message)),
  row(InvalidFilter, ({ path, reason, kind }, operation) => {
    if (kind === "format") return formatError(reason);
    const text = kind === "named_validation" ? `Validation error: ${reason} [{}]` : reason;
    return validationError(path, text, operation);
  }),
];

function clusterCall(path: string): Worded | null {
  const why = "there are no shard keys, no snapshots of shards and no consensus";
  return CLUSTER_CALLS.test(path) ? badRequest(`${path} is not supported: ${why}`) : null;
}

/** Describes the range of a count. The native dialect limits counts; here any count is accepted. */
function countExpected({ path, value }: Problem): string {
  return `${pathText(path)}: expected an integer from 1 to 18446744073709551615, got ${show(value)}`;
}

type RequestPart = "path" | "query" | "body";

function wordedProblem(problem: Problem, message: string, operation: Operation | undefined): Worded {
  const part = partOf(problem, operation);
  if (problem.leaf === "point_id") return unreadableId(problem, part);
  if (problem.leaf === "named_vector" && isMeantSparse(Object(problem.value))) {
    return formatError(WRITES.includes(problem.path[0]!) ? NO_VECTOR : NO_QUERY);
  }
  if (problem.leaf === "named_vector" && WRITES.includes(problem.path[0]!) && isMultivector(problem.value))
    return wrongInput(NO_MULTIVECTOR);
  const limit = limitText(problem);
  if (part === "body") {
    return limit === null
      ? formatError(problem.isU64 ? countExpected(problem) : message)
      : validationError(pathText(problem.path), limit, operation);
  }
  const parameters = `${part} parameters`;
  return limit === null
    ? { kind: "refused", text: `Deserialize error in ${parameters}: ${message}` }
    : { kind: "invalid", text: `Validation error in ${parameters}: [${pathText(problem.path)}: ${limit}]` };
}

function isMultivector(value: unknown): boolean {
  const isRow = (row: unknown) => Array.isArray(row) && row.every((item) => typeof item === "number");
  return Array.isArray(value) && value.length > 0 && value.every(isRow);
}

function partOf({ path: [field = ""] }: Problem, operation: Operation | undefined): RequestPart {
  if (operation?.rest.path.includes(`{${field}}`)) return "path";
  return operation?.rest.query?.includes(field) ? "query" : "body";
}

function unreadableId({ value }: Problem, part: RequestPart): Worded {
  if (part === "path") return wrongInput(`Can not recognize "${value}" as point id`);
  const shown = typeof value === "string" ? value : show(value);
  const rule = "valid values are either an unsigned integer or a UUID";
  return formatError(`value ${shown} is not a valid point ID, ${rule}`);
}

/** Returns Qdrant's text for a value beyond its limits, or null for a value of the wrong form. */
function limitText({ rule, value, minimum, maximum, isInteger }: Problem): string | null {
  if (rule === "minimum" || rule === "maximum") {
    if (isInteger && minimum !== undefined && minimum >= 0 && Number(value) < 0) return null;
    return `value ${value} invalid, must be ${range(minimum, maximum)}`;
  }
  if (rule === "minLength" || rule === "maxLength") {
    return `value ${show(value)} invalid, must be ${lengths(minimum, maximum)} characters`;
  }
  return null;
}

function range(minimum?: number, maximum?: number): string {
  if (minimum === undefined) return `${maximum} or smaller`;
  return maximum === undefined ? `${minimum} or larger` : `from ${minimum} to ${maximum}`;
}

function lengths(minimum?: number, maximum?: number): string {
  if (minimum === undefined) return `at most ${maximum}`;
  return maximum === undefined ? `at least ${minimum}` : `from ${minimum} to ${maximum}`;
}

/** ["points", "0", "id"] -> points[0].id */
function pathText(path: readonly string[]): string {
  return path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join("")
    .slice(1);
}
