// Vectors that were exported from Pinecone: JSONL or Parquet with the fields id, values, sparse_values and metadata.
// The decision: the readers are those of `azimuth import`. A folder is read like Pinecone's own layout: each folder in
// it is a namespace, whose files are one collection. A file has no cursor, so rows are counted and read again.
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { membersOf } from "../../json/raw-parts.ts";
import type { VectorParams } from "../../schema/collection-config.ts";
import type { Distance } from "../../shared/distances.ts";
import { unreadable } from "../data/file-faults.ts";
import { FORMATS, formatOf } from "../data/formats.ts";
import type { Row } from "../data/row.ts";
import { sourceAt } from "../data/source.ts";
import { addField, fieldsOf, idOfText, objectText, rowOf, textOfBytes } from "./point-line.ts";
import {
  chosen,
  type RowOptions,
  refused,
  type SourceCollection,
  type SourceDatabase,
  type SourceId,
  type SourceRow,
} from "./source-database.ts";
import { sizesIn, sparseText, vectorsIn } from "./vector-text.ts";

interface PineconeOptions extends RowOptions {
  readonly distance: Distance | null;
  /** The name of sparse vectors. */
  readonly sparseName: string;
  readonly stdin: Readable;
}

const FILE = /\.(?:jsonl|ndjson|json|parquet|pq)(?:\.gz)?$/i;
const READABLE = ["jsonl", "parquet"];

export class PineconeSource implements SourceDatabase {
  readonly name: string;
  readonly #options: PineconeOptions;
  /** The files of each collection. */
  readonly #files: ReadonlyMap<string, readonly string[]>;

  constructor(path: string, options: PineconeOptions) {
    this.name = path;
    this.#options = options;
    this.#files = filesAt(path);
  }

