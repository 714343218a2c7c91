// All statements of this driver about the log.
// The decision: an append is one call of a function, so it takes one round trip. What a reader does not need stays on
// the disk of PostgreSQL: the body of an entry whose place the reader does not have is neither sent nor read from the
// table in which PostgreSQL keeps long values.
import { READ_ENTRIES } from "../../storage/entry-checks.ts";
import type { Statement } from "./connection.ts";
import { creation, migration, SCHEMA_VERSION } from "./tables.ts";

/** Bodies above this are read in parts of this size. */
export const PART_BYTES = 8 * 2 ** 20;
const TRIMMED_AT_A_TIME = 5_000;

/** What a reader asks for. */
interface Reading {
  /** The last entry that it has. */
  readonly after: number;
  /** The bytes of bodies that it wants, about. */
  readonly bytes: number;
  /** The places whose entries have bodies for it. */
  readonly places: ReadonlySet<string>;
}

/**
 * Returns the statements for one schema, whose name needs no quotes.
 * @param requireQuorum whether commits fail while the configuration of PostgreSQL names no standbys
 */
export function statementsOf(schema: string, requireQuorum: boolean) {
  const barrier = `${schema}.barrier(${requireQuorum})`;
  return {
    /** @param id of the log: only those who may read the log know the name of its channel */
    listen: (id: string): Statement => ({ text: `listen "azimuth:${id}"` }),
    notify: (id: string, text: string): Statement => ({
      name: "notify",
      text: "select pg_notify($1, $2)",
      values: [`azimuth:${id}`, text],
    }),
    /** Whether the schema exists, and whether its tables do. */
    exists: {
      text: `select to_regnamespace('${schema}') is not null, to_regclass('${schema}.meta') is not null`,
    },
    lock: { text: "select pg_advisory_xact_lock(hashtext($1))", values: [`azimuth:${schema}`] },
    createSchema: { text: `create schema ${schema}` },
    createTables: { text: creation(schema) },
    migrate: { text: migration(schema) },
    register: (id: string, secret: string, name: string): Statement => ({
      text: `insert into ${schema}.meta (version, id, secret, name) values (${SCHEMA_VERSION}, $1, $2, $3)`,
      values: [id, secret, name],
    }),
    version: { text: `select version from ${schema}.meta` },
    meta: { text: `select id::text, secret, name from ${schema}.meta` },
    append: (values: readonly unknown[]): Statement => ({
      name: "append",
      text: `select unnest(${schema}.append($1, $2, $3, $4, $5, $6, ${requireQuorum}))`,
      values,
    }),
    /** The number of the last entry, of the first one, and a barrier for both. */
    ends: { name: "ends", text: `select seq, first, ${barrier} from ${schema}.head` },
    barrier: { name: "barrier", text: `select ${barrier}` },
    read: ({ after, bytes, places }: Reading, hasBarrier: boolean): Statement => ({
      name: hasBarrier ? "read with barrier" : "read",
      text: reading(schema, hasBarrier ? barrier : "null"),
      values: [after, bytes, [...places]],
    }),
    /** A part of a body. */
    part: (seq: number, offset: number): Statement => ({
      name: "part",
      text: `select substring(body from $2 for ${PART_BYTES}) from ${schema}.log where seq = $1`,
      values: [seq, offset + 1],
    }),
    raiseFirst: (below: number): Statement => ({
      text: `update ${schema}.head set first = least($1, seq + 1) where first < $1`,
      values: [below],
    }),
    /** Removes some of the entries below the first one. */
    removeTrimmed: {
      text: `with trimmed as (delete from ${schema}.log where seq = any(array(select l.seq from ${schema}.log l
          where l.seq < (select first from ${schema}.head) order by l.seq limit ${TRIMMED_AT_A_TIME})) returning 1)
        select count(*)::int from trimmed`,
    },
  };
}

export type Statements = ReturnType<typeof statementsOf>;

/**
 * The rows are entries behind $1, about $2 bytes of them, each with what `head` has; one row if there are none. An entry
 * whose place is not in $3 has no size and no body. The places are compared by a hash table, of which PostgreSQL makes
 * one for a subquery, and not always for an array.
 */
function reading(schema: string, barrier: string): string {
  return `select h.seq, h.chain, h.first, l.seq, l.id::text, l.chain, l.place, l.sum, l.size, l.body
    from (select seq, chain, first, ${barrier} from ${schema}.head offset 0) h
    left join lateral (
      select seq, id, chain, place, sum, size, case when size <= ${PART_BYTES} then own end as body
      from (
        select *, sum(size) over (order by seq) as total
        from (
          select *, octet_length(own) as size
          from (
            select seq, id, chain, place, sum,
              case when place is null or place in (select unnest($3::text[])) then body end as own
            from ${schema}.log where seq > $1 order by seq limit ${READ_ENTRIES}
          ) next
        ) measured
      ) sized
      where coalesce(total - coalesce(size, 0), 0) < $2
    ) l on true
    order by l.seq`;
}
