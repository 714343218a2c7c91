// Collections of a Chroma server, read by its REST API: version 2, or version 1 of servers before 1.0.
// The decision: Chroma has no cursor, so rows are counted: a cursor is the number of rows before it. Rows that are
// deleted at the source meanwhile move others forward; the verification at the end finds those that were passed over.

import { membersOf, type RawMembers } from "../../json/raw-parts.ts";
import type { VectorParams } from "../../schema/collection-config.ts";
import type { FieldSchema } from "../../schema/payload-index.ts";
import type { Distance } from "../../shared/distances.ts";
import { addField, fieldsOf, idOfText, isNothing, rowOf, textOfBytes } from "./point-line.ts";
import {
  chosen,
  type RowOptions,
  refused,
  type SourceCollection,
  type SourceDatabase,
  type SourceId,
  type SourceRow,
} from "./source-database.ts";
import { itemsIn, PageSize, type SourceHttp } from "./source-http.ts";
import { sizesIn, sparseText } from "./vector-text.ts";

interface ChromaOptions extends RowOptions {
  readonly tenant: string;
  readonly database: string;
  /** The field of the payload for documents. */
  readonly documentField: string;
}

interface Described {
  readonly id: string;
  readonly name: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly dimension?: number | null;
  readonly configuration_json?: Readonly<Record<string, { readonly space?: string } | null>> | null;
  readonly schema?: { readonly keys?: Readonly<Record<string, Readonly<Record<string, unknown>>>> } | null;
}

const DISTANCES: Readonly<Record<string, Distance>> = { l2: "Euclid", cosine: "Cosine", ip: "Dot" };
const COLLECTIONS_OF_A_PAGE = 100;
const DIMENSION_ROWS = 100;
const INCLUDED = ["embeddings", "documents", "metadatas", "uris"];
/** The mark of an object in metadata that is a sparse vector. */
const KIND = "#type";
const URI_FIELD = "uri";

export class ChromaSource implements SourceDatabase {
  readonly #http: SourceHttp;
  readonly #options: ChromaOptions;
  /** The ids of collections by name. */
  readonly #ids = new Map<string, string>();
  #base: string | null = null;

  constructor(http: SourceHttp, options: ChromaOptions) {
    this.#http = http;
    this.#options = options;
  }

  get name(): string {
    return `Chroma at ${this.#http.shown}`;
  }

