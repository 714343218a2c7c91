// Compiles schemas to checks: functions for the part of JSON Schema that describes requests.
// The decision: closures over the schema instead of generated code. They cost no time at the start (ajv took a second
// for the schema of a new collection), are allowed in pages that forbid `eval`, and the cost of a request is its
// vectors, which are one loop either way. The violations are those of ajv: the same rules in the same order, which a
// test compares. An unknown keyword is an error in a schema, which is reported by name.
import { runWhole, type Sliced } from "../scheduling/pause.ts";
import { LEAF, type LeafName } from "../schema/leaf.ts";
import type { Rules } from "../schema/rules.ts";
import { rename, roundCounts } from "./check-fields.ts";
import { at, type Check, filter, items, Notes, takesLists, undelayed, withDeferred } from "./check-lists.ts";
import { isObject, type JsonSchema, LIMITS, resolved, TYPES } from "./check-rules.ts";
import { LEAF_CHECKS } from "./leaf-checks.ts";
import { noteUnknown } from "./unknown-fields.ts";

/** Lists with more items are checked in slices. */
const LONG_LIST_ITEMS = 32;

/** The result of a check: no violations if the value is valid. */
type CheckResult = Pick<Notes, "violations" | "unknown">;

/** Compiles a schema. The check renames aliases of fields in the value itself, if the dialect accepts aliases. */
export function compileCheck(
  schema: JsonSchema,
): (value: unknown, aliases?: Rules["aliases"]) => CheckResult {
  const check = compiled(schema);
  return (value, aliases) => runWhole(judged(check, value, new Notes(aliases)));
}

/** Compiles a schema to a check that pauses within long lists. The value must not change meanwhile. */
export function compileSlicedCheck(
  schema: JsonSchema,
  long = LONG_LIST_ITEMS,
): (value: unknown, aliases?: Rules["aliases"]) => Sliced<CheckResult> {
  const check = compiled(schema);
  return (value, aliases) => judged(check, value, new Notes(aliases, long));
}

function compiled(schema: JsonSchema): Check {
  return new Compiler().compile(schema, { definitions: {}, isAlternative: false });
}

function* judged(check: Check, value: unknown, notes: Notes): Sliced<CheckResult> {
  const isRight = check(value, [], notes);
  if (yield* withDeferred(isRight, notes)) notes.violations.length = 0;
  return notes;
}

/** Keywords that describe a value and do not restrict it. */
const SILENT = "expected message secret description default document $defs then else".split(" ");

/** Groups of rules, each for one type of value, in the order of their checks. The first violation is reported. */
const GROUPS: readonly (readonly string[])[] = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["const", "enum", "not", "if", "$ref", "anyOf", LEAF],
  ["minItems", "maxItems", "items"],
  ["aliases", "required", "properties", "patternProperties"],
];

/** Allows an object to have fields that its schema does not name. */
const OPEN = "additionalProperties";
/** Marks an object whose fields are kinds, of which exactly one is expected. Its reader reports a missing kind. */
const KINDS = "kinds";
/** The keyword of schemas that allow one value. */
const VALUES = "const";
/** Marks a field that may be any count of 64 bits. */
const U64 = "u64";
const KNOWN = new Set([...SILENT, OPEN, KINDS, U64, "type", ...GROUPS.flat()]);

interface Site {
  readonly definitions: JsonSchema;
  /** True if other schemas may match instead. */
  readonly isAlternative: boolean;
}

class Compiler {
  readonly #known = { alone: new Map<JsonSchema, Check>(), alternative: new Map<JsonSchema, Check>() };

