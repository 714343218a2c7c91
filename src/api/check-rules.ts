// The rules of JSON Schema that concern one value alone: its type and its size.
// The decision: a rule about size applies only to values that have such a size, as JSON Schema requires; other types
// pass.

// biome-ignore lint/suspicious/noExplicitAny: a schema is what it is.
type Definitions = Readonly<Record<string, any>>;

/** The types of JSON Schema, with functions that tell whether a value has the type. */
export const TYPES: Readonly<Record<string, (data: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (data) => typeof data === "string",
  boolean: (data) => typeof data === "boolean",
  null: (data) => data === null,
  number: (data) => typeof data === "number" && Number.isFinite(data),
  integer: Number.isInteger,
};

/** Rules about sizes: `of` returns the size that is compared with the limit, or null if the rule does not apply. */
export const LIMITS: Readonly<Record<string, { of(data: unknown): number | null; isLower: boolean }>> = {
  minimum: { of: numberIn, isLower: true },
  maximum: { of: numberIn, isLower: false },
  minLength: { of: lengthOf, isLower: true },
  maxLength: { of: lengthOf, isLower: false },
  minItems: { of: itemsOf, isLower: true },
  maxItems: { of: itemsOf, isLower: false },
};

/**
 * Tells whether a value is an object. A vector is none: where either is allowed, one with numbers that are not finite
 * would pass as an object without members.
 */
export function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && !Array.isArray(data) && !(data instanceof Float32Array);
}

function numberIn(data: unknown): number | null {
  return typeof data === "number" ? data : null;
}

/** Returns the length in code points, as JSON Schema counts. */
function lengthOf(data: unknown): number | null {
  return typeof data === "string" ? [...data].length : null;
}

function itemsOf(data: unknown): number | null {
  return Array.isArray(data) ? data.length : null;
}

/** Returns the schema that a `$ref` refers to. */
export function resolved(reference: string, definitions: Definitions): Definitions {
  const schema = definitions[reference.replace(/^#\/\$defs\//, "")];
  if (!schema) throw new Error(`a schema refers to ${reference}, which is not among its $defs`);
  return schema;
}

// A violation is data without a text; the text is made where the error is thrown (validate.ts).

/** A violation of a rule at one position. */
export interface SchemaViolation {
  readonly keyword: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a rule says of itself is as different as rules are.
  readonly params: any;
  /** The members and positions that lead to the value in the request. */
  readonly path: readonly string[];
  /** Absent for a leaf. */
  readonly parentSchema?: JsonSchema;
  readonly data: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: a schema is what it is.
export type JsonSchema = Readonly<Record<string, any>>;
