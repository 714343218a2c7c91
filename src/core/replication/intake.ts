// Takes the records of another log in their order, several at a time, and notes the first that fails.
// The decision: a record is passed on while those before it are still being written and applied, so the disk and the
// engine work at the same time. The bytes that are under way are limited, so a slow disk makes the sender wait.
import type { LogRecord } from "../../storage/log.ts";
import type { Copier } from "./copier.ts";

/** Bytes of records that are in this process and not applied yet. */
const MAX_UNDER_WAY_BYTES = 32 * 2 ** 20;

export class Intake {
  readonly #copier: Copier;
  readonly #underWay = new Set<Promise<void>>();
  #underWayBytes = 0;
  #failure: unknown;

  constructor(copier: Copier) {
    this.#copier = copier;
  }

  /** Begins again after a failure, when nothing is under way. */
  restart(): void {
    this.#failure = undefined;
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
    const { length } = record.body;
    // The oldest: there may be a hundred thousand, too many to wait for any of them.
    while (this.#underWayBytes > MAX_UNDER_WAY_BYTES) {
      const [oldest] = this.#underWay;
      await oldest?.catch(() => {});
    }
    const { done } = await this.#copier.copy(record);
    this.#underWay.add(done);
    this.#underWayBytes += length;
    const end = () => {
      this.#underWay.delete(done);
      this.#underWayBytes -= length;
    };
    done.then(end, (error) => {
      this.#failure ??= error;
      end();
    });
    return { done };
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }
}
