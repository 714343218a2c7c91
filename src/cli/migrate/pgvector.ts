// Tables of PostgreSQL with vectors of pgvector.
// The decision: rows are read in the order of the key, each page after the key of the last row, so a page costs the
// same wherever it is and an interrupted run continues in the middle. PostgreSQL writes the other columns as JSON.
import type { VectorParams } from "../../schema/collection-config.ts";
import type { Distance } from "../../shared/distances.ts";
import { addField, idOfText, isU64, rowOf } from "./point-line.ts";
import type { Queries } from "./postgres-queries.ts";
import {
  type Column,
  DENSE_TYPES,
  isVector,
  quoted,
  SPARSE_TYPE,
  type Table,
  tablesOf,
} from "./postgres-tables.ts";
import {
  chosen,
  type RowOptions,
  refused,
  type SourceCollection,
  type SourceDatabase,
  type SourceId,
  type SourceRow,
} from "./source-database.ts";
import { PageSize } from "./source-http.ts";
import { uuid5 } from "./uuid5.ts";
import { sparseText } from "./vector-text.ts";

interface PgvectorOptions extends RowOptions {
  /** The distance of vectors that is asked for; null: that of their index. */
  readonly distance: Distance | null;
}

type Values = readonly (string | null)[];

const MANY_IDS = 1_000;
/** The name of the table in statements. Bare names in `order by` would be those of the texts that are selected. */
const T = "t";
const INTEGER_TYPES: readonly string[] = ["int2", "int4", "int8"];

export class PgvectorSource implements SourceDatabase {
  readonly #queries: Queries;
  readonly #options: PgvectorOptions;
  readonly #tables = new Map<string, Table>();

  constructor(queries: Queries, options: PgvectorOptions) {
    this.#queries = queries;
    this.#options = options;
  }

  get name(): string {
    return `PostgreSQL at ${this.#queries.shown}`;
  }

