// Random bodies from the OpenAPI document: optional members are present or not, alternatives are chosen at random.
// The decision: the document defines the forms, and fuzz-world.ts the values, because a body with random names and
// vectors would be refused at its first field.
import fc from "fast-check";
import type { Json, Member } from "./fuzz-json.ts";
import { ANY, MAP_KEYS, ONE_OF, SCALARS, USUAL, type World } from "./fuzz-world.ts";

export interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
}

type Body = fc.Arbitrary<Json>;

const DEPTH = 6;
const MOST_OPTIONAL = 3;
const MOST_ITEMS = 3;

export class Bodies {
  readonly #components: Readonly<Record<string, Schema>>;
  readonly #world: World;
  /** The generators of a schema by depth. */
  readonly #made = new Map<Schema, Map<string, Body>>();

  constructor(components: Readonly<Record<string, Schema>>, world: World) {
    this.#components = components;
    this.#world = world;
  }

  /** @param name the name of the field that has the schema */
  of(schema: Schema, name = "", depth = DEPTH): Body {
    const made = this.#made.get(schema) ?? new Map<string, Body>();
    this.#made.set(schema, made);
    const key = `${name} ${depth}`;
    const body = made.get(key) ?? this.#make(schema, name, depth);
    made.set(key, body);
    return body;
  }

  #make(schema: Schema, name: string, depth: number): Body {
    const { $ref, anyOf, type, properties, additionalProperties, items } = schema;
    if ($ref !== undefined) {
      const component = $ref.split("/").at(-1)!;
      const inside = ONE_OF.includes(component) ? component : name;
      return this.#world.references[component] ?? this.of(this.#components[component]!, inside, depth);
    }
    const types = typeof type === "string" ? [type] : (type ?? []);
    if (anyOf) return this.#oneOf(anyOf, name, depth);
    if (schema.const !== undefined) return fc.constant(JSON.stringify(schema.const));
    if (schema.enum) return fc.constantFrom(...schema.enum.map((value) => JSON.stringify(value)));
    const [kind, ...others] = types;
    const own =
      kind === "array"
        ? this.#list(schema, items ?? {}, name, depth)
        : kind === "object" && properties
          ? this.#object(schema, name, depth)
          : kind === "object"
            ? this.#map(additionalProperties, name, depth)
            : this.#scalar(kind, schema, name);
    return others.includes("null") ? seldom(own, fc.constant("null")) : own;
  }

  /** Prefers alternatives without nesting where the depth is used up. */
  #oneOf(all: readonly Schema[], name: string, depth: number): Body {
    const flat = all.filter(({ $ref, type }) => !$ref && type !== "array" && type !== "object");
    const values = depth > 0 || flat.length === 0 ? all : flat;
    const nothing = values.filter(({ type }) => type === "null");
    const something = values.filter(({ type }) => type !== "null").map((one) => this.of(one, name, depth));
    if (something.length === 0) return fc.constant("null");
    const drawn = something.length === 1 ? something[0]! : fc.oneof(...something);
    return nothing.length > 0 ? seldom(drawn, fc.constant("null")) : drawn;
  }

  #object({ properties = {}, required = [] }: Schema, name: string, depth: number): Body {
    const optional = Object.keys(properties).filter((one) => !required.includes(one));
    const usual = optional.filter((one) => USUAL.includes(one));
    const isOne = ONE_OF.includes(name);
    const most = depth > 0 ? Math.min(isOne ? 1 : MOST_OPTIONAL, optional.length) : 0;
    const chosen = fc.subarray(optional, { minLength: isOne ? most : 0, maxLength: most });
    return fc.tuple(chosen, fc.integer({ min: 0, max: 9 })).chain(([some, chance]) => {
      const names = new Set([...required, ...(chance > 0 && !isOne && depth > 0 ? usual : []), ...some]);
      const members = Array.from(names, (one): fc.Arbitrary<Member> => {
        return this.of(properties[one]!, one, depth - 1).map((value) => [one, value]);
      });
      return fc.tuple(...members).map((all) => ({ members: all }));
    });
  }

  #map(values: boolean | Schema | undefined, name: string, depth: number): Body {
    const value = typeof values === "object" ? this.of(values, name, depth - 1) : ANY;
    const member = fc.tuple(fc.constantFrom(...MAP_KEYS), value);
    return fc
      .uniqueArray(member, { selector: ([key]) => key, maxLength: MOST_ITEMS })
      .map((members) => ({ members }));
  }

  #list({ minItems = 0 }: Schema, items: Schema, name: string, depth: number): Body {
    const most = depth > 0 ? Math.max(minItems, MOST_ITEMS) : minItems;
    return fc.array(this.of(items, name, depth - 1), { minLength: minItems, maxLength: most });
  }

  #scalar(kind: string | undefined, { minimum, maximum }: Schema, name: string): Body {
    const named = kind === undefined || kind === "boolean" ? undefined : this.#world.named[name];
    if (named) return named;
    const usual = SCALARS[kind ?? ""] ?? ANY;
    if (minimum === undefined) return usual;
    return fc.oneof(fc.constantFrom(...[minimum, minimum + 1, maximum ?? minimum + 3].map(String)), usual);
  }
}

function seldom(often: Body, value: Body): Body {
  return fc.oneof({ weight: 7, arbitrary: often }, { weight: 1, arbitrary: value });
}
