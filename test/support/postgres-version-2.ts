// A server that uses the tables of version 2 of the log in PostgreSQL, as the program before places did.
// The decision: the statements are copies of those of that program, and are not changed any more.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { crc32 } from "../../src/storage/crc32.ts";
import { chainOf, FIRST_CHAIN, sumOf } from "../../src/storage/replicated-log.ts";

interface ReadEntry {
  readonly seq: number;
  readonly body: string;
}

export class FormerServer {
  readonly #client: pg.Client;
  readonly #schema: string;

  private constructor(client: pg.Client, schema: string) {
    this.#client = client;
    this.#schema = schema;
  }

  /** Creates the tables of version 2. @param name that of the cluster */
  static async create(url: string, schema: string, name: string): Promise<FormerServer> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`create schema ${schema}; ${creation(schema)}`);
    await client.query(`insert into ${schema}.meta values (2, $1, 'a secret of an old log', $2)`, [
      randomUUID(),
      name,
    ]);
    return new FormerServer(client, schema);
  }

  async append(...texts: string[]): Promise<number[]> {
    const entries = texts.map((text) => ({ id: randomUUID(), body: Buffer.from(text), place: null }));
    const values = [
      entries.map(({ id }) => id),
      entries.map(({ body }) => body.length),
      entries.map((entry) => sumOf({ crc32 }, entry)),
      Buffer.concat(entries.map(({ body }) => body)),
      0,
    ];
    const text = `select unnest(${this.#schema}.append($1, $2, $3, $4, $5, false))`;
    const { rows } = await this.#client.query({ name: "append", text, values, rowMode: "array" });
    return rows.map(([seq]) => Number(seq));
  }

  /** Returns all entries, up to 4 MiB. */
  async read(): Promise<ReadEntry[]> {
    const text = reading(this.#schema);
    const values = [0, 2 ** 22];
    const { rows } = await this.#client.query<unknown[]>({ name: "read", text, values, rowMode: "array" });
    const entries = rows.filter(([, , , seq]) => seq !== null);
    return entries.map(([, , , seq, , , , body]) => ({ seq: Number(seq), body: String(body) }));
  }

  /** Whether the check sums of the entries are those that a server of version 2 computes. */
  async isSound(): Promise<boolean> {
    const { rows } = await this.#client.query(
      `select id::text, chain, body from ${this.#schema}.log order by seq`,
    );
    let chain = FIRST_CHAIN;
    return rows.every(({ id, chain: stored, body }) => {
      chain = chainOf({ crc32 }, chain, { id, body, place: null });
      return chain === Number(stored);
    });
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

function reading(schema: string): string {
  return `select h.seq, h.chain, h.first, l.seq, l.id::text, l.chain, l.size, l.body
    from (select seq, chain, first, null from ${schema}.head offset 0) h
    left join lateral (
      select seq, id, chain, size, case when size <= 8388608 then body end as body
      from (
        select *, octet_length(body) as size, sum(octet_length(body)) over (order by seq) as total
        from (select * from ${schema}.log where seq > $1 order by seq limit 4096) next
      ) sized
      where total - size < $2
    ) l on true
    order by l.seq`;
}

function creation(schema: string): string {
  return `
create table ${schema}.meta (version int not null, id uuid not null, secret text not null, name text not null);
create table ${schema}.head (seq bigint not null, chain bigint not null, first bigint not null) with (fillfactor = 10);
create table ${schema}.log (seq bigint primary key, id uuid not null unique, chain bigint not null, body bytea not null);
alter table ${schema}.log alter body set storage external;
insert into ${schema}.head values (0, 0, 1);
create table ${schema}.node (id bigint primary key, server uuid not null, name text not null, uri text not null,
  version text not null, applied bigint not null, problem text, at timestamptz not null);
create function ${schema}.barrier(requires_quorum boolean) returns void language plpgsql as $$
begin
  if requires_quorum and current_setting('synchronous_standby_names') = '' then
    raise exception 'no quorum';
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
    raise exception 'no quorum';
  end if;
  select * into strict last from ${schema}.head for update;
  if known < last.first - 1 then
    raise exception 'entries behind % were trimmed, so it is not known whether they had this one', known;
  end if;
  for i in 1 .. cardinality(ids) loop
    select l.seq into known_seq from ${schema}.log l where l.id = ids[i];
    if known_seq is null then
      last.seq := last.seq + 1;
      last.chain := (last.chain * 73244475 + sums[i]) & 4294967295;
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
