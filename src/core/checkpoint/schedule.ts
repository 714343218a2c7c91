// Decides when a checkpoint is taken: when the log has grown, when time has passed, and when writing has stopped.
// The decision: bytes and times count from the last checkpoint, and only if anything was written since. After a burst
// of writes the checkpoint waits until the indexes are built, so that a server that is killed while it is idle starts
// with complete graphs and payload indexes. A failed checkpoint changes nothing and is repeated after growing delays.
import type { Clock } from "../../scheduling/clock.ts";
import type { Checkpointer, CheckpointReport } from "./checkpointer.ts";

export interface CheckpointSettings {
  /** Bytes logged since the last checkpoint after which the next is taken. */
  readonly logBytes: number;
  /** The longest time that a write waits for a checkpoint. */
  readonly intervalMs: number;
  /** The time without writes after which a checkpoint is taken, if `quietBytes` were logged since the last. */
  readonly quietMs: number;
  readonly quietBytes: number;
}

export const CHECKPOINT_SETTINGS: CheckpointSettings = {
  logBytes: 256 * 2 ** 20,
  intervalMs: 10 * 60_000,
  quietMs: 5_000,
  quietBytes: 4 * 2 ** 20,
};

export interface CheckpointStatus {
  /** The number of the newest checkpoint; 0: there is none. */
  readonly number: number;
  readonly lsn: number;
  /** The time it was taken, in milliseconds since 1970, and its duration; null if an earlier run took it. */
  readonly takenAt: number | null;
  readonly tookMs: number | null;
  /** Null: the last checkpoint succeeded. */
  readonly failure: Error | null;
  /** Failed checkpoints since the start. */
  readonly failures: number;
  /** Bytes logged since the newest checkpoint. */
  readonly loggedBytes: number;
}

interface ScheduleParts {
  readonly clock: Clock;
  readonly settings: CheckpointSettings;
  readonly checkpointer: Checkpointer;
  /** Whether any graph or payload index is being built. */
  readonly indexing: () => Promise<boolean>;
  readonly onTaken: (outcome: CheckpointReport | Error) => void;
}

/** From this many logged bytes on, a checkpoint begins a new file of the log. */
const ROLL_BYTES = 4 * 2 ** 20;
const FIRST_RETRY_MS = 10_000;
const LAST_RETRY_MS = 10 * 60_000;

export class CheckpointSchedule {
  readonly #parts: ScheduleParts;
  #bytes = 0;
  /** The times of the first and the last write that no checkpoint contains. */
  #first: number | null = null;
  #last = 0;
  #cancel: (() => void) | null = null;
  #running = 0;
  #stopped = false;
  /** Failures in a row, and since the start. */
  #failures = 0;
  #allFailures = 0;
  #takenAt: number | null = null;
  #tookMs: number | null = null;
  #failure: Error | null = null;
  #retryAt = 0;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  get status(): CheckpointStatus {
    const { number, lsn } = this.#parts.checkpointer;
    const times = { takenAt: this.#takenAt, tookMs: this.#tookMs };
    const failed = { failure: this.#failure, failures: this.#allFailures };
    return { number, lsn, ...times, ...failed, loggedBytes: this.#bytes };
  }

  /** Notes bytes that were logged. */
  note(bytes: number): void {
    const { clock, settings } = this.#parts;
    this.#bytes += bytes;
    this.#last = clock.now();
    this.#first ??= this.#last;
    if (this.#bytes >= settings.logBytes) this.#takeInBackground();
    else this.#watch();
  }

  /** Takes a checkpoint now, after the one that is running. */
  take(final = false): Promise<CheckpointReport> {
    const bytes = this.#bytes;
    const first = this.#first;
    this.#bytes = 0;
    this.#first = null;
    this.#running++;
    const { clock } = this.#parts;
    const began = clock.now();
    return this.#parts.checkpointer.take(final, bytes >= ROLL_BYTES).then(
      (report) => {
        this.#running--;
        this.#failures = 0;
        this.#failure = null;
        this.#takenAt = clock.now();
        this.#tookMs = this.#takenAt - began;
        this.#parts.onTaken(report);
        return report;
      },
      (error: Error) => {
        this.#running--;
        this.#bytes += bytes;
        this.#first ??= first;
        this.#failure = error;
        this.#allFailures++;
        this.#retryAt = clock.now() + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures++);
        this.#parts.onTaken(error);
        throw error;
      },
    );
  }

  /** @param last true: takes a last checkpoint if there is anything to save */
  async stop(last: boolean): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    this.#cancel = null;
    // Without this checkpoint the next start replays more and loses nothing. An engine that has failed cannot answer.
    if (last && (await this.#parts.checkpointer.isWorthwhile().catch(() => false)))
      await this.take(true).catch(() => {});
    await this.#parts.checkpointer.settled();
  }

  #watch(): void {
    if (this.#cancel !== null || this.#stopped || this.#first === null) return;
    this.#cancel = this.#parts.clock.after(this.#parts.settings.quietMs, () => {
      this.#cancel = null;
      void this.#check();
    });
  }

  async #check(): Promise<void> {
    const { clock, settings, indexing } = this.#parts;
    if (this.#first === null) return;
    const now = clock.now();
    const isLate = now - this.#first >= settings.intervalMs;
    const isQuiet = now - this.#last >= settings.quietMs && this.#bytes >= settings.quietBytes;
    // An engine that is gone cannot say; the checkpoint then says what is wrong.
    const isBusy = () => indexing().catch(() => false);
    if (isLate || (isQuiet && !(await isBusy()))) this.#takeInBackground();
    else this.#watch();
  }

  #takeInBackground(): void {
    const isHeld = this.#running > 0 || this.#stopped || this.#parts.clock.now() < this.#retryAt;
    if (isHeld) this.#watch();
    else
      void this.take()
        .catch(() => {})
        .then(() => this.#watch());
  }
}
