// Validates requests by their schemas, which are compiled once per operation (check.ts), and writes the error text.
// The decision: of all violations by a failed union, the one deepest in the request is reported, because it is what
// the client meant: `<path>: expected <type>, got <value>`, or `<path> is required`. A schema may have `expected` (the
// words after "expected") or `message` (the whole text). The error also has the violation as data (Problem), in which a
// violated limit precedes "or null", because the other dialect reports the limit.

import { MissingField } from "../errors/auth.ts";
import { InvalidRequest, type Problem } from "../errors/request.ts";
import type { Sliced } from "../scheduling/pause.ts";
import type { Rules } from "../schema/rules.ts";
import { show } from "../schema/show.ts";
import { listed } from "../shared/listed.ts";
import { compileCheck, compileSlicedCheck } from "./check.ts";
import type { JsonSchema, SchemaViolation } from "./check-rules.ts";
import { fieldPath } from "./field-path.ts";
import type { LeafViolation } from "./leaf-checks.ts";
import type { Operation } from "./operation.ts";
import { meantBy, namesOf, refuseUnknown, type UnknownField, unknownText } from "./unknown-fields.ts";

/** @returns the names of ignored fields */
type Validator = (
  request: object,
  unknownFields: Rules["unknownFields"],
  aliases?: Rules["aliases"],
) => Sliced<readonly string[]>;

const validators = new WeakMap<Operation, Validator>();

/** Returns the compiled check of an operation's requests, which works in slices. It throws InvalidArgument. */
export function validatorOf(operation: Operation): Validator {
  let validator = validators.get(operation);
  if (!validator) {
    validator = compile(operation);
    validators.set(operation, validator);
  }
  return validator;
}

/** Returns a check of a single value without unknown fields; it is compiled at its first use. */
export function validatorFor(schema: object): (value: unknown) => void {
  let check: ReturnType<typeof compileCheck> | undefined;
  return (value) => {
    check ??= compileCheck(schema);
    const { violations, unknown } = check(value);
    if (violations.length > 0) throw refusal(violations);
    refuseUnknown(unknown);
  };
}

const NO_NAMES: readonly string[] = [];

function judge(unknown: readonly UnknownField[], rule: Rules["unknownFields"]): readonly string[] {
  if (unknown.length === 0) return NO_NAMES;
  if (rule === "refused") refuseUnknown(unknown);
  return namesOf(unknown);
}

function compile({ request, failureShape }: Operation): Validator {
  const check = compileSlicedCheck(request);
  const wordsFor = failureShape === "core" ? () => null : missingField;
  return function* (value, unknownFields, aliases) {
    const { violations, unknown } = yield* check(value, aliases);
    if (violations.length > 0) throw wordsFor(violations) ?? refusal(violations);
    return judge(unknown, unknownFields);
  };
}

/** Returns the error of the auth operations for a missing field, which has a text of its own. */
function missingField(errors: readonly SchemaViolation[]): MissingField | null {
  const missing = errors.find(({ keyword }) => keyword === "required");
  return missing ? new MissingField(missing.params.missingProperty) : null;
}

interface Located {
  readonly error: SchemaViolation;
  readonly path: readonly string[];
}

function refusal(errors: readonly SchemaViolation[]): InvalidRequest {
  const located = errors.map((error) => ({ error, path: pathOf(error) }));
  const deepest = Math.max(...located.map(({ path }) => path.length));
  const candidates = located.filter(({ path }) => path.length === deepest);
  // A list that is too long has the right type, so the limit is what is reported.
  const isTooLong = ({ error: { keyword } }: Located) => keyword === "maxItems";
  const { error, path } =
    candidates.find(isTooLong) ?? candidates.find(hasWords) ?? candidates.find(isOfItsKind) ?? candidates[0]!;
  const kinds = candidates.flatMap((other) => (sameAs(other.path, path) ? (constantOf(other) ?? []) : []));
  const text =
    error.keyword === "const" && kinds.length > 1
      ? `${fieldPath(path)}: expected ${listed(kinds, "or")}, got ${show(error.data)}`
      : sentence(error, path);
  const problem = problemOf(candidates, path);
  return Object.assign(new InvalidRequest(text, problem), hintFor(problem));
}

/** Returns a hint for a value of the wrong type, where one is known. */
function hintFor({ rule, value, leaf, isInteger }: Problem): { hint?: string } {
  if (typeof value !== "string") return {};
  if (leaf === "point_id") {
    return { hint: "keep a text of your own in the payload, or make a UUID of it (version 5)" };
  }
  const isNumber = isInteger && rule === "type" && /^-?\d+$/.test(value);
  return isNumber ? { hint: `${show(value)} is a text: send the number, without quotes` } : {};
}

