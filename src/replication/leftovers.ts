// Removes collections that a server of a cluster was filling, such as by recovering a snapshot, when it was lost: one
// that starts again removes its own, but one with an empty directory is another server.
// The decision: a server is lost when its id is not in the table of the servers for a minute. An emptied one has a new id
// under its name, and one that does not come back is forgotten after a day. The removal is a record like any other, so
// a server that was given up too early loses nothing but that collection: its recovery ends with an error.
import type { Database } from "../core/database/database.ts";
import type { Heard } from "../service/cluster.ts";

type Reported = Pick<Heard, "peer_id" | "silent_seconds" | "problem">;

interface LeftoverParts {
  readonly database: Pick<Database, "fillers" | "abandonOf" | "ready">;
  /** The table of the servers. */
  readonly nodes: {
    list(): Promise<readonly Reported[]>;
    servers(): Promise<ReadonlySet<string>>;
  };
  /** The number of this server. */
  readonly peerId: number;
}

/** How many checks in a row miss a server that is lost: those of a minute. A server reports itself within seconds. */
const MISSED_CHECKS = 30;
/** A server that was silent for so long does not work. */
const SILENT_SECONDS = 10;

export class Leftovers {
  readonly #parts: LeftoverParts;
  /** The servers that the last checks have missed, and how many. */
  #missed = new Map<string | undefined, number>();
  #isChecking = false;

  constructor(parts: LeftoverParts) {
    this.#parts = parts;
  }

  /** Removes collections of lost servers if this server has to. One check is made at a time. */
  async check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.#checkOnce();
    } catch {
      // The log is away: a later check does it.
    } finally {
      this.#isChecking = false;
    }
  }

  async #checkOnce(): Promise<void> {
    const { database, nodes } = this.#parts;
    const fillers = database.ready ? database.fillers() : [];
    const known: ReadonlySet<string | undefined> = fillers.length === 0 ? new Set() : await nodes.servers();
    const missing = fillers.filter((server) => !known.has(server));
    this.#missed = new Map(missing.map((server) => [server, (this.#missed.get(server) ?? 0) + 1]));
    const lost = missing.filter((server) => this.#missed.get(server)! >= MISSED_CHECKS);
    if (lost.length === 0 || !(await this.#isFirst())) return;
    for (const server of lost) await database.abandonOf(server);
  }

  /** Whether this server has the lowest number of those that work: one is enough. */
  async #isFirst(): Promise<boolean> {
    const { nodes, peerId } = this.#parts;
    const isWorking = ({ silent_seconds, problem }: Reported) =>
      silent_seconds < SILENT_SECONDS && problem === null;
    return (await nodes.list()).filter(isWorking).every(({ peer_id }) => peer_id >= peerId);
  }
}
