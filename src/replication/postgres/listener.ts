// Tells other servers of new entries, and is told of theirs: NOTIFY and LISTEN.
// The decision: a notification is sent after the commit and not with it. With it, PostgreSQL would hold a lock of the
// whole server until the commit is on the quorum. Sent after it, the notification is a proof for those who read from the
// same server (proofs.ts). It can be lost, so readers look for themselves now and then.
import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "./connection.ts";
import type { News } from "./news.ts";
import type { Proofs } from "./proofs.ts";
import { longer, type Session } from "./session.ts";
import type { Statements } from "./statements.ts";

interface ListenerParts {
  /** The id of the log. */
  readonly id: string;
  readonly session: Session;
  readonly sql: Statements;
  readonly news: News;
  readonly proofs: Proofs;
  readonly timeoutMs: number;
}

const FIRST_PAUSE_MS = 50;

/** An entry that is on the quorum. */
interface Announcement {
  readonly seq: number;
  /** See ServerFacts. */
  readonly server: string;
}

export class Listener {
  readonly #parts: ListenerParts;
  /** The connection that listens. */
  #connection: Connection | null = null;
  /** What others have to be told. */
  #untold: Announcement | null = null;
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
  announce(announcement: Announcement): void {
    this.#untold = announcement;
    if (!this.#isTelling) void this.#tell();
  }

  close(): void {
    this.#stop.abort();
    this.#parts.session.close();
  }

  async #listen(): Promise<void> {
    const { id, session, sql, news, timeoutMs } = this.#parts;
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#stop.signal.aborted) {
      // While the server is away, readers report it.
      const connection = await session.connection().catch(() => null);
      connection?.onNotification((text) => this.#hear(text));
      await connection?.query(sql.listen(id), timeoutMs).then(
        () => {
          this.#connection = connection;
          pauseMs = FIRST_PAUSE_MS;
          // What was told meanwhile was not heard, and what was to be told was not sent.
          news.tell(0);
          if (!this.#isTelling) void this.#tell();
        },
        () => connection.drop(),
      );
      await connection?.ended;
      await delay(pauseMs, undefined, { signal: this.#stop.signal }).catch(() => {});
      pauseMs = longer(pauseMs);
    }
  }

  #hear(text: string): void {
    const { seq, server } = JSON.parse(text) as Announcement;
    this.#parts.proofs.note(server, seq);
    this.#parts.news.tell(seq);
  }

  async #tell(): Promise<void> {
    const { id, sql, timeoutMs } = this.#parts;
    this.#isTelling = true;
    while (this.#untold !== null && this.#connection?.isLost === false) {
      const text = JSON.stringify(this.#untold);
      this.#untold = null;
      await this.#connection.query(sql.notify(id, text), timeoutMs).catch(() => this.#connection?.drop());
    }
    this.#isTelling = false;
  }
}
