// Tells the JSON reader which parts of a request are packed as vectors, and which are kept as bytes.
// The decision: a shape is compiled from the schema that also validates and documents the operation, once in a process
// and at its first use, so that it does not delay the start. A union becomes one shape that allows what any of its
// alternatives allows; the validator decides between them. Recursive schemas (`$ref` into `$defs`) become cyclic
// shapes, because a set of alternatives is compiled only once.
import { LEAF } from "../schema/leaf.ts";

export interface Shape {
  /** A `vector` leaf is possible here: an array of numbers becomes a Float32Array. */
  readonly packed: boolean;
  /** The indices of a sparse vector are possible here: an array of integers becomes a Uint32Array. */
  readonly words: boolean;
  /** A `payload` leaf is possible here: an object becomes RawJson. */
  readonly raw: boolean;
  /** Floats are distinguished from integers (Float). No schema sets this. */
  readonly exact?: boolean;
  readonly properties: ReadonlyMap<string, Shape | undefined>;
  /** The shape of values whose keys are not in `properties`. */
  readonly rest: Shape | undefined;
  readonly items: Shape | undefined;
}

/** The shape of values in which numbers keep their spelling at all levels. */
export const EXACT: Shape = {
  packed: false,
  words: false,
  raw: false,
  exact: true,
  properties: new Map(),
  get rest(): Shape {
    return EXACT;
  },
  get items(): Shape {
    return EXACT;
  },
};

const LIST = { properties: new Map<string, never>(), rest: undefined, items: undefined, raw: false };
/** The members of a sparse vector. */
const SPARSE_MEMBERS: ReadonlyMap<string, Shape> = new Map([
  ["indices", { ...LIST, packed: false, words: true }],
  ["values", { ...LIST, packed: true, words: false }],
]);

/** The part of JSON Schema that says where values are; the validator uses the rest. */
interface Schema {
  readonly [LEAF]?: unknown;
  readonly $ref?: string;
  readonly $defs?: Definitions;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  /** Other names of members, each with the name whose shape it shares. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | readonly Schema[];
}

type Definitions = Readonly<Record<string, Schema>>;

/** A schema with the definitions that its references mean. */
interface Site {
  readonly schema: Schema;
  readonly definitions: Definitions;
}

const NO_DEFINITIONS: Definitions = {};

const COMPILED = new WeakMap<object, Shape | undefined>();

/** Returns the shape of `schema`, or undefined if the reader treats all its values in the ordinary way. */
export function compileShape(schema: object): Shape | undefined {
  if (!COMPILED.has(schema)) {
    COMPILED.set(schema, new Compiler().compile([{ schema, definitions: NO_DEFINITIONS }]));
  }
  return COMPILED.get(schema);
}

/** Returns the shape of a member of an object. */
export function shapeOf({ properties, rest }: Shape, key: string): Shape | undefined {
  return properties.has(key) ? properties.get(key) : rest;
}

class Compiler {
  readonly #numbers = new Map<object, number>();
  readonly #shapes = new Map<string, Shape>();

  compile(alternatives: readonly Site[]): Shape | undefined {
    const sites = new Map<string, Site>();
    for (const site of alternatives) this.#expand(site, sites);
    if (![...sites.values()].some(({ schema }) => isReadByName(schema))) return undefined;

    const key = [...sites.keys()].sort().join();
    const known = this.#shapes.get(key);
    if (known) return known;
    const properties = new Map<string, Shape | undefined>();
    const shape = {
      packed: false,
      words: false,
      raw: false,
      properties,
      rest: undefined,
      items: undefined,
    } as {
      -readonly [Key in keyof Shape]: Shape[Key];
    };
    this.#shapes.set(key, shape); // before its parts, so that a recursive schema finds it
    this.#fill(shape, properties, [...sites.values()]);
    return shape;
  }

  #fill(
    shape: { -readonly [Key in keyof Shape]: Shape[Key] },
    properties: Map<string, Shape | undefined>,
    sites: readonly Site[],
  ): void {
    const mayBeSparse = sites.some(({ schema }) => schema[LEAF] === "named_vector");
    shape.packed = mayBeSparse || sites.some(({ schema }) => schema[LEAF] === "vector");
    shape.raw = sites.some(({ schema }) => schema[LEAF] === "payload");
    shape.items = this.compile(sites.flatMap((site) => within(site, [site.schema.items].flat())));
    shape.rest = this.compile(sites.flatMap(restOf));
    const names = new Set(sites.flatMap(({ schema }) => Object.keys(schema.properties ?? {})));
    for (const name of names) {
      const values = sites.flatMap((site) => {
        const own = site.schema.properties;
        return own && Object.hasOwn(own, name) ? within(site, [own[name]]) : restOf(site);
      });
      properties.set(name, this.compile(values));
    }
    if (mayBeSparse) for (const [name, member] of SPARSE_MEMBERS) properties.set(name, member);
    for (const { schema } of sites) {
      for (const [alias, name] of Object.entries(schema.aliases ?? {})) {
        if (!properties.has(alias)) properties.set(alias, properties.get(name));
      }
    }
  }

  /** Adds a site and, through unions and references, all alternatives that it stands for. */
  #expand(site: Site, into: Map<string, Site>): void {
    const { schema } = site;
    const definitions = schema.$defs ?? site.definitions;
    const key = `${this.#number(schema)}/${this.#number(definitions)}`;
    if (into.has(key)) return;
    into.set(key, { schema, definitions });
    for (const union of [schema.anyOf, schema.oneOf, schema.allOf]) {
      for (const alternative of union ?? []) this.#expand({ schema: alternative, definitions }, into);
    }
    if (schema.$ref !== undefined) {
      this.#expand({ schema: resolve(schema.$ref, definitions), definitions }, into);
    }
  }

  #number(object: object): number {
    const number = this.#numbers.get(object) ?? this.#numbers.size;
    this.#numbers.set(object, number);
    return number;
  }
}

function resolve(reference: string, definitions: Definitions): Schema {
  const schema = definitions[reference.replace(/^#\/\$defs\//, "")];
  if (!schema) throw new Error(`schema refers to ${reference}, which is not among its $defs`);
  return schema;
}

function isReadByName({
  [LEAF]: leaf,
  properties,
  patternProperties,
  additionalProperties,
  items,
}: Schema): boolean {
  return (
    leaf === "vector" ||
    leaf === "named_vector" ||
    leaf === "payload" ||
    [properties, patternProperties, additionalProperties, items].some(isSchema)
  );
}

function within({ definitions }: Site, parts: readonly unknown[]): Site[] {
  return parts.filter(isSchema).map((schema) => ({ schema, definitions }));
}

function restOf(site: Site): Site[] {
  const { patternProperties, additionalProperties } = site.schema;
  return within(site, [...Object.values(patternProperties ?? {}), additionalProperties]);
}

function isSchema(part: unknown): part is Schema {
  return typeof part === "object" && part !== null;
}
