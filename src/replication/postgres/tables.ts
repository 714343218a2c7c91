// The tables and functions of the log in PostgreSQL, and what makes them of those of the version before.
// The decision: an append locks the row `head` until its commit is on the quorum, so numbers follow the order of the
// commits and a gap cannot be seen. PostgreSQL compresses no bodies, because vectors do not get smaller, and a part of an
// uncompressed body is read without the rest. A migration adds columns that may be empty and a second function `append`,
// with an argument more: servers of the version before that still run go on to append and read.
import { CHAIN_FACTOR } from "../../storage/replicated-log.ts";
import { nodeTable } from "./node-statements.ts";

/** The version of the tables and of the functions. */
export const SCHEMA_VERSION = 3;
/** The version that `migration` is for: its entries have no places. */
export const FORMER_VERSION = 2;
export const NO_QUORUM = "log is not on a quorum: synchronous_standby_names of PostgreSQL is empty";

/**
 * Returns the statements that create the tables. An entry with a place has its own check sum, for readers that do not
 * get its body. `barrier` writes a record without content to the log of PostgreSQL: its commit waits until all before it
 * is on the quorum.
 */
export function creation(schema: string): string {
  return `
create table ${schema}.meta (version int not null, id uuid not null, secret text not null, name text not null);
create table ${schema}.head (seq bigint not null, chain bigint not null, first bigint not null) with (fillfactor = 10);
create table ${schema}.log (seq bigint primary key, id uuid not null unique, chain bigint not null, body bytea not null,
  place text, sum bigint);
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
${appendFunction(schema)}`;
}

/** Returns the statements that make version 3 of version 2. */
export function migration(schema: string): string {
  return `
alter table ${schema}.log add column place text, add column sum bigint;
${appendFunction(schema)}
update ${schema}.meta set version = ${SCHEMA_VERSION};`;
}

/** The function returns the number of each entry: a new one, or that which its id has already. */
function appendFunction(schema: string): string {
  return `
create function ${schema}.append(
  ids uuid[], sizes int[], sums bigint[], bodies bytea, places text[], known bigint, requires_quorum boolean)
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
      insert into ${schema}.log (seq, id, chain, body, place, sum) values (known_seq, ids[i], last.chain,
        case when sizes[i] = length(bodies) then bodies else substring(bodies from start for sizes[i]) end,
        places[i], case when places[i] is not null then sums[i] end);
    end if;
    start := start + sizes[i];
    seqs := seqs || known_seq;
  end loop;
  -- Also if there is nothing new: its commit proves that the entries which were found are on the quorum.
  update ${schema}.head set seq = last.seq, chain = last.chain;
  return seqs;
end $$;`;
}