  async collections(names: readonly string[] | null): Promise<readonly SourceCollection[]> {
    const known = [...this.#files.keys()];
    const byName = new Map(known.map((name) => [name, name]));
    const refusal = (name: string) =>
      `${this.name} has no collection ${name}; it has ${known.join(", ") || "none"}`;
    const found: SourceCollection[] = [];
    for (const name of chosen(byName, names, refusal)) found.push(await this.#collection(name));
    return found;
  }

  async *rows(collection: string, after: string | null): AsyncGenerator<SourceRow> {
    const done = Number(after ?? 0);
    let read = 0;
    for (const path of this.#files.get(collection)!) {
      const source = sourceAt(path, this.#options.stdin);
      const format = FORMATS[formatOf(path, undefined, READABLE)]!;
      for await (const row of format.read(source, { delimiter: "," }))
        if (++read > done) yield this.#row(row, String(read));
    }
  }

  async *ids(collection: string): AsyncGenerator<SourceId> {
    const known = new Set<string>();
    for await (const { key, id } of this.rows(collection, null)) {
      if (id === null || known.has(id)) continue;
      known.add(id);
      yield { key, id };
    }
  }

  /** Reads rows again; the last one with an id counts, as it does where points are written. */
  async pick(collection: string, keys: readonly string[]): Promise<readonly SourceRow[]> {
    const found = new Map<string, SourceRow>();
    for await (const row of this.rows(collection, null))
      if (row.fault === null && keys.includes(row.key)) found.set(row.key, row);
    return [...found.values()];
  }

  async count(collection: string): Promise<number> {
    let count = 0;
    for await (const _ of this.ids(collection)) count++;
    return count;
  }

  async close(): Promise<void> {}

  async #collection(name: string): Promise<SourceCollection> {
    const { distance, sparseName } = this.#options;
    let size: number | null = null;
    const ids = new Set<string>();
    let rows = 0;
    let isSparse = false;
    for await (const row of this.rows(name, null)) {
      rows++;
      if (row.id !== null) ids.add(row.id);
      isSparse ||= vectorsIn(row).has(sparseName);
      size ??= sizesIn([row]).get("") ?? null;
    }
    if (size === null && !isSparse) return refused(name, rows, "none of its rows has a vector");
    const dense: [string, VectorParams][] =
      size === null ? [] : [["", { size, distance: distance ?? "Cosine" }]];
    const notes = [
      ...(distance === null
        ? ["an export does not tell the distance: it becomes Cosine, or as --distance says"]
        : []),
      ...(ids.size < rows ? [`${rows - ids.size} of ${rows} rows have no id, or that of a later row`] : []),
    ];
    return {
      name,
      points: rows,
      dense: new Map(dense),
      sparse: new Map(isSparse ? [[sparseName, {}]] : []),
      settings: {},
      indexes: new Map(),
      notes,
      refusal: null,
    };
  }

  #row({ fields, line, fault }: Row, after: string): SourceRow {
    const source = line ?? objectText(fields ?? new Map());
    if (fields === null) {
      const why = fault ?? "it cannot be read";
      return { key: "", after, id: null, line: null, fault: why, source: JSON.stringify(line ?? "") };
    }
    const key = textIn(fields.get("id"));
    return rowOf({ key: key ?? "", after, source }, () => {
      if (key === null) throw new InvalidArgument('it has no field "id" with a text');
      const { id, isDerived } = idOfText(key);
      const vectors = new Map<string, string>();
      const values = fields.get("values");
      if (values !== undefined && values !== "null" && values !== "[]") vectors.set("", values);
      const sparse = fields.get("sparse_values") ?? fields.get("sparseValues");
      if (sparse !== undefined && sparse !== "null") vectors.set(this.#options.sparseName, sparseIn(sparse));
      const payload = metadataIn(fields.get("metadata"));
      if (isDerived) addField(payload, this.#options.idField, JSON.stringify(key), "--id-field");
      return { id, vectors, payload };
    });
  }
}

/** @throws InvalidArgument if nothing there can be read */
function filesAt(path: string): ReadonlyMap<string, readonly string[]> {
  if (!existsSync(path)) throw unreadable(path, { code: "ENOENT" });
  if (!statSync(path).isDirectory()) return new Map([[nameOf(path), [path]]]);
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const inside = (folder: string) =>
    readdirSync(folder)
      .filter((name) => FILE.test(name))
      .sort()
      .map((name) => join(folder, name));
  const namespaces = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, inside(join(path, name))] as const);
  const all = [[nameOf(path), inside(path)] as const, ...namespaces].filter(([, files]) => files.length > 0);
  if (all.length === 0) throw new InvalidArgument(`${path} has no JSONL or Parquet files`);
  return new Map(all);
}

function nameOf(path: string): string {
  return basename(path).replace(FILE, "");
}

/** Returns the text of a JSON string or number, or null. */
function textIn(json: string | undefined): string | null {
  if (json === undefined) return null;
  const value: unknown = JSON.parse(json);
  if (typeof value === "string") return value;
  return typeof value === "number" ? json : null;
}

/** Returns the fields of metadata, which in Parquet is a text of JSON. @throws InvalidArgument */
function metadataIn(json: string | undefined): Map<string, string> {
  if (json === undefined) return new Map();
  const text = json.startsWith('"') ? (JSON.parse(json) as string) : json;
  if (text === "") return new Map();
  try {
    JSON.parse(text);
  } catch {
    throw new InvalidArgument("metadata: expected an object of JSON");
  }
  return fieldsOf(Buffer.from(text.trim()), "metadata");
}

/** Brings the members of a sparse vector into order, without others. @throws InvalidArgument */
function sparseIn(json: string): string {
  const members = membersOf(Buffer.from(json));
  const [indices, values] = ["indices", "values"].map((name) => members?.get(name)?.value);
  if (!indices || !values) throw new InvalidArgument("sparse_values: expected indices and values");
  return sparseText(textOfBytes(indices), textOfBytes(values));
}