/**
 * Tells whether a violation is not about the constant, such as `type`, that selects an alternative: the alternative
 * that was meant fails elsewhere.
 */
function isOfItsKind({ error: { keyword } }: Located): boolean {
  return keyword !== "const" && keyword !== "anyOf";
}

function constantOf({ error: { keyword, params } }: Located): string | undefined {
  return keyword === "const" ? show(params.allowedValue) : undefined;
}

function sameAs(path: readonly string[], other: readonly string[]): boolean {
  return path.join("/") === other.join("/");
}

const LIMITS = [
  { lower: "minimum", upper: "maximum" },
  { lower: "minLength", upper: "maxLength" },
  { lower: "minItems", upper: "maxItems" },
] as const;

/** @param candidates all violations at this position */
function problemOf(candidates: readonly Located[], path: readonly string[]): Problem {
  const isLimit = ({ error: { keyword } }: Located) =>
    LIMITS.some(({ lower, upper }) => keyword === lower || keyword === upper);
  const { error } = candidates.find(isLimit) ?? candidates[0]!;
  const { keyword, data, parentSchema } = error;
  const limits = LIMITS.find(({ lower, upper }) => keyword === lower || keyword === upper);
  return {
    path,
    rule: keyword,
    value: keyword === "required" ? undefined : data,
    minimum: limits && parentSchema?.[limits.lower],
    maximum: limits && parentSchema?.[limits.upper],
    isInteger: parentSchema?.type === "integer",
    isU64: candidates.some(({ error: { parentSchema: schema } }) => schema?.u64 === true),
    leaf: leafOf(candidates, data),
  };
}

/**
 * Returns the leaf that was meant. A scalar where several are allowed is meant as a point id, because it cannot be a
 * vector.
 */
function leafOf(candidates: readonly Located[], value: unknown): string | undefined {
  const leaves = candidates.flatMap(({ error: { params } }) => params.leaf ?? []);
  const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "bigint";
  return isScalar && leaves.includes("point_id") ? "point_id" : leaves[0];
}

/** Tells whether a violation has a text of its own. A union's text is better than those of its alternatives. */
function hasWords({ error: { parentSchema } }: Located): boolean {
  return parentSchema?.message !== undefined || parentSchema?.expected !== undefined;
}

function sentence({ keyword, params, parentSchema, data }: SchemaViolation, path: readonly string[]): string {
  const where = fieldPath(path);
  if (parentSchema?.message !== undefined) return parentSchema.message as string;
  if (keyword === "required") return misnamed(path, parentSchema!, data) ?? `${where} is required`;
  const violation = params.violation as LeafViolation | undefined;
  if (violation) return `${where}${violation.problem}`;
  if (keyword === "maxItems")
    return `${where}: expected at most ${params.limit} items, got ${(data as unknown[]).length}`;
  const expected = `${where}: expected ${expectedBy(keyword, params, parentSchema ?? {})}`;
  return parentSchema?.secret ? expected : `${expected}, got ${show(data)}`;
}

/** Returns the error for a required field that seems to be given under another name, or null. */
function misnamed(path: readonly string[], { properties = {} }: JsonSchema, data: unknown): string | null {
  const known = new Set(Object.keys(properties));
  const missing = path.at(-1)!;
  const isMeant = (name: string) => !known.has(name) && meantBy(name, known) === missing;
  const written = Object.keys(data as object).find(isMeant);
  return written === undefined ? null : unknownText([...path.slice(0, -1), written], known);
}

function expectedBy(
  keyword: string,
  params: SchemaViolation["params"],
  schema: Record<string, unknown>,
): string {
  if (schema.expected !== undefined) return schema.expected as string;
  if (schema.type === "integer") return range("an integer", schema);
  if (schema.type === "number") return range("a number", schema);
  if (keyword === "type") return withArticle(params.type);
  if (keyword === "const") return show(params.allowedValue);
  return "another value";
}

function range(what: string, { minimum, maximum }: Record<string, unknown>): string {
  if (minimum !== undefined && maximum !== undefined) return `${what} from ${minimum} to ${maximum}`;
  return minimum === undefined ? what : `${what} of at least ${minimum}`;
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function pathOf({ path: parent, keyword, params }: SchemaViolation): string[] {
  const path = [...parent];
  if (keyword === "required") path.push(params.missingProperty);
  const violation = params.violation as LeafViolation | undefined;
  if (violation?.path) path.push(...violation.path);
  return path;
}
