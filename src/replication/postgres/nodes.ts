// The reports of the servers of a cluster about themselves, in a table beside the log.
// The decision: silence is measured by the clock of PostgreSQL, so the clocks of the servers need not agree. A row is
// no promise: it is written without waiting for the standbys, and a lost one is written again two seconds later.
import { setTimeout as delay } from "node:timers/promises";
import { LogUnavailable } from "../../errors/cluster.ts";
import { StartRefused } from "../../errors/server.ts";
import type { Heard } from "../../service/cluster.ts";
import { peerIdOf } from "../peer-id.ts";
import type { Statement } from "./connection.ts";
import { beating, forgetting, holding, known, listing } from "./node-statements.ts";
import { type Hosts, Session, textOf } from "./session.ts";

/** The report of a server about itself. */
type Beat = Omit<Heard, "peer_id" | "silent_seconds">;

/** A name is free when the server that had it has been silent for so long. */
const FREE_SECONDS = 6;
const PAUSE_MS = 500;
/** How long a question or an answer may take. */
const TIMEOUT_MS = 3_000;

export class Nodes {
  readonly #session: Session;
  readonly #schema: string;

  constructor(hosts: Hosts, schema: string) {
    this.#session = new Session(hosts);
    this.#schema = schema;
  }

  /**
   * Checks that no other server uses a name; one that has ended a moment ago is waited for.
   * @param server the id of the server that wants the name
   * @throws StartRefused, LogUnavailable
   */
  async join({ name, server }: Pick<Beat, "name" | "server">): Promise<void> {
    const isTaken = { text: holding(this.#schema), values: [peerIdOf(name), server, FREE_SECONDS] };
    for (let left = FREE_SECONDS * 1000 + PAUSE_MS; (await this.#ask(isTaken)).length > 0; left -= PAUSE_MS) {
      if (left <= 0) {
        throw new StartRefused(
          `cluster.node: another server of the cluster has the name ${name}; give this one another`,
        );
      }
      await delay(PAUSE_MS);
    }
  }

  /** Reports what a server is at. @throws LogUnavailable */
  async beat({ name, server, uri, version, applied_lsn, problem }: Beat): Promise<void> {
    const values = [peerIdOf(name), name, uri, version, applied_lsn, problem, server];
    await this.#ask({ name: "beat", text: beating(this.#schema), values });
  }

  /** Removes the report of a server that takes no part. @throws LogUnavailable */
  async forget(server: string): Promise<void> {
    await this.#ask({ text: forgetting(this.#schema), values: [server] });
  }

  /** Returns the servers that were heard of lately, by name. @throws LogUnavailable */
  async list(): Promise<readonly Heard[]> {
    const rows = await this.#ask({ name: "nodes", text: listing(this.#schema) });
    return rows.map(([id, name, uri, version, applied, silent, problem, server]) => ({
      peer_id: Number(id),
      name: name as string,
      uri: uri as string,
      version: version as string,
      applied_lsn: Number(applied),
      silent_seconds: Math.round(Number(silent) * 1000) / 1000,
      problem: problem as string | null,
      server: server as string,
    }));
  }

  /** Returns the ids of the servers that were heard of within a day. @throws LogUnavailable */
  async servers(): Promise<ReadonlySet<string>> {
    const rows = await this.#ask({ name: "servers", text: known(this.#schema) });
    return new Set(rows.map(([server]) => server as string));
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
