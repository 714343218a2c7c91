// Syncs a log a moment after records that are kept elsewhere were written to it.
// The decision: both the time and the bytes are limited, so a crash of the machine takes little from the log, and what
// a start has to look through stays small.
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { Wal } from "./wal.ts";

const UNSYNCED_MS = 100;
const UNSYNCED_BYTES = 8 * 2 ** 20;

export class LaterSync {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** To be called after every commit. */
  note(wal: Wal): void {
    if (wal.unsyncedBytes >= UNSYNCED_BYTES) this.#sync(wal);
    if (wal.unsyncedBytes === 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#sync(wal), UNSYNCED_MS);
    // In a web page a timer is a number and keeps nothing alive.
    this.#timer.unref?.();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #sync(wal: Wal): void {
    this.stop();
    try {
      wal.sync();
    } catch (error) {
      // The log is read-only now; the next append reports it.
      if (!(error instanceof VectorDbError)) throw error;
    }
  }
}
