// Reading statements to PostgreSQL.
// The decision: the connection may only read. Every value is asked for as text, so numbers keep their digits; a lost
// connection is opened again and the statement repeated. This module has the driver, and is loaded when it is needed.
import Client from "pg/lib/client.js";
import { WrongUsage } from "../../errors/usage.ts";
import { type Patience, retried } from "./retries.ts";
import { SOURCE_KEY_HINT, SourceFailed } from "./source-http.ts";

/** Rows of texts, which are null for NULL. */
export type TextRows = readonly (readonly (string | null)[])[];

/** A port that reads from PostgreSQL. */
export interface Queries {
  /** The address without credentials. */
  readonly shown: string;
  query(text: string, values?: readonly string[]): Promise<TextRows>;
  close(): Promise<void>;
}

/** Codes of errors of the server that pass: it starts, ends, or has too many connections. */
const PASSING = new Set(["57P01", "57P02", "57P03", "53300", "08000", "08003", "08006"]);
/** Codes of errors about the password or the role. */
const KEYLESS = new Set(["28P01", "28000"]);
const SETTINGS = `select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO', false),
  set_config('extra_float_digits', '1', false), set_config('bytea_output', 'hex', false),
  set_config('IntervalStyle', 'iso_8601', false), set_config('default_transaction_read_only', 'on', false)`;

export class PostgresQueries implements Queries {
  readonly #url: URL;
  readonly #patience: Patience;
  #client: Client | null = null;
  /** Whether there was a connection: until then a wrong address is more likely than a server that restarts. */
  #hasConnected = false;

  /** @param password overrides that of the URL; null: there is none besides those that the driver knows */
  constructor(address: string, password: string | null, patience: Patience) {
    if (!/^postgres(?:ql)?:\/\//.test(address) || !URL.canParse(address)) {
      throw new WrongUsage("expected the URL of a database such as postgres://user@host:5432/database");
    }
    this.#url = new URL(address);
    // The driver prefers what the URL has, also where it has nothing.
    if (password !== null) this.#url.password = encodeURIComponent(password);
    this.#patience = patience;
  }

  get shown(): string {
    const { host, pathname } = this.#url;
    return `postgres://${host}${pathname}`;
  }

  query(text: string, values: readonly string[] = []): Promise<TextRows> {
    return retried(
      this.#patience,
      (error) => error instanceof Passing,
      () => this.#once(text, values),
    );
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  async #once(text: string, values: readonly string[]): Promise<TextRows> {
    try {
      this.#client ??= await this.#connected();
      const { rows } = await this.#client.query({ rowMode: "array", text, values: [...values] });
      return rows as unknown as TextRows;
    } catch (error) {
      throw this.#failure(error as Error & { code?: string });
    }
  }

  async #connected(): Promise<Client> {
    const { silenceMs } = this.#patience;
    const client = new Client({
      connectionString: this.#url.href,
      connectionTimeoutMillis: silenceMs,
      query_timeout: silenceMs,
      keepAlive: true,
      application_name: "azimuth migrate",
    });
    client.on("error", () => {
      if (this.#client === client) this.#client = null;
    });
    await client.connect();
    this.#hasConnected = true;
    await client.query(SETTINGS);
    return client;
  }

  #failure(error: Error & { code?: string }): Error {
    const { code = "", message } = error;
    const text = `${this.shown} cannot be asked: ${message || code}`;
    const isKeyless = KEYLESS.has(code) || message.includes("password must be a string");
    if (isKeyless) return new SourceFailed(`${text}; ${SOURCE_KEY_HINT}`, null, { cause: error });
    // An error of the server has a code of five characters; all others are about the connection.
    const isOfServer = /^[0-9A-Z]{5}$/.test(code);
    if (isOfServer && !PASSING.has(code)) return new SourceFailed(text, null, { cause: error });
    const client = this.#client;
    this.#client = null;
    void client?.end().catch(() => {});
    const Kind = this.#hasConnected ? Passing : SourceFailed;
    return new Kind(text, null, { cause: error });
  }
}

/** An error that passes. */
class Passing extends SourceFailed {}