  async collections(names: readonly string[] | null): Promise<readonly SourceCollection[]> {
    const all = await this.#described();
    for (const { name, id } of all) this.#ids.set(name, id);
    const byName = new Map(all.map((one) => [one.name, one]));
    const found: SourceCollection[] = [];
    for (const one of chosen(byName, names, (name) => `${this.name} has no collection ${name}`))
      found.push(await this.#collection(one));
    return found;
  }

  async *rows(collection: string, after: string | null): AsyncGenerator<SourceRow> {
    const size = new PageSize(this.#options.batch);
    for (let offset = Number(after ?? 0); ; ) {
      const request = { limit: size.rows, offset, include: INCLUDED };
      const { rows, bytes } = await this.#get(collection, request, offset);
      // A server may have a lower limit of its own.
      if (rows.length === 0) return;
      yield* rows;
      offset += rows.length;
      size.note(rows.length, bytes);
    }
  }

  async *ids(collection: string): AsyncGenerator<SourceId> {
    for (let offset = 0; ; ) {
      const request = { limit: this.#options.batch, offset, include: [] };
      const { rows } = await this.#get(collection, request, offset);
      if (rows.length === 0) return;
      for (const { key } of rows) yield { key, id: idOfText(key).id };
      offset += rows.length;
    }
  }

  async pick(collection: string, keys: readonly string[]): Promise<readonly SourceRow[]> {
    return (await this.#get(collection, { ids: keys, include: INCLUDED }, 0)).rows;
  }

  async count(collection: string): Promise<number> {
    return this.#http.value<number>("GET", await this.#path(`/${this.#ids.get(collection)}/count`));
  }

  async close(): Promise<void> {}

  async #described(): Promise<Described[]> {
    const all: Described[] = [];
    for (;;) {
      const path = await this.#path(`?limit=${COLLECTIONS_OF_A_PAGE}&offset=${all.length}`);
      const page = await this.#http.value<Described[]>("GET", path);
      all.push(...page);
      if (page.length < COLLECTIONS_OF_A_PAGE) return all.sort((a, b) => (a.name < b.name ? -1 : 1));
    }
  }

  async #collection(described: Described): Promise<SourceCollection> {
    const { name, metadata, configuration_json, schema } = described;
    const points = await this.count(name);
    const space =
      configuration_json?.hnsw?.space ??
      configuration_json?.spann?.space ??
      (metadata?.["hnsw:space"] as string | undefined) ??
      "l2";
    const distance = DISTANCES[space];
    if (distance === undefined)
      return refused(name, points, `it has the distance ${space}, which Azimuth does not know`);
    const size = described.dimension ?? (await this.#size(name));
    if (size === null) {
      const why =
        points === 0 ? "it has no points, and so no dimension" : "none of its first rows has a vector";
      return refused(name, points, why);
    }
    const sparse = Object.entries(schema?.keys ?? {}).flatMap(([key, kinds]) =>
      "sparse_vector" in kinds ? [[key, {}] as const] : [],
    );
    const dense: VectorParams = { size, distance };
    const fields = Object.keys(metadata ?? {}).filter((key) => !key.startsWith("hnsw:"));
    const notes =
      fields.length > 0 ? [`the metadata of the collection is not taken: ${fields.join(", ")}`] : [];
    const indexes = new Map<string, FieldSchema>();
    return {
      name,
      points,
      dense: new Map([["", dense]]),
      sparse: new Map(sparse),
      settings: {},
      indexes,
      notes,
      refusal: null,
    };
  }

  /** Returns the dimension, which old servers do not tell. */
  async #size(collection: string): Promise<number | null> {
    const request = { limit: DIMENSION_ROWS, offset: 0, include: INCLUDED };
    return sizesIn((await this.#get(collection, request, 0)).rows).get("") ?? null;
  }

  async #get(collection: string, request: object, offset: number) {
    const path = await this.#path(`/${this.#ids.get(collection)}/get`);
    const answer = await this.#http.members("POST", path, request);
    const ids = itemsIn(answer.get("ids")?.value, "ids");
    const lists = new Map(
      INCLUDED.map((name) => {
        const value = answer.get(name)?.value;
        return [name, isNothing(value) ? [] : itemsIn(value, name)] as const;
      }),
    );
    const rows = ids.map((id, i) => {
      const parts = new Map(INCLUDED.map((name) => [name, lists.get(name)![i]] as const));
      return this.#row(JSON.parse(textOfBytes(id)) as string, parts, String(offset + i + 1));
    });
    const bytes = [...lists.values()].flat().reduce((sum, { length }) => sum + length, 0);
    return { rows, bytes };
  }

  #row(key: string, parts: ReadonlyMap<string, Uint8Array | undefined>, after: string): SourceRow {
    const given = [...parts].flatMap(([name, value]) =>
      isNothing(value) ? [] : [`${JSON.stringify(name.replace(/s$/, ""))}:${textOfBytes(value!)}`],
    );
    const source = `{${[`"id":${JSON.stringify(key)}`, ...given].join(",")}}`;
    return rowOf({ key, after, source }, () => {
      const { id, isDerived } = idOfText(key);
      const vectors = new Map<string, string>();
      const embedding = parts.get("embeddings");
      if (!isNothing(embedding)) vectors.set("", textOfBytes(embedding!));
      const payload = fieldsOf(parts.get("metadatas"), "metadata");
      for (const [name, text] of payload) {
        const sparse = sparseIn(membersOf(Buffer.from(text)));
        if (sparse === null) continue;
        vectors.set(name, sparse);
        payload.delete(name);
      }
      const { documentField, idField } = this.#options;
      const document = parts.get("documents");
      if (!isNothing(document)) addField(payload, documentField, textOfBytes(document!), "--document-field");
      const uri = parts.get("uris");
      if (!isNothing(uri)) payload.set(URI_FIELD, textOfBytes(uri!));
      if (isDerived) addField(payload, idField, JSON.stringify(key), "--id-field");
      return { id, vectors, payload };
    });
  }

  /** Returns a path below that of all collections, after finding out the version of the API. */
  async #path(rest: string): Promise<string> {
    const { tenant, database } = this.#options;
    const [one, two] = [tenant, database].map(encodeURIComponent) as [string, string];
    this.#base ??= (await this.#http.has("/api/v2/heartbeat"))
      ? `/api/v2/tenants/${one}/databases/${two}/collections`
      : `/api/v1/collections?tenant=${one}&database=${two}`;
    const [path, query] = this.#base.split("?");
    const [below, more] = rest.split("?");
    const all = [query, more].filter((part) => part !== undefined).join("&");
    return `${path}${below}${all === "" ? "" : `?${all}`}`;
  }
}

/** Returns the sparse vector that an object of metadata is, or null. */
function sparseIn(members: RawMembers | null): string | null {
  const kind = members?.get(KIND)?.value;
  if (kind === undefined || textOfBytes(kind) !== '"sparse_vector"') return null;
  const [indices, values] = ["indices", "values"].map((name) => members!.get(name)?.value);
  return indices && values ? sparseText(textOfBytes(indices), textOfBytes(values)) : null;
}
