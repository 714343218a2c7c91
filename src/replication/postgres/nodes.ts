// The reports of the servers of a cluster about themselves, in a table beside the log.
// The decision: silence is measured by the clock of PostgreSQL, so the clocks of the servers need not agree. A row is
// no promise: it is written without waiting for the standbys, and a lost one is written again two seconds later.
import { LogUnavailable } from "../../errors/cluster.ts";
import type { Heard } from "../../service/cluster.ts";
import { peerIdOf } from "../peer-id.ts";
import type { Statement } from "./connection.ts";
import { beating, listing } from "./node-statements.ts";
import { type Hosts, Session, textOf } from "./session.ts";

/** The report of a server about itself. */
type Beat = Omit<Heard, "peer_id" | "silent_seconds">;

/** How long a question or an answer may take. */
const TIMEOUT_MS = 3_000;

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
