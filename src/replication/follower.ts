// Copies the log of a leader to this server, for as long as it is a follower.
// The decision: one answer of the leader carries all records, and a follower that loses it asks again from where its
// own log ends. So there is no state between the two but the LSN, and a restart is like a short pause.
import { Intake } from "../core/replication/intake.ts";
import { type Lag, LagClock } from "../core/replication/lag.ts";
import type { Replication } from "../core/replication/replication.ts";
import { ERROR_STATUS } from "../errors/table.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { Logger } from "../log/logger.ts";
import { type Clock, waitFor } from "../scheduling/clock.ts";
import type { LogFollower } from "../service/replication.ts";
import { crc32 } from "../storage/crc32.ts";
import type { LogRecord } from "../storage/log.ts";
import { type LeaderState, MessageReader } from "../storage/log-stream.ts";
import { ask, type LeaderAddress, LeaderRefuses, resultOf } from "./leader.ts";

interface FollowerParts {
  readonly address: LeaderAddress;
  readonly replication: Replication;
  readonly clock: Clock;
  readonly randomUuid: () => string;
  readonly log: Pick<Logger, "info" | "warn">;
}

/** Pauses between attempts: the first, doubled up to the last. */
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 5_000;
/** The leader sends something several times a second. */
const SILENCE_MS = 5_000;
/** A leader that is replaced answers at once, or is away. */
const TELL_MS = 1_000;
/** The status of an answer of a server with another log. */
const CONFLICT = ERROR_STATUS.LOG_UNSUITABLE.http;
/** How long a promotion waits for records that the former leader still has. */
const DRAIN_MS = 10_000;

export class Follower implements LogFollower {
  readonly #parts: FollowerParts;
  readonly #lag: LagClock;
  readonly #stopping = new AbortController();
  readonly #id: string;
  #problem: string | null = null;
  /** Why the former leader could not be told the last time. */
  #untold: string | null = null;
  #work: Promise<void> = Promise.resolve();
  readonly #intake: Intake;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.#id = parts.randomUuid();
    this.#intake = new Intake(parts.replication.copier);
    this.#lag = new LagClock(() => parts.replication.applied.lsn);
  }

  get leader(): string {
    return this.#parts.address.url;
  }

  get problem(): string | null {
    return this.#problem;
  }

  lag(): Lag | null {
    return this.#lag.lag;
  }

  /** Begins to copy, once the log has been replayed; a server that was promoted tells its former leader instead. */
  begin(): void {
    const { replication, log } = this.#parts;
    if (replication.role.kind === "follower") {
      this.#work = this.#copyAgainAndAgain();
      return;
    }
    log.warn(
      { leader: this.leader },
      "this server was promoted and does not follow any more: remove follow.url",
    );
    const { replaces, epoch } = replication.lineage;
    if (replaces?.knows === false) this.tellUntilKnown(epoch);
  }

  async stopAt(lsn: number): Promise<void> {
    await this.#parts.replication.applied.reach(lsn, DRAIN_MS);
    await this.stop();
  }

  /** Ends the copying. Resolves when every record that was received is applied. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#work;
  }

  async tellReplaced(epoch: number): Promise<number | null> {
    const log = this.#parts.replication.lineage.shown().log;
    const path = "cluster/replaced";
    try {
      const body = { log, epoch };
      const told = await resultOf(this.#parts.address, { method: "POST", path, body, silenceMs: TELL_MS });
      return (told as { last_lsn: number }).last_lsn;
    } catch (error) {
      // What is at that address now is another log.
      if (error instanceof LeaderRefuses && error.status === CONFLICT) return 0;
      const problem = (error as Error).message;
      const about = { leader: this.leader, problem };
      if (problem !== this.#untold)
        this.#parts.log.warn(about, "the former leader does not know that it is replaced");
      this.#untold = problem;
      return null;
    }
  }

  tellUntilKnown(epoch: number): void {
    const { clock, replication } = this.#parts;
    clock.after(TELL_MS, () => {
      void this.tellReplaced(epoch).then((lsn) => {
        if (lsn === null) this.tellUntilKnown(epoch);
        else replication.lineage.noteTold();
      });
    });
  }

  async #copyAgainAndAgain(): Promise<void> {
    const { clock, log } = this.#parts;
    for (let pauseMs = FIRST_PAUSE_MS; !this.#stopping.signal.aborted; ) {
      const before = this.#parts.replication.lastLsn;
      const ended = await this.#copy().catch((error: Error) => error);
      await this.#intake.settled();
      if (this.#stopping.signal.aborted) return;
      const problem = ended ? ended.message : "the leader has ended the log";
      if (problem !== this.#problem) log.warn({ leader: this.leader, problem }, "no records from the leader");
      this.#problem = problem;
      if (this.#parts.replication.lastLsn > before) pauseMs = FIRST_PAUSE_MS;
      await waitFor(clock, pauseMs, this.#stopping.signal);
      pauseMs = Math.min(LAST_PAUSE_MS, 2 * pauseMs);
    }
  }

  /** Copies records until the leader ends, or something fails. */
  async #copy(): Promise<void> {
    const { address, replication } = this.#parts;
    const { lineage, copier, lastLsn } = replication;
    const position = new URLSearchParams({ from: String(lastLsn + 1), follower: this.#id });
    if (lineage.log !== null) {
      position.set("log", lineage.log);
      position.set("epoch", String(lineage.epochAt(lastLsn)));
    }
    this.#intake.restart();
    const { signal } = this.#stopping;
    const path = `wal?${position}`;
    const answer = await ask(address, { method: "GET", path, silenceMs: SILENCE_MS, signal });
    const messages = new MessageReader({ crc32 }, (sizeBytes) => copier.bodyOf(sizeBytes));
    let next = lastLsn + 1;
    try {
      for await (const part of answer) {
        for (const message of messages.read(part as Uint8Array)) {
          if (message.kind === "state") this.#noteState(message.state);
          else await this.#take(message.record, next++);
        }
        this.#intake.ensureSound();
      }
    } finally {
      answer.destroy();
      messages.end((body) => copier.giveBack(body));
    }
  }

  #noteState({ lastLsn, history }: LeaderState): void {
    const { lineage } = this.#parts.replication;
    const epoch = history.epochs.at(-1)?.epoch ?? 1;
    if (lineage.log !== null && (lineage.log !== history.log || lineage.epoch > epoch)) {
      throw new VectorDbError(
        "INTERNAL",
        `the leader is at epoch ${epoch}, this follower at ${lineage.epoch}`,
      );
    }
    lineage.adopt(history);
    this.#lag.note(lastLsn);
    if (this.#problem === null) return;
    this.#problem = null;
    this.#parts.log.info({ leader: this.leader }, "records from the leader again");
  }

  async #take(record: LogRecord, expected: number): Promise<void> {
    const { lsn, body } = record;
    if (lsn !== expected) {
      this.#parts.replication.copier.giveBack(body);
      throw new VectorDbError("INTERNAL", `the leader sends LSN ${lsn} after LSN ${expected - 1}`);
    }
    await this.#intake.take(record);
  }
}
