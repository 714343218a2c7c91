// Returns the possible keys and values at a position of a request's body, from the schema of the operation.
// The decision: the suggestions of all alternatives are offered, because only a complete body shows which one is meant.
import { ITEM, type JsonPosition, type Step } from "./json-place.ts";
import type { OpenApi, Schema } from "./openapi.ts";

/** A list of more types says less than that there are several. */
const MAX_NAMED_TYPES = 2;

export interface Offer {
  readonly label: string;
  /** The type of the value in a few words. */
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
}

export function offersAt(api: OpenApi, root: Schema, position: JsonPosition): Offer[] {
  let schemas = expand(api, root);
  for (const step of position.trail) schemas = schemas.flatMap((schema) => below(api, schema, step));
  return position.kind === "key" ? keysOf(api, schemas, position.taken) : valuesOf(schemas);
}

/** Resolves references. @returns the schema and all of its alternatives */
function expand(api: OpenApi, schema: Schema, expanded: ReadonlySet<string> = new Set()): Schema[] {
  const { $ref } = schema;
  if ($ref !== undefined) {
    const target = api.components?.schemas?.[$ref.split("/").at(-1)!];
    return target && !expanded.has($ref) ? expand(api, target, new Set([...expanded, $ref])) : [];
  }
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...alternatives.flatMap((alternative) => expand(api, alternative, expanded))];
}

function below(api: OpenApi, schema: Schema, step: Step): Schema[] {
  const { properties, additionalProperties, items } = schema;
  const rest = typeof additionalProperties === "object" ? additionalProperties : undefined;
  const next = step === ITEM ? items : (properties?.[step] ?? rest);
  return next ? expand(api, next) : [];
}

function keysOf(api: OpenApi, schemas: readonly Schema[], taken: ReadonlySet<string>): Offer[] {
  const offers = new Map<string, Offer>();
  for (const { properties, required } of schemas) {
    for (const [label, schema] of Object.entries(properties ?? {})) {
      if (taken.has(label) || offers.has(label)) continue;
      const all = expand(api, schema);
      const description = schema.description ?? all.find((found) => found.description)?.description ?? "";
      offers.set(label, {
        label,
        description,
        type: typeOf(all),
        isRequired: required?.includes(label) ?? false,
      });
    }
  }
  return [...offers.values()];
}

function valuesOf(schemas: readonly Schema[]): Offer[] {
  const values = new Set<string>();
  for (const schema of schemas) {
    for (const value of schema.enum ?? []) values.add(JSON.stringify(value));
    if (schema.const !== undefined) values.add(JSON.stringify(schema.const));
    if (typesOf(schema).includes("boolean")) values.add("true").add("false");
    if (schema.properties || typesOf(schema).includes("object")) values.add("{}");
    if (typesOf(schema).includes("array")) values.add("[]");
  }
  return Array.from(values, (label) => ({ label, type: "", description: "", isRequired: false }));
}

function typesOf({ type }: Schema): readonly string[] {
  return typeof type === "string" ? [type] : (type ?? []);
}

/** Returns the type in a few words. */
function typeOf(schemas: readonly Schema[]): string {
  const types = [...new Set(schemas.flatMap(typesOf).filter((type) => type !== "null"))];
  return types.length > MAX_NAMED_TYPES ? "several types" : types.join(" | ");
}
