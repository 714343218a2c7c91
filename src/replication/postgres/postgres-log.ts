// The log that several servers share, in PostgreSQL.
// The decision: it has three connections, so that an append waits for no read and a notification for neither.
import { StartRefused } from "../../errors/server.ts";
import { checkEntry } from "../../storage/entry-checks.ts";
import type { FileSystem } from "../../storage/fs.ts";
import type {
  EntryPosition,
  LogEntry,
  LogPosition,
  NewEntry,
  ReplicatedLog,
} from "../../storage/replicated-log.ts";
import { checkSchemaName, hostsOf, URL_SETTING } from "./address.ts";
import { Appender } from "./appender.ts";
import type { ServerFacts } from "./connection.ts";
import { Listener } from "./listener.ts";
import { News } from "./news.ts";
import { Nodes } from "./nodes.ts";
import { OwnEntries } from "./own-entries.ts";
import { Proofs } from "./proofs.ts";
import { Reader } from "./reader.ts";
import { prepareSchema } from "./schema.ts";
import { Hosts, Session, textOf, Unsuitable } from "./session.ts";
import { type Statements, statementsOf } from "./statements.ts";
import { NO_QUORUM } from "./tables.ts";

export interface PostgresLogOptions {
  /** As `cluster.log.postgres.url`. */
  readonly url: string;
  /** As `cluster.log.postgres.schema`. */
  readonly schema: string;
  /** The name of the cluster. */
  readonly name: string;
  /** Refuses a PostgreSQL that keeps the log on one machine. */
  readonly requireQuorum: boolean;
  /** How long a call may take until it is said that the log is unavailable. */
  readonly timeoutMs: number;
  /** How long `open` tries to reach PostgreSQL. */
  readonly startTimeoutMs: number;
  readonly sums: Pick<FileSystem, "crc32">;
  readonly randomUuid: () => string;
}

export class PostgresLog implements ReplicatedLog {
  /** The servers of the cluster. */
  readonly nodes: Nodes;
  readonly #options: PostgresLogOptions;
  readonly #hosts: Hosts;
  readonly #sql: Statements;
  readonly #reading: Session;
  readonly #reader: Reader;
  readonly #appender: Appender;
  readonly #news = new News();
  readonly #proofs = new Proofs();
  #listener: Listener | null = null;

  /** @throws StartRefused for a URL or a schema that cannot be used */
  constructor(options: PostgresLogOptions) {
    checkSchemaName(options.schema);
    const { timeoutMs, requireQuorum } = options;
    this.#options = options;
    this.#sql = statementsOf(options.schema, requireQuorum);
    this.#hosts = new Hosts({ hosts: hostsOf(options.url), timeoutMs, requireQuorum });
    this.nodes = new Nodes(this.#hosts, options.schema);
    this.#reading = new Session(this.#hosts);
    const own = new OwnEntries(options.sums);
    const common = { ...options, sql: this.#sql, news: this.#news, proofs: this.#proofs, own };
    this.#reader = new Reader({
      ...common,
      session: this.#reading,
      isListening: () => this.#listener?.isListening === true,
    });
    this.#appender = new Appender({
      ...common,
      attemptMs: this.#hosts.attemptMs,
      session: new Session(this.#hosts),
      announce: (last) => this.#listener?.announce(last),
    });
  }

  async open(): Promise<LogPosition> {
    const { startTimeoutMs, timeoutMs } = this.#options;
    const sql = this.#sql;
    try {
      const isLast = (error: unknown) => error instanceof Unsuitable || error instanceof StartRefused;
      const names = { ...this.#options, identify: () => this.#newIdentity() };
      const { known, ends, facts } = await this.#reading.run(
        startTimeoutMs,
        async (connection, leftMs) => {
          const known = await prepareSchema(connection, sql, names, leftMs);
          return { known, ends: await this.#reader.ends(connection, leftMs), facts: connection.facts };
        },
        isLast,
      );
      const session = new Session(this.#hosts);
      const { id } = known;
      this.#listener = new Listener({ id, session, sql, news: this.#news, proofs: this.#proofs, timeoutMs });
      return { ...known, ...ends, warnings: warningsOf(facts) };
    } catch (error) {
      this.#reader.close();
      if (error instanceof StartRefused) throw error;
      throw new StartRefused(refusalOf(error, startTimeoutMs), { cause: error });
    }
  }

  async append(entry: NewEntry): Promise<number> {
    checkEntry(entry);
    return this.#appender.append(entry);
  }

  head(): Promise<number> {
    return this.#reader.head();
  }

  read(after: EntryPosition, waitMs: number, places: ReadonlySet<string>): Promise<readonly LogEntry[]> {
    return this.#reader.read(after, waitMs, places);
  }

  trim(below: number): Promise<void> {
    return this.#reader.trim(below);
  }

  async close(): Promise<void> {
    this.#appender.close();
    this.#reader.close();
    this.#listener?.close();
    this.nodes.close();
  }

  #newIdentity(): Pick<LogPosition, "id" | "secret"> {
    const { randomUuid } = this.#options;
    // Two random UUIDs have 244 random bits.
    return { id: randomUuid(), secret: `${randomUuid()}${randomUuid()}` };
  }
}

export function warningsOf({ synchronousNames, hasFsync }: ServerFacts): string[] {
  return [
    ...(synchronousNames === "" ? [NO_QUORUM] : []),
    ...(hasFsync ? [] : ["PostgreSQL may lose the log in a power failure: fsync is off"]),
  ];
}

export function refusalOf(error: unknown, limitMs: number): string {
  const text = textOf(error);
  if (text.includes(NO_QUORUM)) return `cluster.require_quorum: ${text}`;
  if (error instanceof Unsuitable) return `${URL_SETTING}: ${text}`;
  return `${URL_SETTING}: PostgreSQL cannot be used, after ${limitMs} ms of attempts: ${text}`;
}
