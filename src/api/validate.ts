// Requests against their schemas: compiled once per operation (check.ts), and what was found put into one sentence.
// The decision: of everything that is found about a failed union, the finding deepest in the request is what the client
// meant, so that one is told: `<path>: expected <type>, got <value>`, or `<path> is required`. A schema may carry
// `expected` (the words after "expected") or `message` (the whole text). The same finding goes along as data (Problem);
// there a broken limit goes before "or null", because that is what the other dialect says of it.
import { MissingField } from "../errors/auth.ts";
import { InvalidRequest, type Problem } from "../errors/request.ts";
import type { Sliced } from "../scheduling/pause.ts";
import type { Rules } from "../schema/rules.ts";
import { show } from "../schema/show.ts";
import { compileCheck, compileCutCheck } from "./check.ts";
import type { Finding, JsonSchema } from "./check-rules.ts";
import { fieldPath } from "./field-path.ts";
import type { LeafFinding } from "./leaf-checks.ts";
import type { Operation } from "./operation.ts";
import { meantBy, namesOf, refuseUnknown, type UnknownField, unknownText } from "./unknown-fields.ts";

/** @returns the fields that nothing is done with */
type Validator = (
  request: object,
  unknownFields: Rules["unknownFields"],
  aliases?: Rules["aliases"],
) => Sliced<readonly string[]>;

const validators = new WeakMap<Operation, Validator>();

/** The compiled check of an operation's requests, which may be cut where they have long lists. It throws InvalidArgument. */
export function validatorOf(operation: Operation): Validator {
  let validator = validators.get(operation);
  if (!validator) {
    validator = compile(operation);
    validators.set(operation, validator);
  }
  return validator;
}

/** The same for a value that stands alone, with no fields but its own; compiled for the first one. */
export function validatorFor(schema: object): (value: unknown) => void {
  let check: ReturnType<typeof compileCheck> | undefined;
  return (value) => {
    check ??= compileCheck(schema);
    const { findings, unknown } = check(value);
    if (findings.length > 0) throw refusal(findings);
    refuseUnknown(unknown);
  };
}

const NONE: readonly string[] = [];

function judge(unknown: readonly UnknownField[], rule: Rules["unknownFields"]): readonly string[] {
  if (unknown.length === 0) return NONE;
  if (rule === "refused") refuseUnknown(unknown);
  return namesOf(unknown);
}

function compile({ request, failureShape }: Operation): Validator {
  const check = compileCutCheck(request);
  const wordsFor = failureShape === "core" ? () => null : missingField;
  return function* (value, unknownFields, aliases) {
    const { findings, unknown } = yield* check(value, aliases);
    if (findings.length > 0) throw wordsFor(findings) ?? refusal(findings);
    return judge(unknown, unknownFields);
  };
}

/** The auth area has words of its own for a field that is not there. */
function missingField(errors: readonly Finding[]): MissingField | null {
  const missing = errors.find(({ keyword }) => keyword === "required");
  return missing ? new MissingField(missing.params.missingProperty) : null;
}

interface Located {
  readonly error: Finding;
  readonly path: readonly string[];
}

function refusal(errors: readonly Finding[]): InvalidRequest {
  const located = errors.map((error) => ({ error, path: pathOf(error) }));
  const deepest = Math.max(...located.map(({ path }) => path.length));
  const candidates = located.filter(({ path }) => path.length === deepest);
  // A list that is too long is of the right type, whatever else could stand there.
  const isTooLong = ({ error: { keyword } }: Located) => keyword === "maxItems";
  const { error, path } =
    candidates.find(isTooLong) ?? candidates.find(hasWords) ?? candidates.find(isOfItsKind) ?? candidates[0]!;
  const kinds = candidates.flatMap((other) => (sameAs(other.path, path) ? (constantOf(other) ?? []) : []));
  const text =
    error.keyword === "const" && kinds.length > 1
      ? `${fieldPath(path)}: expected ${listed(kinds)}, got ${show(error.data)}`
      : sentence(error, path);
  const problem = problemOf(candidates, path);
  return Object.assign(new InvalidRequest(text, problem), hintFor(problem));
}

/** What to do about a value of another type than was expected, where that is known. */
function hintFor({ rule, value, leaf, isInteger }: Problem): { hint?: string } {
  if (typeof value !== "string") return {};
  if (leaf === "point_id") {
    return { hint: "keep a text of your own in the payload, or make a UUID of it (version 5)" };
  }
  const isNumber = isInteger && rule === "type" && /^-?\d+$/.test(value);
  return isNumber ? { hint: `${show(value)} is a text: send the number, without quotes` } : {};
}

/** Of objects that a constant tells apart, such as `type`, that which is meant has another fault than the constant. */
function isOfItsKind({ error: { keyword } }: Located): boolean {
  return keyword !== "const" && keyword !== "anyOf";
}

function constantOf({ error: { keyword, params } }: Located): string | undefined {
  return keyword === "const" ? show(params.allowedValue) : undefined;
}

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function sameAs(path: readonly string[], other: readonly string[]): boolean {
  return path.join("/") === other.join("/");
}

const LIMITS = [
  { lower: "minimum", upper: "maximum" },
  { lower: "minLength", upper: "maxLength" },
  { lower: "minItems", upper: "maxItems" },
] as const;

/** @param candidates all that was found at this place */
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

/** Where it may be one of several, that which a value of its type was meant to be: a text is no vector. */
function leafOf(candidates: readonly Located[], value: unknown): string | undefined {
  const leaves = candidates.flatMap(({ error: { params } }) => params.leaf ?? []);
  const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "bigint";
  return isScalar && leaves.includes("point_id") ? "point_id" : leaves[0];
}

/** Of several findings at one place, a union's own words say it best. */
function hasWords({ error: { parentSchema } }: Located): boolean {
  return parentSchema?.message !== undefined || parentSchema?.expected !== undefined;
}

function sentence({ keyword, params, parentSchema, data }: Finding, path: readonly string[]): string {
  const where = fieldPath(path);
  if (parentSchema?.message !== undefined) return parentSchema.message as string;
  if (keyword === "required") return misnamed(path, parentSchema!, data) ?? `${where} is required`;
  const finding = params.finding as LeafFinding | undefined;
  if (finding) return `${where}: ${finding.problem}`;
  if (keyword === "maxItems")
    return `${where}: expected at most ${params.limit} items, got ${(data as unknown[]).length}`;
  const expected = `${where}: expected ${expectedBy(keyword, params, parentSchema ?? {})}`;
  return parentSchema?.secret ? expected : `${expected}, got ${show(data)}`;
}

/** Where the field that is missing seems to be there under another name; null: it does not. */
function misnamed(path: readonly string[], { properties = {} }: JsonSchema, data: unknown): string | null {
  const known = new Set(Object.keys(properties));
  const missing = path.at(-1)!;
  const isMeant = (name: string) => !known.has(name) && meantBy(name, known) === missing;
  const written = Object.keys(data as object).find(isMeant);
  return written === undefined ? null : unknownText([...path.slice(0, -1), written], known);
}

function expectedBy(keyword: string, params: Finding["params"], schema: Record<string, unknown>): string {
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

function pathOf({ path: place, keyword, params }: Finding): string[] {
  const path = [...place];
  if (keyword === "required") path.push(params.missingProperty);
  const finding = params.finding as LeafFinding | undefined;
  if (finding?.index !== undefined) path.push(String(finding.index));
  return path;
}
