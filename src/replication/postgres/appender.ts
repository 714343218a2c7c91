// Appends entries: all that wait go into one transaction.
// The decision: an entry is sent again with its id, on a new connection, until PostgreSQL has said its number or its time
// is over. So a lost connection, a failover and a commit that did not reach the standbys are one case: not known yet.
import { setTimeout as delay } from "node:timers/promises";
import { LogUnavailable } from "../../errors/cluster.ts";
import type { FileSystem } from "../../storage/fs.ts";
import { type NewEntry, sumOf } from "../../storage/replicated-log.ts";
import type { Connection } from "./connection.ts";
import type { News } from "./news.ts";
import type { OwnEntries } from "./own-entries.ts";
import type { Proofs } from "./proofs.ts";
import { longer, type Session, textOf } from "./session.ts";
import type { Statements } from "./statements.ts";

interface AppenderParts {
  readonly session: Session;
  readonly sql: Statements;
  readonly sums: Pick<FileSystem, "crc32">;
  readonly news: News;
  readonly proofs: Proofs;
  readonly own: OwnEntries;
  /** How long an append may take, besides the time for many bytes. */
  readonly timeoutMs: number;
  /** How long one attempt may take, besides that. */
  readonly attemptMs: number;
  /** Is told of the last entry of each transaction, and of the server that has it. */
  readonly announce: (last: { readonly seq: number; readonly server: string }) => void;
}

/** An entry whose number is not known. */
interface Pending {
  readonly entry: NewEntry;
  readonly sum: number;
  /** On the clock of `performance.now`. */
  readonly deadline: number;
  readonly done: (seq: number) => void;
  readonly fail: (error: LogUnavailable) => void;
  isOver: boolean;
  /** The last entry that was known before it was sent first; null: it was never sent. */
  known: number | null;
}

const MAX_BATCH_BYTES = 4 * 2 ** 20;
const MAX_BATCH_ENTRIES = 1_000;
const FIRST_PAUSE_MS = 10;
/** A body that cannot be sent faster than this has more time. */
const SLOWEST_BYTES_PER_MS = 8 * 1_024;

export class Appender {
  readonly #parts: AppenderParts;
  #pending: Pending[] = [];
  #isRunning = false;
  #isClosed = false;
  /** Why the last attempt failed. */
  #problem = "no answer";

  constructor(parts: AppenderParts) {
    this.#parts = parts;
  }

  /** @throws LogUnavailable */
  append(entry: NewEntry): Promise<number> {
    const { timeoutMs, sums } = this.#parts;
    const limitMs = timeoutMs + sendingMs([entry]);
    return new Promise((resolve, reject) => {
      const one: Pending = {
        entry,
        sum: sumOf(sums, entry),
        deadline: performance.now() + limitMs,
        isOver: false,
        known: null,
        done: (seq) => end(() => resolve(seq)),
        fail: (error) => end(() => reject(error)),
      };
      const timer = setTimeout(() => one.fail(this.#unavailable()), limitMs);
      const end = (settle: () => void) => {
        one.isOver = true;
        clearTimeout(timer);
        settle();
      };
      this.#pending.push(one);
      if (this.#isClosed) this.close();
      else if (!this.#isRunning) void this.#run();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#problem = "the log is closed";
    for (const one of this.#pending) one.fail(this.#unavailable());
    this.#pending = [];
    this.#parts.session.close();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // What is appended in the same turn goes along.
    await Promise.resolve();
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      this.#pending = this.#pending.filter(({ isOver }) => !isOver);
      if (this.#pending.length === 0) break;
      const isDone = await this.#send(this.#nextBatch());
      if (!isDone) await delay(pauseMs);
      pauseMs = isDone ? FIRST_PAUSE_MS : longer(pauseMs);
    }
    this.#isRunning = false;
  }

  #nextBatch(): Pending[] {
    const batch: Pending[] = [];
    let bytes = 0;
    for (const one of this.#pending) {
      bytes += one.entry.body.length;
      if (batch.length > 0 && (bytes > MAX_BATCH_BYTES || batch.length === MAX_BATCH_ENTRIES)) break;
      batch.push(one);
    }
    return batch;
  }

  /** Returns whether the numbers of a batch are known now. */
  async #send(batch: readonly Pending[]): Promise<boolean> {
    const { session, proofs, news, own, announce } = this.#parts;
    const leftMs = Math.min(...batch.map(({ deadline }) => deadline)) - performance.now();
    const attemptMs = this.#parts.attemptMs + sendingMs(batch.map(({ entry }) => entry));
    try {
      await session.once(
        async (connection, limitMs) => {
          const seqs = await this.#ask(connection, batch, limitMs);
          const last = Math.max(...seqs);
          const { server } = connection.facts;
          proofs.note(server, last);
          for (const [i, one] of batch.entries()) {
            own.keep(seqs[i]!, one.entry);
            one.done(seqs[i]!);
          }
          news.tell(last);
          announce({ seq: last, server });
        },
        Math.min(leftMs, attemptMs),
      );
      return true;
    } catch (error) {
      if (!this.#isClosed) this.#problem = textOf(error);
      return false;
    }
  }

  async #ask(connection: Connection, batch: readonly Pending[], limitMs: number): Promise<number[]> {
    const sent = batch.filter(({ known }) => known !== null).map(({ known }) => known!);
    const known = sent.length === 0 ? null : Math.min(...sent);
    for (const one of batch) one.known ??= this.#parts.news.heard;
    const bodies = batch.map(({ entry }) => entry.body);
    const values = [
      batch.map(({ entry }) => entry.id),
      bodies.map(({ length }) => length),
      batch.map(({ sum }) => sum),
      joined(bodies),
      batch.map(({ entry }) => entry.place),
      known,
    ];
    const rows = await connection.query(this.#parts.sql.append(values), limitMs);
    return rows.map(([seq]) => Number(seq));
  }

  #unavailable(): LogUnavailable {
    return new LogUnavailable(this.#problem);
  }
}

/** Returns how long it may take to send entries. */
function sendingMs(entries: readonly NewEntry[]): number {
  return entries.reduce((sum, { body }) => sum + body.length, 0) / SLOWEST_BYTES_PER_MS;
}

/** Returns bytes as the client of PostgreSQL sends them without converting them to text. */
function joined(bodies: readonly Uint8Array[]): Buffer {
  const [first] = bodies;
  if (bodies.length !== 1 || first === undefined) return Buffer.concat(bodies);
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength);
}