  async collections(names: readonly string[] | null): Promise<readonly SourceCollection[]> {
    for (const table of await tablesOf(this.#queries)) this.#tables.set(table.name, table);
    const found: SourceCollection[] = [];
    for (const table of chosen(
      this.#tables,
      names,
      (name) => `${this.name} has no table ${name} with vectors`,
    ))
      found.push(await this.#collection(table));
    return found;
  }

  async *rows(collection: string, after: string | null): AsyncGenerator<SourceRow> {
    const table = this.#tables.get(collection)!;
    const selected = table.columns.map(selectedAs);
    for await (const values of this.#pages(table, selected, after, new PageSize(this.#options.batch)))
      yield this.#row(table, values);
  }

  async *ids(collection: string): AsyncGenerator<SourceId> {
    const table = this.#tables.get(collection)!;
    for await (const values of this.#pages(table, [], null, new PageSize(MANY_IDS))) {
      const key = values as readonly string[];
      yield { key: JSON.stringify(key), id: idOf(table, key).id };
    }
  }

  async pick(collection: string, keys: readonly string[]): Promise<readonly SourceRow[]> {
    const table = this.#tables.get(collection)!;
    const values = keys.flatMap((key) => JSON.parse(key) as string[]);
    const lists = keys.map((_, i) => parameters(table, i * table.key.length)).join(", ");
    const text = `${selectFrom(table, table.columns.map(selectedAs))} where ${keyList(table)} in (${lists})`;
    return (await this.#queries.query(text, values)).map((row) => this.#row(table, row));
  }

  async count(collection: string): Promise<number> {
    const { quoted: from } = this.#tables.get(collection)!;
    const [row] = await this.#queries.query(`select count(*)::text from ${from}`);
    return Number(row![0]);
  }

  close(): Promise<void> {
    return this.#queries.close();
  }

  /** Reads the key and other columns of all rows, by pages. */
  async *#pages(
    table: Table,
    columns: readonly string[],
    after: string | null,
    size: PageSize,
  ): AsyncGenerator<Values> {
    let last = after === null ? null : (JSON.parse(after) as string[]);
    const order = table.key.map(columnIn).join(", ");
    for (;;) {
      const limit = size.rows;
      const where = last === null ? "" : ` where ${keyList(table)} > ${parameters(table, 0)}`;
      const text = `${selectFrom(table, columns)}${where} order by ${order} limit ${limit}`;
      const rows = await this.#queries.query(text, last ?? []);
      yield* rows;
      if (rows.length < limit) return;
      last = rows.at(-1)!.slice(0, table.key.length) as string[];
      size.note(
        rows.length,
        rows.flat().reduce((sum, value) => sum + (value?.length ?? 0), 0),
      );
    }
  }

  async #collection(table: Table): Promise<SourceCollection> {
    const { name, columns, key } = table;
    const points = await this.count(name);
    if (key.length === 0) return refused(name, points, "it has no primary key, and so no ids");
    const dense = columns.filter(({ type }) => DENSE_TYPES.includes(type));
    const vectors: [string, VectorParams][] = [];
    for (const column of dense) {
      const distance = this.#distanceOf(table, column);
      if (distance === null) {
        const why =
          (table.distances.get(column.name)?.size ?? 0) > 1
            ? "has indexes of several distances"
            : "has no index that tells a distance";
        return refused(name, points, `the column ${column.name} ${why}: say --distance`);
      }
      const size = column.size ?? (await this.#sizeOf(table, column));
      if (size === null)
        return refused(
          name,
          points,
          `the column ${column.name} has no dimension and no vector that would tell it`,
        );
      vectors.push([dense.length === 1 ? "" : column.name, { size, distance }]);
    }
    const sparse = columns.filter(({ type }) => type === SPARSE_TYPE);
    const halves = dense.filter(({ type }) => type === "halfvec");
    const notes = [
      ...halves.map((column) => `${column.name} becomes float32; it was halfvec`),
      ...sparse.flatMap((column) => {
        const given = [...(table.distances.get(column.name) ?? [])].filter((distance) => distance !== "Dot");
        return given.map(
          (distance) => `${column.name} is compared by products; its index is for ${distance}`,
        );
      }),
    ];
    const indexes = [...table.indexes].filter(([column]) => !(key.length === 1 && key[0]!.name === column));
    return {
      name,
      points,
      dense: new Map(vectors),
      sparse: new Map(sparse.map((column) => [column.name, {}])),
      settings: {},
      indexes: new Map(indexes),
      notes,
      refusal: null,
    };
  }

  #distanceOf({ distances }: Table, { name }: Column): Distance | null {
    if (this.#options.distance !== null) return this.#options.distance;
    const [one, ...others] = distances.get(name) ?? [];
    return one !== undefined && others.length === 0 ? one : null;
  }

  async #sizeOf({ quoted: from }: Table, { name }: Column): Promise<number | null> {
    const column = quoted(name);
    const text = `select vector_dims(${column})::text from ${from} where ${column} is not null limit 1`;
    const [row] = await this.#queries.query(text);
    return row ? Number(row[0]) : null;
  }

  #row(table: Table, values: Values): SourceRow {
    const { key, columns } = table;
    const keyValues = values.slice(0, key.length) as string[];
    const texts = new Map(columns.map((column, i) => [column, values[key.length + i] ?? null] as const));
    const after = JSON.stringify(keyValues);
    const shown = Array.from(texts, ([column, text]) => {
      const value = text === null ? "null" : isVector(column) ? JSON.stringify(text) : text;
      return `${JSON.stringify(column.name)}:${value}`;
    });
    return rowOf({ key: after, after, source: `{${shown.join(",")}}` }, () => {
      const { id, original } = idOf(table, keyValues);
      const vectors = new Map<string, string>();
      const payload = new Map<string, string>();
      const isOnly = columns.filter(({ type }) => DENSE_TYPES.includes(type)).length === 1;
      for (const [column, text] of texts) {
        if (isVector(column)) {
          const name = isOnly && column.type !== SPARSE_TYPE ? "" : column.name;
          if (text !== null) vectors.set(name, column.type === SPARSE_TYPE ? sparseOf(text) : text);
        } else if (!(key.length === 1 && key[0]!.name === column.name))
          payload.set(column.name, text ?? "null");
      }
      if (original !== null) addField(payload, this.#options.idField, JSON.stringify(original), "--id-field");
      return { id, vectors, payload };
    });
  }
}

/** Returns the id of a row, and the text of its key unless that is the id or columns of the payload have it. */
function idOf({ key }: Table, values: readonly string[]): { id: string; original: string | null } {
  const [text] = values as [string];
  // The columns of a key of several columns stay in the payload.
  if (key.length > 1) return { id: uuid5(JSON.stringify(values)), original: null };
  if (INTEGER_TYPES.includes(key[0]!.type) && isU64(text)) return { id: text, original: null };
  const { id, isDerived } = idOfText(text);
  return { id, original: isDerived ? text : null };
}

function selectFrom({ key, quoted: from }: Table, columns: readonly string[]): string {
  const keys = key.map((column) => `${columnIn(column)}::text`);
  return `select ${[...keys, ...columns].join(", ")} from ${from} ${T}`;
}

function selectedAs(column: Column): string {
  const name = columnIn(column);
  return isVector(column) ? `${name}::text` : `to_json(${name})::text`;
}

function keyList({ key }: Table): string {
  return `(${key.map(columnIn).join(", ")})`;
}

function columnIn({ name }: Column): string {
  return `${T}.${quoted(name)}`;
}

/** Returns the list of parameters for a key. @param from the number of parameters before it */
function parameters({ key }: Table, from: number): string {
  return `(${key.map(({ declared }, i) => `$${from + i + 1}::${declared}`).join(", ")})`;
}

/** Converts `{1:0.5,7:2}/10`, whose first index is 1. */
function sparseOf(text: string): string {
  const entries = [...text.matchAll(/(\d+):([^,}]+)/g)];
  const indices = entries.map(([, index]) => Number(index) - 1);
  return sparseText(JSON.stringify(indices), `[${entries.map(([, , value]) => value).join(",")}]`);
}
