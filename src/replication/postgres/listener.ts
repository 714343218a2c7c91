// Tells other servers of new entries, and is told of theirs: NOTIFY and LISTEN.
// The decision: a notification is sent after the commit and not with it. With it, PostgreSQL holds a lock of the whole
// server until the commit is on the quorum, also against users of other databases. Readers look for themselves now and
// then, as a notification can be lost.
import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "./connection.ts";
import type { News } from "./news.ts";
import { longer, type Session } from "./session.ts";
import type { Statements } from "./statements.ts";

interface ListenerParts {
  readonly session: Session;
  readonly sql: Statements;
  readonly news: News;
  readonly timeoutMs: number;
}

const FIRST_PAUSE_MS = 50;

export class Listener {
  readonly #parts: ListenerParts;
  /** The connection that listens. */
  #connection: Connection | null = null;
  /** The number of which others have to be told; 0: none. */
  #untold = 0;
  #isTelling = false;
  readonly #stop = new AbortController();

  constructor(parts: ListenerParts) {
    this.#parts = parts;
    void this.#listen();
  }

  get isListening(): boolean {
    return this.#connection?.isLost === false;
  }

  /** Tells all servers of an entry, without waiting for it. */
  announce(seq: number): void {
    this.#untold = Math.max(this.#untold, seq);
    if (!this.#isTelling) void this.#tell();
  }

  close(): void {
    this.#stop.abort();
    this.#parts.session.close();
  }

  async #listen(): Promise<void> {
    const { session, sql, news, timeoutMs } = this.#parts;
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#stop.signal.aborted) {
      try {
        const connection = await session.connection();
        connection.onNotification((text) => news.tell(Number(text)));
        await connection.query(sql.listen, timeoutMs);
        this.#connection = connection;
        pauseMs = FIRST_PAUSE_MS;
        // What was told meanwhile was not heard.
        news.tell(0);
        await connection.ended;
      } catch {
        // Readers report that the server is away.
      }
      news.tell(0);
      await delay(pauseMs, undefined, { signal: this.#stop.signal }).catch(() => {});
      pauseMs = longer(pauseMs);
    }
  }

  async #tell(): Promise<void> {
    const { sql, timeoutMs } = this.#parts;
    this.#isTelling = true;
    while (this.#untold > 0 && this.#connection?.isLost === false) {
      const seq = this.#untold;
      this.#untold = 0;
      await this.#connection.query(sql.notify(seq), timeoutMs).catch(() => this.#connection?.drop());
    }
    this.#isTelling = false;
  }
}
