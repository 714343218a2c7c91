// A request that its schema refuses, in Qdrant's words.
// The decision: Qdrant reads a request twice, first its form (400, "Format error") and then its limits (422, "Validation
// error"), so which of the two a problem is follows from the rule that is broken. A negative number has the wrong form
// where none can be negative.
import type { Problem } from "../../errors/request.ts";
import type { Operation } from "../operation.ts";
import type { Worded } from "./qdrant.ts";

type Source = "JSON body" | "query parameters" | "path parameters";

/** How Qdrant calls the part of a body that it keeps in a structure of its own; paths in its texts show it. */
const FLATTENED: Readonly<Record<string, string>> = {
  queryPoints: "internal",
  queryBatch: "internal",
  scrollPoints: "scroll_request",
  searchPoints: "search_request",
  searchBatch: "search_request",
  countPoints: "count_request",
  facet: "facet_request",
};

/** @param message the same in native words: Qdrant has no text of its own for most mistakes of form */
export function wordedProblem(problem: Problem, message: string, operation: Operation | undefined): Worded {
  const source = sourceOf(problem, operation);
  if (problem.leaf === "point_id") return unreadableId(problem, source);
  const limit = limitText(problem);
  if (limit === null) {
    const prefix = source === "JSON body" ? "Format error in" : "Deserialize error in";
    return { kind: "refused", text: `${prefix} ${source}: ${message}` };
  }
  const path = pathText(problem.path, source === "JSON body" ? FLATTENED[operation?.id ?? ""] : undefined);
  return { kind: "invalid", text: `Validation error in ${source}: [${path}: ${limit}]` };
}

function sourceOf({ path }: Problem, operation: Operation | undefined): Source {
  const field = path[0] ?? "";
  if (operation?.rest.path.includes(`{${field}}`)) return "path parameters";
  return operation?.rest.query?.includes(field) ? "query parameters" : "JSON body";
}

function unreadableId({ value }: Problem, source: Source): Worded {
  if (source === "path parameters") {
    return { kind: "wrong_input", text: `Can not recognize "${value}" as point id` };
  }
  const rule = "valid values are either an unsigned integer or a UUID";
  return {
    kind: "refused",
    text: `Format error in ${source}: value ${shown(value)} is not a valid point ID, ${rule}`,
  };
}

/** What Qdrant says of a value beyond its limits; null when the value is of the wrong form. */
function limitText({ rule, value, minimum, maximum }: Problem): string | null {
  if (rule === "minimum" || rule === "maximum") {
    if (minimum !== undefined && minimum >= 0 && Number(value) < 0) return null;
    return `value ${value} invalid, ${range(minimum, maximum, "")}`;
  }
  if (rule === "minLength" || rule === "maxLength") {
    return `value ${JSON.stringify(value)} invalid, ${range(minimum, maximum, " characters")}`;
  }
  return null;
}

function range(minimum: number | undefined, maximum: number | undefined, unit: string): string {
  if (minimum !== undefined && maximum !== undefined) return `must be from ${minimum} to ${maximum}${unit}`;
  if (minimum === undefined)
    return `must be ${unit === "" ? "" : "at most "}${maximum}${unit || " or smaller"}`;
  return `must be ${unit === "" ? "" : "at least "}${minimum}${unit || " or larger"}`;
}

/** @param flattened goes before the fields of a request, also of one in a list of searches */
function pathText(path: readonly string[], flattened: string | undefined): string {
  const at = path[0] === "searches" ? 2 : 0;
  const whole = flattened === undefined ? path : [...path.slice(0, at), flattened, ...path.slice(at)];
  const text = whole.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join("");
  return text.replace(/^\./, "");
}

const LONGEST = 60;

function shown(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}...`;
}
