// What the servers of a cluster say of themselves, in a table beside the log.
// The decision: silence is measured by the clock of PostgreSQL, so the clocks of the servers need not agree. A row is
// no promise: it is written without waiting for the standbys, and a lost one is written again two seconds later.
import { LogUnavailable } from "../../errors/cluster.ts";
import type { Heard } from "../../service/cluster.ts";
import { peerIdOf } from "../peer-id.ts";
import type { Statement } from "./connection.ts";
import { type Hosts, Session, textOf } from "./session.ts";

/** What a server says of itself. */
export type Beat = Omit<Heard, "peer_id" | "silent_seconds">;

/** How long a question or an answer may take. */
const TIMEOUT_MS = 3_000;
/** Servers that were not heard of for so long are forgotten. */
const FORGET = "interval '1 day'";

export class Nodes {
  readonly #session: Session;
  readonly #schema: string;

  constructor(hosts: Hosts, schema: string) {
    this.#session = new Session(hosts);
    this.#schema = schema;
  }

  /** Says what a server is at. @throws LogUnavailable */
  async beat({ name, uri, version, applied_lsn, problem }: Beat): Promise<void> {
    const values = [peerIdOf(name), name, uri, version, applied_lsn, problem];
    await this.#ask({ name: "beat", text: beating(this.#schema), values });
  }

  /** Returns the servers that were heard of lately, by name. @throws LogUnavailable */
  async list(): Promise<readonly Heard[]> {
    const rows = await this.#ask({ name: "nodes", text: listing(this.#schema) });
    return rows.map(([id, name, uri, version, applied, silent, problem]) => ({
      peer_id: Number(id),
      name: name as string,
      uri: uri as string,
      version: version as string,
      applied_lsn: Number(applied),
      silent_seconds: Math.round(Number(silent) * 1000) / 1000,
      problem: problem as string | null,
    }));
  }

  close(): void {
    this.#session.close();
  }

  async #ask(statement: Statement): Promise<readonly (readonly unknown[])[]> {
    try {
      return await this.#session.once(
        (connection, leftMs) => connection.query(statement, leftMs),
        TIMEOUT_MS,
      );
    } catch (error) {
      throw new LogUnavailable(textOf(error), { cause: error });
    }
  }
}

export function nodeTable(schema: string): string {
  return `create table ${schema}.node (id bigint primary key, name text not null, uri text not null, version text not null,
  applied bigint not null, problem text, at timestamptz not null);`;
}

function beating(schema: string): string {
  return `with fast as (select set_config('synchronous_commit', 'off', true))
    insert into ${schema}.node (id, name, uri, version, applied, problem, at)
    select $1::bigint, $2::text, $3::text, $4::text, $5::bigint, $6::text, clock_timestamp() from fast
    on conflict (id) do update set name = excluded.name, uri = excluded.uri, version = excluded.version,
      applied = excluded.applied, problem = excluded.problem, at = excluded.at`;
}

function listing(schema: string): string {
  return `select id, name, uri, version, applied, extract(epoch from clock_timestamp() - at), problem
    from ${schema}.node where at > clock_timestamp() - ${FORGET} order by name`;
}
