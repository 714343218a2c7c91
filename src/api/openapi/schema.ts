// Converts our schemas to those of the OpenAPI document: without keywords and leaves that only this server understands,
// and with references to schemas that occur in several places.
// The decision: schemas are compared by their contents, not by object identity, because a schema that is made optional
// is a copy. Every schema with the contents of a named one becomes a reference to it.
import { LEAF, type LeafName } from "../../schema/leaf.ts";
import { MAX_LIMIT } from "../../schema/limits.ts";
import { LEAVES } from "./leaves.ts";

export type Schema = Readonly<Record<string, unknown>>;

const REFERENCE = "#/components/schemas/";
const ANYTHING = "^.*$";

export class Components {
  readonly #schemas: Record<string, object> = {};
  readonly #names = new Map<string, string>();
  readonly #isWhole: boolean;

  /** @param words "documented": the keyword `document` of schemas is shown, too (schema/shown.ts) */
  constructor(words: "documented" | "checked" = "checked") {
    this.#isWhole = words === "documented";
  }

  /** Gives a schema a name, by which it is referred to from then on. Nested schemas have to be named first. */
  name(name: string, schema: Schema): void {
    const shown = this.#convert(schema);
    this.#schemas[name] = shown;
    this.#names.set(JSON.stringify(shown), name);
  }

  /** Returns the schemas that a part of the document refers to, directly or through others, by name. */
  used(part: unknown, found: Record<string, object> = {}): Record<string, object> {
    if (typeof part !== "object" || part === null) return found;
    const { $ref } = part as { $ref?: string };
    const name = $ref?.startsWith(REFERENCE) ? $ref.slice(REFERENCE.length) : undefined;
    if (name !== undefined && !(name in found)) {
      found[name] = this.#schemas[name]!;
      this.used(found[name], found);
    }
    for (const inside of Object.values(part)) this.used(inside, found);
    return found;
  }

  /**
   * Marks all objects in a part of the document, and in those that it refers to, as closed, because other fields are
   * refused. Objects that responses share with requests are closed, too.
   */
  close(part: unknown): void {
    for (const schema of [part, ...Object.values(this.used(part))]) closeAll(schema);
  }

  /** Returns the schema as the document has it: itself, or a reference. */
  show(schema: Schema): object {
    if (this.#isWhole && LEAF in schema && isShown(schema.document)) return schema.document;
    const leaf = schema[LEAF] as LeafName | undefined;
    if (leaf !== undefined) {
      Object.assign(this.#schemas, LEAVES[leaf].components);
      return LEAVES[leaf].shown;
    }
    const shown = this.#convert(schema);
    const name = this.#names.get(JSON.stringify(shown));
    return name === undefined ? shown : { $ref: REFERENCE + name };
  }

  #convert(schema: Schema): Record<string, unknown> {
    const {
      expected: _,
      kinds: __,
      aliases: _aliases,
      u64,
      document,
      secret,
      message,
      $defs,
      if: condition,
      then: first,
      else: second,
      ...rest
    } = schema;
    for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Schema>))
      this.#define(name, definition);
    const shown: Record<string, unknown> = {};
    if (message !== undefined) shown.description = message;
    if (secret && rest.type === "string") shown.format = "password";
    for (const [key, value] of Object.entries(rest)) this.#add(shown, key, value);
    if (this.#isWhole && u64) shown.maximum = MAX_LIMIT;
    // The condition decides which of two forms is checked; the document shows both.
    if (condition !== undefined) shown.anyOf = [first, second].map((form) => this.show(form as Schema));
    const result = simpler(shown);
    return this.#isWhole && isShown(document) ? { ...result, ...document } : result;
  }

  #add(shown: Record<string, unknown>, key: string, value: unknown): void {
    const isThere = ({ document }: Schema) => !this.#isWhole || document !== false;
    const each = (schemas: object) =>
      Object.fromEntries(
        Object.entries(schemas)
          .filter(([, schema]) => isThere(schema))
          .map(([name, schema]) => [name, this.show(schema)]),
      );
    if (key === "properties") shown.properties = each(value as object);
    else if (key === "patternProperties") {
      const { [ANYTHING]: any, ...others } = each(value as object);
      if (any !== undefined) shown.additionalProperties = any;
      if (Object.keys(others).length > 0) shown.patternProperties = others;
    } else if (
      ["items", "not"].includes(key) ||
      (key === "additionalProperties" && typeof value === "object")
    ) {
      shown[key] = this.show(value as Schema);
    } else if (["anyOf", "oneOf", "allOf"].includes(key)) {
      shown[key] = (value as Schema[]).filter(isThere).map((alternative) => this.show(alternative));
    } else if (key === "$ref") shown.$ref = REFERENCE + (value as string).replace(/^#\/\$defs\//, "");
    else shown[key] = value;
  }

  /** Defines the parts of a recursive schema, which may refer to each other and to themselves. */
  #define(name: string, definition: Schema): void {
    if (name in this.#schemas) return;
    this.#schemas[name] = {};
    this.#schemas[name] = this.#convert(definition);
  }
}

function closeAll(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  for (const inside of Object.values(part)) closeAll(inside);
  const schema = part as Record<string, unknown>;
  const isOpen = "additionalProperties" in schema || "patternProperties" in schema;
  if (schema.type === "object" && schema.properties && !isOpen) schema.additionalProperties = false;
}

function isShown(document: unknown): document is Schema {
  return typeof document === "object";
}

interface Union {
  readonly anyOf?: readonly Schema[];
  readonly [key: string]: unknown;
}

/** Simplifies unions: nested ones are joined, constants become an enumeration, and "or null" one more type. */
function simpler(schema: Union): Record<string, unknown> {
  if (schema.anyOf === undefined) return { ...schema };
  const { anyOf, ...rest } = schema;
  const flat = anyOf.flatMap((alternative) =>
    isBareUnion(alternative) ? (alternative.anyOf as Schema[]) : [alternative],
  );
  if (flat.every((alternative) => typeof alternative.const === "string")) {
    return { ...rest, type: "string", enum: flat.map((alternative) => alternative.const) };
  }
  const [value, none] = flat;
  const isNullable = flat.length === 2 && none?.type === "null";
  if (!isNullable || typeof value?.type !== "string" || "const" in value || "enum" in value) {
    return { ...rest, anyOf: flat };
  }
  return { ...value, ...rest, type: [value.type, "null"] };
}

function isBareUnion(schema: Schema): boolean {
  return Array.isArray(schema.anyOf) && Object.keys(schema).length === 1;
}
