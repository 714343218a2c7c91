// The rules of JSON Schema that look at one value alone: its type, and its size.
// The decision: sizes are told apart from types by what they measure, so that a rule says nothing about values that have no
// such size, as JSON Schema wants it.

// biome-ignore lint/suspicious/noExplicitAny: a schema is what it is.
type Definitions = Readonly<Record<string, any>>;

/** Whether a value is of a type that JSON Schema has. */
export const TYPES: Readonly<Record<string, (data: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (data) => typeof data === "string",
  boolean: (data) => typeof data === "boolean",
  null: (data) => data === null,
  number: (data) => typeof data === "number" && Number.isFinite(data),
  integer: Number.isInteger,
};

/** Rules about the size of something: what is compared with their limit; null where they say nothing. */
export const LIMITS: Readonly<Record<string, { of(data: unknown): number | null; isLower: boolean }>> = {
  minimum: { of: numberIn, isLower: true },
  maximum: { of: numberIn, isLower: false },
  minLength: { of: lengthOf, isLower: true },
  maxLength: { of: lengthOf, isLower: false },
  minItems: { of: itemsOf, isLower: true },
  maxItems: { of: itemsOf, isLower: false },
};

/** A vector is none: where either is allowed, one with numbers that are not finite would pass for an object without members. */
export function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && !Array.isArray(data) && !(data instanceof Float32Array);
}

function numberIn(data: unknown): number | null {
  return typeof data === "number" ? data : null;
}

/** In code points, as JSON Schema counts. */
function lengthOf(data: unknown): number | null {
  return typeof data === "string" ? [...data].length : null;
}

function itemsOf(data: unknown): number | null {
  return Array.isArray(data) ? data.length : null;
}

/** What a `$ref` stands for. */
export function resolved(reference: string, definitions: Definitions): Definitions {
  const schema = definitions[reference.replace(/^#\/\$defs\//, "")];
  if (!schema) throw new Error(`a schema refers to ${reference}, which is not among its $defs`);
  return schema;
}

// It is data without words; the words are made where a refusal is written (validate.ts).

/** What is wrong at one place, by the rule of the schema that says so. */
export interface Finding {
  readonly keyword: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a rule says of itself is as different as rules are.
  readonly params: any;
  /** Where in the request. */
  readonly path: readonly string[];
  /** Absent for a leaf. */
  readonly parentSchema?: JsonSchema;
  readonly data: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: a schema is what it is.
export type JsonSchema = Readonly<Record<string, any>>;
