// The table of the servers of a cluster, and its statements; see nodes.ts.

/** Servers that were not heard of for so long are forgotten. */
const FORGET = "interval '1 day'";

export function nodeTable(schema: string): string {
  return `create table ${schema}.node (id bigint primary key, server uuid not null, name text not null, uri text not null,
  version text not null, applied bigint not null, problem text, at timestamptz not null);`;
}

/** A row if another server than $2 has used the number $1 within the last $3 seconds. */
export function holding(schema: string): string {
  return `select 1 from ${schema}.node
    where id = $1 and server <> $2 and at > clock_timestamp() - make_interval(secs => $3)`;
}

export function beating(schema: string): string {
  return `with fast as (select set_config('synchronous_commit', 'off', true))
    insert into ${schema}.node (id, name, uri, version, applied, problem, server, at)
    select $1::bigint, $2::text, $3::text, $4::text, $5::bigint, $6::text, $7::uuid, clock_timestamp() from fast
    on conflict (id) do update set name = excluded.name, uri = excluded.uri, version = excluded.version,
      applied = excluded.applied, problem = excluded.problem, server = excluded.server, at = excluded.at`;
}

/** The servers of `listing`, by their ids. */
export function known(schema: string): string {
  return `select server from ${schema}.node where at > clock_timestamp() - ${FORGET}`;
}

/** Removes the row of the server $1. */
export function forgetting(schema: string): string {
  return `delete from ${schema}.node where server = $1::uuid`;
}

export function listing(schema: string): string {
  return `select id, name, uri, version, applied, extract(epoch from clock_timestamp() - at), problem, server::text
    from ${schema}.node where at > clock_timestamp() - ${FORGET} order by name`;
}
