// The tables of the log in PostgreSQL, and all statements of this driver.
// The decision: an append is one call of a function, so it takes one round trip. It locks the row `head` until its
// commit is on the quorum, so numbers follow the order of the commits and a gap cannot be seen. PostgreSQL compresses
// no bodies, because vectors do not get smaller, and a part of an uncompressed body is read without the rest.
import { CHAIN_FACTOR } from "../../storage/replicated-log.ts";
import type { Statement } from "./connection.ts";
import { nodeTable } from "./node-statements.ts";

/** The version of the tables and of the function. */
export const SCHEMA_VERSION = 2;
/** Bodies above this are read in parts of this size. */
export const PART_BYTES = 8 * 2 ** 20;
/** The most entries of one read. */
const READ_ENTRIES = 4_096;
const TRIMMED_AT_A_TIME = 5_000;
export const NO_QUORUM = "log is not on a quorum: synchronous_standby_names of PostgreSQL is empty";

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
    register: (id: string, secret: string, name: string): Statement => ({
      text: `insert into ${schema}.meta (version, id, secret, name) values (${SCHEMA_VERSION}, $1, $2, $3)`,
      values: [id, secret, name],
    }),
    version: { text: `select version from ${schema}.meta` },
    meta: { text: `select id::text, secret, name from ${schema}.meta` },
    append: (values: readonly unknown[]): Statement => ({
      name: "append",
      text: `select unnest(${schema}.append($1, $2, $3, $4, $5, ${requireQuorum}))`,
      values,
    }),
    /** The number of the last entry, of the first one, and a barrier for both. */
    ends: { name: "ends", text: `select seq, first, ${barrier} from ${schema}.head` },
    barrier: { name: "barrier", text: `select ${barrier}` },
    read: (after: number, bytes: number, hasBarrier: boolean): Statement => ({
      name: hasBarrier ? "read with barrier" : "read",
      text: reading(schema, hasBarrier ? barrier : "null"),
      values: [after, bytes],
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

/** The rows are entries behind $1, about $2 bytes of them, each with what `head` has; one row if there are none. */
function reading(schema: string, barrier: string): string {
  return `select h.seq, h.chain, h.first, l.seq, l.id::text, l.chain, l.size, l.body
    from (select seq, chain, first, ${barrier} from ${schema}.head offset 0) h
    left join lateral (
      select seq, id, chain, size, case when size <= ${PART_BYTES} then body end as body
      from (
        select *, octet_length(body) as size, sum(octet_length(body)) over (order by seq) as total
        from (select * from ${schema}.log where seq > $1 order by seq limit ${READ_ENTRIES}) next
      ) sized
      where total - size < $2
    ) l on true
    order by l.seq`;
}

/**
 * `barrier` writes a record without content to the log of PostgreSQL: its commit waits until all before it is on the
 * quorum. `append` returns the number of each entry: a new one, or that which its id has already.
 */
function creation(schema: string): string {
  return `
create table ${schema}.meta (version int not null, id uuid not null, secret text not null, name text not null);
create table ${schema}.head (seq bigint not null, chain bigint not null, first bigint not null) with (fillfactor = 10);
create table ${schema}.log (seq bigint primary key, id uuid not null unique, chain bigint not null, body bytea not null);
alter table ${schema}.log alter body set storage external;
insert into ${schema}.head values (0, 0, 1);
${nodeTable(schema)}
create function ${schema}.barrier(requires_quorum boolean) returns void language plpgsql as $$
begin
  if requires_quorum and current_setting('synchronous_standby_names') = '' then
    raise exception '${NO_QUORUM}';
  end if;
  perform pg_logical_emit_message(true, 'azimuth', '');
end $$;
create function ${schema}.append(
  ids uuid[], sizes int[], sums bigint[], bodies bytea, known bigint, requires_quorum boolean)
returns bigint[] language plpgsql as $$
declare
  last ${schema}.head;
  seqs bigint[] := '{}';
  known_seq bigint;
  start int := 1;
begin
  if requires_quorum and current_setting('synchronous_standby_names') = '' then
    raise exception '${NO_QUORUM}';
  end if;
  select * into strict last from ${schema}.head for update;
  if known < last.first - 1 then
    raise exception 'entries behind % were trimmed, so it is not known whether they had this one', known;
  end if;
  for i in 1 .. cardinality(ids) loop
    select l.seq into known_seq from ${schema}.log l where l.id = ids[i];
    if known_seq is null then
      last.seq := last.seq + 1;
      last.chain := (last.chain * ${CHAIN_FACTOR} + sums[i]) & 4294967295;
      known_seq := last.seq;
      insert into ${schema}.log (seq, id, chain, body) values (known_seq, ids[i], last.chain,
        case when sizes[i] = length(bodies) then bodies else substring(bodies from start for sizes[i]) end);
    end if;
    start := start + sizes[i];
    seqs := seqs || known_seq;
  end loop;
  -- Also if there is nothing new: its commit proves that the entries which were found are on the quorum.
  update ${schema}.head set seq = last.seq, chain = last.chain;
  return seqs;
end $$;`;
}
