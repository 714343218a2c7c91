// Copies the log of a leader to this server, for as long as it is a follower.
// The decision: one answer of the leader carries all records, and a follower that loses it asks again from where its
// own log ends. So there is no state between the two but the LSN, and a restart is like a short pause.
import { Intake } from "../core/replication/intake.ts";
import { type Lag, LagClock } from "../core/replication/lag.ts";
import type { Replication } from "../core/replication/replication.ts";
import { PromotionRefused } from "../errors/replication.ts";
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
  /** Milliseconds without a record after which a promotion is refused; absent: DRAIN_MS. */
  readonly drainMs?: number;
}

/** Pauses between attempts: the first, doubled up to the last. */
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 1_000;
/** The leader sends something several times a second. */
const SILENCE_MS = 5_000;
/** A leader that is replaced answers at once, or is away. */
const TELL_MS = 1_000;
/** How long its whole answer may take. */
const TOLD_MS = 3_000;
/** How long a promotion waits for the next of the records that the former leader still has. */
const DRAIN_MS = 10_000;

export class Follower implements LogFollower {
  readonly #parts: FollowerParts;
  readonly #lag: LagClock;
  readonly #drainMs: number;
  /** Ends the copying. */
  readonly #stopping = new AbortController();
  /** Ends everything. */
  readonly #closing = new AbortController();
  readonly #id: string;
  #problem: string | null = null;
  /** Why the former leader could not be told the last time. */
  #untold: string | null = null;
  #work: Promise<void> = Promise.resolve();
  readonly #intake: Intake;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.#drainMs = parts.drainMs ?? DRAIN_MS;
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
      this.#work = this.#copyUntilStopped();
      return;
    }
    const { replaces, epoch } = replication.lineage;
    log.warn(
      { leader: this.leader, knows: replaces?.knows },
      "this server was promoted and does not follow this one any more: remove follow.url",
    );
    if (replaces?.knows === false) this.tellUntilKnown(epoch);
  }

  async stopAt(lsn: number): Promise<void> {
    const { applied } = this.#parts.replication;
    for (let before = -1; !(await applied.reach(lsn, this.#drainMs)); before = applied.lsn) {
      if (applied.lsn > before) continue;
      const problem = this.#problem === null ? "" : ` (${this.#problem})`;
      throw new PromotionRefused(
        `${this.leader} refuses writes now and has records up to LSN ${lsn}, of which this follower has those up to ` +
          `LSN ${applied.lsn} and gets no more${problem}: end what hinders it, or stop that server`,
      );
    }
    await this.#endCopying();
  }

  /** Ends the copying, and telling the former leader. Resolves when every record that was received is applied. */
  async stop(): Promise<void> {
    this.#closing.abort();
    await this.#endCopying();
  }

  async #endCopying(): Promise<void> {
    this.#stopping.abort();
    await this.#work;
  }

  async tellReplaced(epoch: number): Promise<number | null> {
    const log = this.#parts.replication.lineage.shown().log;
    const body = { log, epoch };
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(TOLD_MS)]);
    const request = { path: "cluster/replaced", body, silenceMs: TELL_MS, signal };
    try {
      return ((await resultOf(this.#parts.address, request)) as { last_lsn: number }).last_lsn;
    } catch (error) {
      if (error instanceof LeaderRefuses && error.isDecided) {
        // What is at that address now is another log.
        if (error.code === "LOG_UNSUITABLE") return 0;
        const { leader } = this;
        throw new PromotionRefused(`${leader} does not give way (${error.message}): stop that server`);
      }
      this.#noteUntold(error as Error);
      return null;
    }
  }

  tellUntilKnown(epoch: number): void {
    const { clock, replication } = this.#parts;
    const tell = async () => {
      const lsn = await this.tellReplaced(epoch).catch((error: Error) => this.#noteUntold(error));
      if (this.#closing.signal.aborted) return;
      if (lsn === null) this.tellUntilKnown(epoch);
      else replication.lineage.noteTold();
    };
    void waitFor(clock, TELL_MS, this.#closing.signal).then(tell);
  }

  #noteUntold({ message: problem }: Error): null {
    const about = { leader: this.leader, problem };
    if (problem !== this.#untold && !this.#closing.signal.aborted)
      this.#parts.log.warn(about, "the former leader does not know that it is replaced");
    this.#untold = problem;
    return null;
  }

  #copyUntilStopped(): Promise<void> {
    const { clock, replication } = this.#parts;
    return this.#intake.keepTaking({
      ...{ clock, signal: this.#stopping.signal, firstPauseMs: FIRST_PAUSE_MS, lastPauseMs: LAST_PAUSE_MS },
      position: () => replication.lastLsn,
      work: () => this.#copy(),
      onEnd: (failure) => this.#noteEnd(failure?.message ?? "the leader has ended the log"),
    });
  }

  #noteEnd(problem: string): void {
    const { leader } = this;
    if (problem !== this.#problem) this.#parts.log.warn({ leader, problem }, "no records from the leader");
    this.#problem = problem;
  }

  /** Copies records until the leader ends, or something fails. */
  async #copy(): Promise<void> {
    const { address, replication } = this.#parts;
    const { lineage, copier, lastLsn } = replication;
    const position = new URLSearchParams({ from: String(lastLsn + 1), follower: this.#id });
    if (lineage.log !== null) {
      position.set("log", lineage.log);
      const promotion = lineage.promotionAt(lastLsn);
      if (promotion !== null) position.set("promotion", promotion);
    }
    const { signal } = this.#stopping;
    const path = `wal?${position}`;
    const answer = await ask(address, {
      method: "GET",
      path,
      type: "application/octet-stream",
      silenceMs: SILENCE_MS,
      signal,
    });
    const messages = new MessageReader({ crc32 }, copier.bodies);
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
      messages.end();
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
      this.#parts.replication.copier.bodies.give(body);
      throw new VectorDbError("INTERNAL", `the leader sends LSN ${lsn} after LSN ${expected - 1}`);
    }
    await this.#intake.take(record);
  }
}
