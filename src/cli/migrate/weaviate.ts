// Collections (classes) of a Weaviate server, read by its REST API.
// The decision: the schema tells no dimension, so the first objects are read for it. An object is never given a vector
// here: one without a vector becomes a point without one.

import { membersOf } from "../../json/raw-parts.ts";
import type { VectorParams } from "../../schema/collection-config.ts";
import type { FieldSchema } from "../../schema/payload-index.ts";
import type { Distance } from "../../shared/distances.ts";
import { fieldsOf, isNothing, rowOf, textOfBytes } from "./point-line.ts";
import {
  chosen,
  type RowOptions,
  refused,
  type SourceCollection,
  type SourceDatabase,
  type SourceId,
  type SourceRow,
} from "./source-database.ts";
import { itemsIn, PageSize, SourceFailed, type SourceHttp } from "./source-http.ts";
import { sizesIn } from "./vector-text.ts";

interface WeaviateOptions extends RowOptions {
  /** The tenant whose objects are read, of collections with several; null: none is named. */
  readonly tenant: string | null;
}

interface VectorIndexConfig {
  readonly distance?: string;
  readonly multivector?: { readonly enabled?: boolean };
}

interface Property {
  readonly name: string;
  readonly dataType: readonly string[];
  readonly indexFilterable?: boolean | null;
  readonly indexSearchable?: boolean | null;
}

interface Described {
  readonly class: string;
  readonly vectorConfig?: Readonly<Record<string, { readonly vectorIndexConfig?: VectorIndexConfig }>> | null;
  readonly vectorIndexConfig?: VectorIndexConfig | null;
  readonly multiTenancyConfig?: { readonly enabled?: boolean } | null;
  readonly properties?: readonly Property[] | null;
}

const DISTANCES: Readonly<Record<string, Distance>> = {
  cosine: "Cosine",
  dot: "Dot",
  "l2-squared": "Euclid",
  manhattan: "Manhattan",
};
/** Types of payload indexes by the type of a property. */
const INDEX_TYPES: Readonly<Record<string, FieldSchema>> = {
  int: "integer",
  number: "float",
  boolean: "bool",
  date: "datetime",
  uuid: "uuid",
};
/** Objects that are read for the dimensions of their vectors. */
const DIMENSION_OBJECTS = 1_000;
const MANY_IDS = 1_000;

export class WeaviateSource implements SourceDatabase {
  readonly #http: SourceHttp;
  readonly #options: WeaviateOptions;
  /** The names of collections with tenants. */
  readonly #tenanted = new Set<string>();

  constructor(http: SourceHttp, options: WeaviateOptions) {
    this.#http = http;
    this.#options = options;
  }

  get name(): string {
    return `Weaviate at ${this.#http.shown}`;
  }

  async collections(names: readonly string[] | null): Promise<readonly SourceCollection[]> {
    const { classes } = await this.#http.value<{ classes: Described[] | null }>("GET", "/v1/schema");
    const all = [...(classes ?? [])].sort((a, b) => (a.class < b.class ? -1 : 1));
    const byName = new Map(all.map((one) => [one.class, one]));
    const found: SourceCollection[] = [];
    for (const one of chosen(byName, names, (name) => `${this.name} has no collection ${name}`))
      found.push(await this.#collection(one));
    return found;
  }

  rows(collection: string, after: string | null): AsyncGenerator<SourceRow> {
    return this.#objects(collection, after, new PageSize(this.#options.batch), true);
  }

  async *ids(collection: string): AsyncGenerator<SourceId> {
    yield* this.#objects(collection, null, new PageSize(MANY_IDS), false);
  }

  async pick(collection: string, keys: readonly string[]): Promise<readonly SourceRow[]> {
    const rows: SourceRow[] = [];
    for (const key of keys) {
      const path = `/v1/objects/${encodeURIComponent(collection)}/${key}?include=vector${this.#tenantOf(collection)}`;
      try {
        const { members, text } = await this.#http.whole("GET", path);
        rows.push(objectRow(members, text));
      } catch (error) {
        if (!(error instanceof SourceFailed && error.isMissing)) throw error;
      }
    }
    return rows;
  }

  async close(): Promise<void> {}

  async *#objects(
    collection: string,
    after: string | null,
    size: PageSize,
    isWhole: boolean,
  ): AsyncGenerator<SourceRow> {
    const include = isWhole ? "&include=vector" : "";
    const of = `class=${encodeURIComponent(collection)}${include}${this.#tenantOf(collection)}`;
    for (let last = after ?? ""; ; ) {
      const path = `/v1/objects?${of}&limit=${size.rows}&after=${last}`;
      const answer = await this.#http.members("GET", path);
      const objects = itemsIn(answer.get("objects")?.value, "objects");
      const rows = objects.map((object) => objectRow(membersOf(object)!, textOfBytes(object)));
      yield* rows;
      if (rows.length === 0) return;
      last = rows.at(-1)!.after;
      size.note(
        rows.length,
        objects.reduce((sum, { length }) => sum + length, 0),
      );
    }
  }

