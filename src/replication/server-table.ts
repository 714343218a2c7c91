// The table of the servers of a cluster, and what this server has read of it last.
// The decision: whoever reads the table leaves here what it has read, and the check of the shards does so with every
// heartbeat. A request that only shows states takes that, so that a screen which asks for many collections asks
// PostgreSQL nothing; a request that changes something reads the table.
import type { Clock } from "../scheduling/clock.ts";
import type { Heard } from "../service/cluster.ts";

interface Table {
  /** @throws LogUnavailable */
  list(): Promise<readonly Heard[]>;
  /** @throws LogUnavailable */
  forget(server: string): Promise<void>;
}

export class ServerTable {
  readonly #table: Table;
  readonly #clock: Pick<Clock, "now">;
  #known: readonly Heard[] = [];
  #readAtMs = Number.NEGATIVE_INFINITY;
  /** What was asked for before this time may have a server that was removed. */
  #forgotAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<readonly Heard[]> | null = null;

  constructor(table: Table, clock: Pick<Clock, "now">) {
    this.#table = table;
    this.#clock = clock;
  }

  /**
   * Returns the servers that have been heard of within a day, by name.
   * @param ageMs how old the answer may be, in milliseconds; 0: it is read now
   * @throws LogUnavailable
   */
  readonly nodes = async (ageMs = 0): Promise<readonly Heard[]> => {
    if (ageMs === 0) return this.#read();
    // A clock that was set back makes nothing young.
    const age = this.#clock.now() - this.#readAtMs;
    if (age >= 0 && age <= ageMs) return this.#known;
    if (this.#reading === null) {
      const reading = this.#read().finally(() => {
        if (this.#reading === reading) this.#reading = null;
      });
      this.#reading = reading;
    }
    return this.#reading;
  };

  /** Removes the report of a server, by its id. @throws LogUnavailable */
  readonly forget = async (server: string): Promise<void> => {
    await this.#table.forget(server);
    this.#readAtMs = Number.NEGATIVE_INFINITY;
    this.#forgotAtMs = this.#clock.now();
    this.#reading = null;
  };

  async #read(): Promise<readonly Heard[]> {
    const askedAtMs = this.#clock.now();
    const read = await this.#table.list();
    // Of two answers the one that was asked for later counts.
    if (askedAtMs >= this.#readAtMs && askedAtMs >= this.#forgotAtMs) {
      this.#known = read;
      this.#readAtMs = askedAtMs;
    }
    return read;
  }
}
