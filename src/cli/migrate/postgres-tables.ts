// The tables of a PostgreSQL database that have columns of pgvector: columns, key, distances, indexes.
// The decision: a vector has the distance of its index, because queries of the application use that; a column without
// an index, or with indexes of several distances, is refused until the user says the distance.
import type { FieldSchema } from "../../schema/payload-index.ts";
import type { Distance } from "../../shared/distances.ts";
import type { Queries } from "./postgres-queries.ts";

export interface Column {
  readonly name: string;
  /** The name of the type, such as `vector` or `int8`. */
  readonly type: string;
  /** The type as it is declared, such as `character varying(20)`. */
  readonly declared: string;
  /** The declared dimension of a vector; null: it has none. */
  readonly size: number | null;
}

export interface Table {
  /** The name of the table, after its schema and a dot unless that is `public`. */
  readonly name: string;
  /** The name as it stands in a statement. */
  readonly quoted: string;
  readonly columns: readonly Column[];
  /** The columns of the key; none: the table has no key. */
  readonly key: readonly Column[];
  /** The distances of indexes by column. */
  readonly distances: ReadonlyMap<string, ReadonlySet<Distance>>;
  /** Payload indexes by column. */
  readonly indexes: ReadonlyMap<string, FieldSchema>;
}

export const DENSE_TYPES: readonly string[] = ["vector", "halfvec"];
export const SPARSE_TYPE = "sparsevec";

const TABLES = `select c.oid::text, n.nspname, c.relname
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and exists (select from pg_attribute a join pg_type t on t.oid = a.atttypid where a.attrelid = c.oid
      and a.attnum > 0 and not a.attisdropped and t.typname in ('vector', 'halfvec', 'sparsevec'))
  order by n.nspname, c.relname`;
const COLUMNS = `select a.attname, t.typname, format_type(a.atttypid, a.atttypmod), a.atttypmod::text
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped order by a.attnum`;
const KEY = `select array_to_json(array(select a.attname from unnest(i.indkey) with ordinality k(n, o)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.n where k.o <= i.indnkeyatts order by k.o))::text
  from pg_index i where i.indrelid = $1::oid and i.indisunique and i.indisvalid and i.indpred is null
    and i.indexprs is null and not exists (select from unnest(i.indkey) n
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = n where not a.attnotnull)
  order by i.indisprimary desc, i.indexrelid limit 1`;
const INDEXES = `select am.amname, a.attname, o.opcname, pg_get_indexdef(i.indexrelid)
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am am on am.oid = c.relam
    join pg_opclass o on o.oid = i.indclass[0]
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] and a.attnum > 0
  where i.indrelid = $1::oid`;
const OPERATORS: Readonly<Record<string, Distance>> = {
  l2: "Euclid",
  ip: "Dot",
  cosine: "Cosine",
  l1: "Manhattan",
};
const INDEX_TYPES: Readonly<Record<string, FieldSchema>> = {
  int2: "integer",
  int4: "integer",
  int8: "integer",
  float4: "float",
  float8: "float",
  numeric: "float",
  bool: "bool",
  text: "keyword",
  varchar: "keyword",
  bpchar: "keyword",
  uuid: "uuid",
  date: "datetime",
  timestamp: "datetime",
  timestamptz: "datetime",
};

export async function tablesOf(queries: Queries): Promise<readonly Table[]> {
  const tables: Table[] = [];
  for (const [oid, schema, relation] of await queries.query(TABLES)) {
    const of = [oid!];
    const columns = (await queries.query(COLUMNS, of)).map(columnOf);
    const [keyRow] = await queries.query(KEY, of);
    const names = keyRow ? (JSON.parse(keyRow[0]!) as string[]) : [];
    tables.push({
      name: schema === "public" ? relation! : `${schema}.${relation}`,
      quoted: `${quoted(schema!)}.${quoted(relation!)}`,
      columns,
      key: names.map((name) => columns.find((column) => column.name === name)!),
      ...indexesIn(await queries.query(INDEXES, of), columns),
    });
  }
  return tables;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function isVector({ type }: Column): boolean {
  return DENSE_TYPES.includes(type) || type === SPARSE_TYPE;
}

function columnOf([name, type, declared, modifier]: readonly (string | null)[]): Column {
  const size = Number(modifier);
  return { name: name!, type: type!, declared: declared!, size: size > 0 ? size : null };
}

function indexesIn(rows: readonly (readonly (string | null)[])[], columns: readonly Column[]) {
  const distances = new Map<string, Set<Distance>>();
  const indexes = new Map<string, FieldSchema>();
  for (const [method, column, operators, definition] of rows) {
    const [, measure] = /^(?:vector|halfvec|sparsevec)_(\w+)_ops$/.exec(operators!) ?? [];
    const distance = OPERATORS[measure ?? ""];
    if (distance !== undefined) {
      // The index of an expression, such as (embedding::halfvec(3072)), names the column only in its definition.
      const name = column ?? columns.find((one) => isVector(one) && definition!.includes(one.name))?.name;
      if (name !== undefined) distances.set(name, new Set(distances.get(name)).add(distance));
      continue;
    }
    const type = INDEX_TYPES[columns.find(({ name }) => name === column)?.type ?? ""];
    if (column !== null && column !== undefined && type !== undefined && method !== "brin")
      indexes.set(column, type);
  }
  return { distances, indexes };
}