  async #collection(described: Described): Promise<SourceCollection> {
    const { class: name, vectorConfig, vectorIndexConfig, multiTenancyConfig } = described;
    if (multiTenancyConfig?.enabled) {
      this.#tenanted.add(name);
      if (this.#options.tenant === null)
        return refused(name, 0, "it has tenants: say --tenant NAME for each");
    }
    const points = await this.count(name);
    const configs = Object.entries(vectorConfig ?? {}).map(
      ([vector, { vectorIndexConfig: config }]) => [vector, config ?? {}] as const,
    );
    if (configs.length === 0) configs.push(["", vectorIndexConfig ?? {}]);
    for (const [vector, { distance = "cosine", multivector }] of configs) {
      const which = vector === "" ? "its vector" : `the vector "${vector}"`;
      if (multivector?.enabled)
        return refused(name, points, `${which} is a multivector, of which Azimuth has none`);
      if (!(distance in DISTANCES))
        return refused(name, points, `${which} has the distance ${distance}, which Azimuth does not know`);
    }
    const sizes = await this.#sizes(name, configs.length);
    const dense = configs.flatMap(([vector, { distance = "cosine" }]) => {
      const size = sizes.get(vector);
      return size === undefined ? [] : [[vector, { size, distance: DISTANCES[distance]! }] as const];
    });
    if (dense.length === 0) {
      const why =
        points === 0 ? "it has no objects, and so no dimension" : "none of its first objects has a vector";
      return refused(name, points, why);
    }
    const absent = configs.filter(([vector]) => !sizes.has(vector));
    const notes = absent.map(
      ([vector]) =>
        `the vector "${vector}" is not made: none of the first ${DIMENSION_OBJECTS} objects has one`,
    );
    const { indexes, others } = indexesOf(described.properties ?? []);
    return {
      name,
      points,
      dense: new Map<string, VectorParams>(dense),
      sparse: new Map(),
      settings: {},
      indexes,
      notes: [...notes, ...others],
      refusal: null,
    };
  }

  async #sizes(collection: string, names: number): Promise<ReadonlyMap<string, number>> {
    const read: SourceRow[] = [];
    for await (const row of this.rows(collection, null)) {
      read.push(row);
      if (read.length >= DIMENSION_OBJECTS || (read.length % 100 === 0 && sizesIn(read).size === names))
        break;
    }
    return sizesIn(read);
  }

  async count(collection: string): Promise<number> {
    const tenant = this.#tenanted.has(collection) ? `(tenant: ${JSON.stringify(this.#options.tenant)})` : "";
    const query = `{ Aggregate { ${collection}${tenant} { meta { count } } } }`;
    const { data, errors } = await this.#http.value<{
      data?: { Aggregate?: Record<string, { meta: { count: number } }[]> | null } | null;
      errors?: readonly { message: string }[] | null;
    }>("POST", "/v1/graphql", { query });
    const count = data?.Aggregate?.[collection]?.[0]?.meta.count;
    if (count !== undefined) return count;
    throw new SourceFailed(
      `${this.name} does not count ${collection}: ${errors?.[0]?.message ?? "no answer"}`,
      null,
    );
  }

  #tenantOf(collection: string): string {
    return this.#tenanted.has(collection) ? `&tenant=${encodeURIComponent(this.#options.tenant ?? "")}` : "";
  }
}

/** Returns payload indexes for properties that the source has indexed, and notes about others. */
function indexesOf(properties: readonly Property[]) {
  const indexes = new Map<string, FieldSchema>();
  const others: string[] = [];
  for (const { name, dataType, indexFilterable, indexSearchable } of properties) {
    const type = (dataType[0] ?? "").replace(/\[\]$/, "");
    if (type === "text" || type === "string") {
      if (indexSearchable !== false)
        indexes.set(name, { type: "text", phrase_matching: true, scoring: true });
      else if (indexFilterable !== false) indexes.set(name, "keyword");
    } else if (INDEX_TYPES[type] !== undefined) {
      if (indexFilterable !== false) indexes.set(name, INDEX_TYPES[type]);
    } else if (/^[A-Z]/.test(type)) others.push(`${name} is a reference: its beacons are kept as objects`);
    else others.push(`${name} (${type}) has no payload index`);
  }
  return { indexes, others };
}

function objectRow(members: ReturnType<typeof membersOf>, source: string): SourceRow {
  const id = textOfBytes(members?.get("id")?.value ?? new Uint8Array()).replaceAll('"', "");
  return rowOf({ key: id, after: id, source }, () => {
    const vectors = new Map<string, string>();
    const unnamed = members?.get("vector")?.value;
    if (!isNothing(unnamed) && textOfBytes(unnamed!) !== "[]") vectors.set("", textOfBytes(unnamed!));
    for (const [name, text] of fieldsOf(members?.get("vectors")?.value, "vectors")) vectors.set(name, text);
    return { id, vectors, payload: fieldsOf(members?.get("properties")?.value, "properties") };
  });
}
