// A connection to the primary that is made again when it is lost, to whichever host is the primary then.
// The decision: an attempt has half of the time of a call, and a host that has failed is tried last. So a former primary
// that answers, and no longer commits because its standbys follow another server, does not hide that server.
import { setTimeout as delay } from "node:timers/promises";
import type { PostgresHost } from "./address.ts";
import { Connection, OLDEST_VERSION } from "./connection.ts";
import { NO_QUORUM } from "./tables.ts";

/** A reason for which no later attempt can succeed. */
export class Unsuitable extends Error {}

interface HostsParts {
  readonly hosts: readonly PostgresHost[];
  /** The limit of calls. */
  readonly timeoutMs: number;
  /** Whether a server that keeps its log alone must not be used. */
  readonly requireQuorum: boolean;
}

const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 500;
/** Errors of the server that last: credentials, rights, and a database that does not exist. */
const LASTING = /^(?:28...|42501|3D000)$/;
/** Errors of reading the files of certificates that the URL names. */
const LASTING_OF_FILES = ["ENOENT", "EACCES"];
/** The share of the limit of a call that one attempt has. */
const ATTEMPT_SHARE = 0.5;

/** The hosts of one log, for all its sessions. */
export class Hosts {
  readonly #parts: HostsParts;
  #order: readonly PostgresHost[];

  constructor(parts: HostsParts) {
    this.#parts = parts;
    this.#order = parts.hosts;
  }

  /** The limit of one attempt. */
  get attemptMs(): number {
    return this.#parts.timeoutMs * ATTEMPT_SHARE;
  }

  /** Tries a host after all others from now on. */
  avoid(host: PostgresHost): void {
    this.#order = [...this.#order.filter((one) => one !== host), host];
  }

  /** Connects to the first host that is a primary. @throws Error with the reasons of all hosts, Unsuitable */
  async connect(): Promise<Connection> {
    const reasons: string[] = [];
    let lasting: Unsuitable | null = null;
    for (const host of this.#order) {
      try {
        const connection = await Connection.open(host, this.#parts.timeoutMs);
        const refusal = this.#refusal(connection);
        if (refusal === null) return connection;
        connection.drop();
        throw refusal;
      } catch (error) {
        const reason = `${host.shown}: ${textOf(error)}`;
        reasons.push(reason);
        if (error instanceof Unsuitable || isLasting(error)) lasting ??= new Unsuitable(reason);
      }
    }
    throw lasting ?? new Error(reasons.join("; "));
  }

  #refusal({ facts }: Connection): Error | null {
    const { version, isInRecovery, isReadOnly, synchronousNames } = facts;
    if (version < OLDEST_VERSION) {
      const shown = `${Math.floor(version / 10_000)}.${version % 10_000}`;
      return new Unsuitable(`PostgreSQL ${shown} is too old: version 14 or newer is needed`);
    }
    if (isInRecovery) return new Error("the server is a standby");
    if (isReadOnly) return new Error("the server is read-only");
    return this.#parts.requireQuorum && synchronousNames === "" ? new Unsuitable(NO_QUORUM) : null;
  }
}

export class Session {
  readonly #hosts: Hosts;
  #connecting: Promise<Connection> | null = null;
  #connection: Connection | null = null;
  #isClosed = false;

  constructor(hosts: Hosts) {
    this.#hosts = hosts;
  }

  /** Returns the connection, a new one if the last was lost. @throws Error, Unsuitable */
  async connection(): Promise<Connection> {
    if (this.#isClosed) throw new Error("the log is closed");
    if (this.#connection?.isLost === false) return this.#connection;
    this.#connecting ??= this.#hosts.connect().finally(() => {
      this.#connecting = null;
    });
    const made = await this.#connecting;
    if (this.#isClosed) made.drop();
    this.#connection = made;
    return made;
  }

  /**
   * Runs work that may be repeated until it succeeds.
   * @param isLast whether an error is the answer
   * @throws what was thrown last, when the time is over
   */
  async run<T>(
    limitMs: number,
    work: (connection: Connection, leftMs: number) => Promise<T>,
    isLast: (error: unknown) => boolean,
  ): Promise<T> {
    const end = performance.now() + limitMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = longer(pauseMs)) {
      try {
        return await this.once(work, Math.min(this.#hosts.attemptMs, end - performance.now()));
      } catch (error) {
        if (isLast(error) || this.#isClosed || performance.now() + pauseMs > end) throw error;
      }
      await delay(pauseMs);
    }
  }

  /** Runs work on the connection, and ends that if the work fails. @param limitMs of the work, and of connecting */
  async once<T>(work: (connection: Connection, leftMs: number) => Promise<T>, limitMs: number): Promise<T> {
    const connection = await this.#connectionWithin(limitMs);
    try {
      return await work(connection, limitMs);
    } catch (error) {
      this.#hosts.avoid(connection.host);
      connection.drop();
      throw error;
    }
  }

  async #connectionWithin(limitMs: number): Promise<Connection> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no connection within ${Math.round(limitMs)} ms`)), limitMs);
    });
    try {
      return await Promise.race([this.connection(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#connection?.drop();
  }
}

/** Returns the next pause between attempts. */
export const longer = (pauseMs: number): number => Math.min(LAST_PAUSE_MS, pauseMs * 2);

/** Returns what an error says; an error about several addresses of a host says nothing itself. */
export function textOf(error: unknown): string {
  const one = error instanceof AggregateError ? error.errors[0] : error;
  return one instanceof Error ? one.message : String(one);
}

function isLasting(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && (LASTING.test(code) || LASTING_OF_FILES.includes(code));
}
