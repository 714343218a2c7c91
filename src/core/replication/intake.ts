// Takes the records of another log in their order, several at a time, and notes the first that fails.
// The decision: a record is passed on while those before it are still being written and applied, so the disk and the
// engine work at the same time. The bytes that are under way are limited, so a slow disk makes the sender wait.
import { type Clock, waitFor } from "../../scheduling/clock.ts";
import type { LogRecord } from "../../storage/log.ts";
import type { Copier } from "./copier.ts";

/** What takes records for as long as nothing fails. */
interface Taking {
  readonly clock: Clock;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Pauses after failures: the first, doubled up to the last; the first again when records have come meanwhile. */
  readonly firstPauseMs: number;
  readonly lastPauseMs: number;
  /** Returns the LSN of the last record that counts as having come. */
  readonly position: () => number;
  /** Takes records until something fails, the other side ends, or the signal is aborted. */
  readonly work: () => Promise<void>;
  /** Is told why the work has ended; null: the other side has ended it. */
  readonly onEnd: (failure: Error | null) => void;
}

/** Bytes of records that are in this process and not applied yet. */
const MAX_UNDER_WAY_BYTES = 32 * 2 ** 20;
/** The bytes that a record counts besides those of its body, so that empty ones are limited, too. */
const RECORD_BYTES = 512;

export class Intake {
  readonly #copier: Copier;
  readonly #underWay = new Set<Promise<void>>();
  #underWayBytes = 0;
  #failure: unknown;

  constructor(copier: Copier) {
    this.#copier = copier;
  }

  /** Does the work again and again. Resolves when the signal is aborted and nothing is under way. */
  async keepTaking(taking: Taking): Promise<void> {
    const { clock, signal, firstPauseMs, lastPauseMs, position, work, onEnd } = taking;
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(lastPauseMs, 2 * pauseMs)) {
      const before = position();
      this.#failure = undefined;
      const failure = await work().then(
        () => null,
        (error: Error) => error,
      );
      await Promise.allSettled(this.#underWay);
      if (signal.aborted) return;
      onEnd(failure);
      if (position() > before) pauseMs = firstPauseMs;
      await waitFor(clock, pauseMs, signal);
    }
  }

  /** Throws the first failure to write a record that is under way. */
  ensureSound(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * Passes a record on. @param record its body is from the copier
   * @returns `done` resolves when it has been applied, and rejects if it does not get into the log
   */
  async take(record: LogRecord): Promise<{ readonly done: Promise<void> }> {
    const bytes = record.body.length + RECORD_BYTES;
    // The oldest: there may be a hundred thousand, too many to wait for any of them.
    while (this.#underWayBytes > MAX_UNDER_WAY_BYTES) {
      const [oldest] = this.#underWay;
      await oldest?.catch(() => {});
    }
    const { done } = await this.#copier.copy(record);
    this.#underWay.add(done);
    this.#underWayBytes += bytes;
    const end = () => {
      this.#underWay.delete(done);
      this.#underWayBytes -= bytes;
    };
    done.then(end, (error) => {
      this.#failure ??= error;
      end();
    });
    return { done };
  }
}