  compile(schema: JsonSchema, outer: Site): Check {
    const known = this.#known[outer.isAlternative ? "alternative" : "alone"];
    const before = known.get(schema);
    if (before) return before;
    let check: Check | undefined;
    // This is set before its parts are compiled, because a schema may contain itself.
    known.set(schema, (data, path, notes) => check!(data, path, notes));
    const unknown = Object.keys(schema).find((name) => !KNOWN.has(name));
    if (unknown !== undefined) throw new Error(`a schema has the keyword ${unknown}, which nothing checks`);
    const site = { ...outer, definitions: schema.$defs ?? outer.definitions };
    const names = GROUPS.map((group) => group.filter((name) => name in schema));
    const groups = names.map((group) => all(group.map((name) => this.#rule(name, schema, site))));
    check = all(groups.filter((_, i) => names[i]!.length > 0));
    if ("type" in schema)
      check = typed(simple("type", schema), check, site.isAlternative && VALUES in schema);
    known.set(schema, check);
    return check;
  }

  #rule(keyword: string, schema: JsonSchema, site: Site): Check {
    const part = (inner: JsonSchema) => this.compile(inner, site);
    const alternative = (inner: JsonSchema) => this.compile(inner, { ...site, isAlternative: true });
    const rule = schema[keyword];
    switch (keyword) {
      case "anyOf":
        return rule.filter(takesLists).length > 1
          ? undelayed(anyOf(schema, rule.map(alternative)))
          : anyOf(schema, rule.map(alternative));
      case "not": {
        const refused = part(rule);
        return rejecting(schema, keyword, {}, (data) => !refused(data, [], new Notes()));
      }
      case "if":
        return undelayed(
          conditional(
            schema,
            part(rule),
            schema.then && alternative(schema.then),
            schema.else && alternative(schema.else),
          ),
        );
      case "$ref":
        return part(resolved(rule, site.definitions));
      case "aliases":
        return renaming(Object.entries(rule));
      case "properties":
        return members(
          Object.entries<JsonSchema>(rule).map(([name, property]) => [name, part(property)]),
          schema,
        );
      case "patternProperties":
        return anyMembers(
          Object.entries<JsonSchema>(rule).map(([name, property]) => [new RegExp(name, "u"), part(property)]),
        );
      case "items":
        return items(part(rule));
      case LEAF:
        return leaf(rule);
      default:
        return simple(keyword, schema);
    }
  }
}

/** Compiles a rule about a value as a whole. */
function simple(keyword: string, schema: JsonSchema): Check {
  const rule = schema[keyword];
  const limits = LIMITS[keyword];
  if (limits) {
    const { of, isLower } = limits;
    return rejecting(schema, keyword, { limit: rule }, (data) => {
      const size = of(data);
      return size === null || (isLower ? size >= rule : size <= rule);
    });
  }
  switch (keyword) {
    case "type":
      return rejecting(schema, keyword, { type: rule }, TYPES[rule]!);
    case "const":
      return rejecting(schema, keyword, { allowedValue: rule }, (data) => data === rule);
    case "enum":
      return rejecting(schema, keyword, { allowedValues: rule }, (data) => rule.includes(data));
    default:
      return required(schema);
  }
}

function rejecting(
  parentSchema: JsonSchema,
  keyword: string,
  params: object,
  isRight: (data: unknown) => boolean,
): Check {
  return (data, path, notes) => {
    if (isRight(data)) return true;
    notes.violations.push({ keyword, params, path: [...path], parentSchema, data });
    return false;
  };
}

function required(parentSchema: JsonSchema): Check {
  const names = parentSchema.required as readonly string[];
  return (data, path, notes) => {
    if (!isObject(data)) return true;
    const missingProperty = names.find((name) => data[name] === undefined);
    if (missingProperty === undefined) return true;
    notes.violations.push({
      keyword: "required",
      params: { missingProperty },
      path: [...path],
      parentSchema,
      data,
    });
    return false;
  };
}

function leaf(name: LeafName): Check {
  if (name === "filter" || name === "expression") return filter;
  const checkLeaf = LEAF_CHECKS[name];
  return (data, path, notes) => {
    const violation = checkLeaf(data);
    if (violation === null) return true;
    notes.violations.push({ keyword: LEAF, params: { violation, leaf: name }, path: [...path], data });
    return false;
  };
}

function all(checks: readonly Check[]): Check {
  if (checks.length === 1) return checks[0]!;
  return (data, path, notes) => {
    for (const check of checks) if (!check(data, path, notes)) return false;
    return true;
  };
}

/** @param goesOn true for an alternative that allows one value: its rule is reported for values of another type, too */
function typed(isOfType: Check, rules: Check, goesOn: boolean): Check {
  return (data, path, notes) => {
    if (isOfType(data, path, notes)) return rules(data, path, notes);
    if (goesOn) rules(data, path, notes);
    return false;
  };
}

/** Reports the violations of all alternatives, and then that none of them matches. */
function anyOf(parentSchema: JsonSchema, checks: readonly Check[]): Check {
  return (data, path, notes) => {
    const { violations, unknown, deferred } = notes;
    const before = violations.length;
    const knownBefore = unknown.length;
    const putOffBefore = deferred?.length ?? 0;
    for (const check of checks) {
      const deferredBefore = deferred?.length ?? 0;
      if (check(data, path, notes)) {
        // Setting a length, even the same, is a call into V8.
        if (violations.length > before) violations.length = before;
        // The deferred lists of alternatives that failed are dropped.
        if (deferredBefore > putOffBefore) deferred!.splice(putOffBefore, deferredBefore - putOffBefore);
        return true;
      }
      if (unknown.length > knownBefore) unknown.length = knownBefore;
    }
    notes.violations.push({ keyword: "anyOf", params: {}, path: [...path], parentSchema, data });
    return false;
  };
}

const PASSED: Check = () => true;

function conditional(parentSchema: JsonSchema, test: Check, yes: Check = PASSED, no: Check = PASSED): Check {
  return (data, path, notes) => {
    const holds = test(data, path, new Notes());
    if ((holds ? yes : no)(data, path, notes)) return true;
    const params = { failingKeyword: holds ? "then" : "else" };
    notes.violations.push({ keyword: "if", params, path: [...path], parentSchema, data });
    return false;
  };
}

function renaming(aliases: readonly (readonly [alias: string, name: string])[]): Check {
  return (data, _, notes) => {
    if (notes.aliases === "taken") rename(data, aliases);
    return true;
  };
}

function members(
  checks: readonly (readonly [name: string, check: Check])[],
  {
    properties,
    patternProperties,
    [OPEN]: isOpen = patternProperties !== undefined,
    [KINDS]: hasKinds = false,
  }: JsonSchema,
): Check {
  const names = new Set(checks.map(([name]) => name));
  const counts = [...names].filter((name) => properties[name][U64] === true);
  return (data, path, notes) => {
    if (!isObject(data)) return true;
    if (counts.length > 0) roundCounts(data, counts);
    let given = 0;
    for (const [name, check] of checks) {
      const value = data[name];
      if (value === undefined) continue;
      given++;
      if (!at(name, check, value, path, notes)) return false;
    }
    if (!isOpen && !(hasKinds && given === 0)) noteUnknown(data, given, names, path, notes.unknown);
    return true;
  };
}

function anyMembers(checks: readonly (readonly [pattern: RegExp, check: Check])[]): Check {
  return (data, path, notes) => {
    if (!isObject(data)) return true;
    return Object.keys(data).every((name) =>
      checks.every(([pattern, check]) => !pattern.test(name) || at(name, check, data[name], path, notes)),
    );
  };
}
