// One connection to PostgreSQL.
// The decision: a query that is not answered in time ends its connection, and is not cancelled: a cancelled commit
// stays on the primary alone. So whoever gets an error knows nothing about a commit, and asks again.
import { Socket } from "node:net";
import Client from "pg/lib/client.js";
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import type { PostgresHost } from "./address.ts";

export interface Statement {
  /** Prepared under this name; absent: not prepared. */
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** What a server says about itself. */
export interface ServerFacts {
  /** Tells servers, and starts of one, from each other. */
  readonly server: string;
  /** Such as 150018. */
  readonly version: number;
  readonly isInRecovery: boolean;
  readonly isReadOnly: boolean;
  readonly synchronousNames: string;
  readonly hasFsync: boolean;
}

/** How long a host may take until a connection is made. */
const CONNECT_MS = 3_000;
/** How often a server checks whether the client of a statement that runs is still there. */
const CLIENT_CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 10_000;
/** The code of messages that report no problem. */
const NOTHING_WRONG = "00000";
/** The first version with `client_connection_check_interval`. */
export const OLDEST_VERSION = 140_000;

const FACTS = `select pg_postmaster_start_time()::text || ' ' || coalesce(inet_server_addr()::text, '') || ' '
    || coalesce(inet_server_port(), 0),
  current_setting('server_version_num')::int, pg_is_in_recovery(), current_setting('transaction_read_only') = 'on',
  current_setting('synchronous_standby_names'), current_setting('fsync') = 'on'`;
const SETTINGS = `select set_config('synchronous_commit', 'on', false), set_config('statement_timeout', $1, false),
  set_config('default_transaction_isolation', 'read committed', false),
  set_config('client_connection_check_interval', $2, false)`;

export class Connection {
  readonly host: PostgresHost;
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #queue = new SerialQueue();
  readonly #ended: Promise<void>;
  #facts: ServerFacts | null = null;
  #isLost = false;
  /** The problem that the server has reported beside the answer of the present query. */
  #problem: string | null = null;
  /** Why the connection was dropped. */
  #dropped: Error | null = null;

  private constructor(host: PostgresHost) {
    this.host = host;
    this.#socket = new Socket();
    this.#client = new Client({
      connectionString: host.url,
      stream: () => this.#socket,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: "azimuth",
    });
    this.#client.on("error", () => this.drop());
    this.#client.on("notice", ({ code, message }) => {
      if (code !== NOTHING_WRONG) this.#problem = message ?? "a warning";
    });
    this.#ended = new Promise((resolve) => this.#client.once("end", resolve));
  }

  /**
   * Connects to a host, whatever its role is.
   * @param statementMs when the server ends a statement that waits or works
   * @throws Error of the driver or of the server
   */
  static async open(host: PostgresHost, statementMs: number): Promise<Connection> {
    const connection = new Connection(host);
    try {
      await connection.#client.connect();
      await connection.#prepare(statementMs);
    } catch (error) {
      connection.drop();
      throw error;
    }
    return connection;
  }

  get facts(): ServerFacts {
    return this.#facts!;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Resolves when the connection has ended. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Calls `tell` with the text of each notification. */
  onNotification(tell: (text: string) => void): void {
    this.#client.on("notification", ({ payload }) => tell(payload ?? ""));
  }

  /**
   * Runs a statement after those before it.
   * @param limitMs counts from when it is sent
   * @returns the rows
   * @throws Error of the server, for a lost connection, for no answer in time, and for an answer with a warning
   */
  query(statement: Statement, limitMs: number): Promise<unknown[][]> {
    return this.#queue.run(async () => {
      this.#problem = null;
      const timer = setTimeout(() => this.drop(`no answer within ${Math.round(limitMs)} ms`), limitMs);
      try {
        const values = [...(statement.values ?? [])];
        const { rows } = await this.#client.query({ rowMode: "array", ...statement, values });
        if (this.#problem !== null) throw new Error(this.#problem);
        return rows as unknown[][];
      } catch (error) {
        throw this.#dropped ?? error;
      } finally {
        clearTimeout(timer);
      }
    });
  }

  /** Ends the connection at once. What the server does with a statement that runs is not known. */
  drop(why?: string): void {
    if (why !== undefined && !this.#isLost) this.#dropped = new Error(why);
    this.#isLost = true;
    this.#socket.destroy();
  }

  async #prepare(statementMs: number): Promise<void> {
    const [facts] = await this.query({ text: FACTS }, CONNECT_MS);
    const [server, version, isInRecovery, isReadOnly, synchronousNames, hasFsync] = facts as [
      ...[string, number, boolean, boolean],
      ...[string, boolean],
    ];
    this.#facts = { server, version, isInRecovery, isReadOnly, synchronousNames, hasFsync };
    if (version < OLDEST_VERSION) return;
    await this.query({ text: SETTINGS, values: [String(statementMs), String(CLIENT_CHECK_MS)] }, CONNECT_MS);
  }
}
