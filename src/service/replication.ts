// Leaders and followers: the log for followers, promotion, and waiting until a write is applied here.
// The decision: a promotion tells the former leader first. If it answers, the follower copies the records that it still
// lacks, so that nothing is lost; if it does not, it is told as soon as it can be reached.
import type { Database } from "../core/database/database.ts";
import type { Lag } from "../core/replication/lag.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { LeaderAway, LogUnsuitable, NotAFollower, NotYetApplied, StaleRead } from "../errors/replication.ts";
import { joined } from "../json/node-bytes.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import { SerialQueue } from "../scheduling/serial-queue.ts";
import { MAX_WAIT_SECONDS } from "../schema/limits.ts";
import {
  LOG_TYPE,
  type LogRequest,
  type PromotionResult,
  type ReplacedResult,
  type ReplaceRequest,
  type ReplicationStatus,
} from "../schema/replication.ts";
import type { StreamAnswer } from "../schema/snapshot.ts";
import { crc32 } from "../storage/crc32.ts";
import { encodeState } from "../storage/log-stream.ts";

/** Copies the log of a leader to this database. */
export interface LogFollower {
  readonly leader: string;
  /** Returns null if the leader was never reached. */
  lag(): Lag | null;
  /** Why it gets no records, in a sentence; null: it does, or tries for the first time. */
  readonly problem: string | null;
  /**
   * Tells the leader that it is replaced.
   * @returns the LSN of its last record; null: it does not know yet
   * @throws PromotionRefused if it is there and refuses
   */
  tellReplaced(epoch: number): Promise<number | null>;
  /** Ends the copying once everything up to the LSN is applied. @throws PromotionRefused if no more records come */
  stopAt(lsn: number): Promise<void>;
  /** Tells the leader again and again, until it knows. */
  tellUntilKnown(epoch: number): void;
}

/** How often a follower hears of its leader when there are no records. */
const HEARTBEAT_MS = 250;
const DEFAULT_WAIT_SECONDS = 5;

export class ReplicationService {
  readonly #database: Database;
  readonly #follower: LogFollower | null;
  readonly #promotions = new SerialQueue();
  #isPassingOn = false;
  /** The text of the header for an LSN, which many answers have. */
  #shown = { lsn: 0, text: "0:0" };

  /** The seconds that this server may be behind for reads; null: any number. */
  readonly #maxLag: number | null;
  /** The parameters of reads that have an effect on this server. */
  readonly readParameters: readonly string[];

  /** @param follower null: this server follows none @param maxLag see the setting `max_lag` */
  constructor(database: Database, follower: LogFollower | null = null, maxLag: number | null = null) {
    this.#database = database;
    this.#follower = follower;
    this.#maxLag = maxLag;
    this.readParameters = [
      ...(this.isShared ? ["consistency", "partial"] : []),
      ...(this.isBounded ? ["stale"] : []),
    ];
  }

  /** Returns the records from an LSN on, and then each as soon as it is durable, until the caller leaves. */
  async log({ from, log, promotion, follower }: LogRequest, signal: CancelSignal): Promise<StreamAnswer> {
    const { lineage, feed, lastLsn } = this.#database.replication;
    const position = { from, log: log ?? null, promotion: promotion ?? null };
    lineage.ensureSuits(position, await feed.firstLsn(), lastLsn);
    return { contentType: LOG_TYPE, name: null, chunks: this.#messages(from, follower ?? "", signal) };
  }

  async *#messages(from: number, follower: string, signal: CancelSignal): AsyncGenerator<Uint8Array> {
    const { feed } = this.#database.replication;
    const reader = feed.open(from, follower);
    try {
      yield this.#state();
      while (!feed.isStopped && !signal?.aborted) {
        const records = await reader.read(HEARTBEAT_MS);
        yield joined([...records, this.#state()]);
      }
    } finally {
      reader.close();
    }
  }

  #state(): Uint8Array {
    const { lastLsn, lineage } = this.#database.replication;
    return encodeState({ crc32 }, { lastLsn, history: lineage.shown() });
  }

  /** Makes this follower the leader. One promotion runs at a time. */
  promote(): Promise<PromotionResult> {
    return this.#promotions.run(async () => {
      const { replication } = this.#database;
      const follower = this.#follower;
      if (follower === null || replication.role.kind !== "follower") throw new NotAFollower();
      const next = replication.lineage.epoch + 1;
      const lastLsn = await follower.tellReplaced(next);
      await follower.stopAt(lastLsn ?? 0);
      const epoch = replication.promote(follower.leader);
      if (lastLsn === null) follower.tellUntilKnown(epoch);
      else replication.lineage.noteTold();
      return { epoch };
    });
  }

  /** Refuses writes from now on, because another server has taken over. */
  async replaced({ log, epoch }: ReplaceRequest): Promise<ReplacedResult> {
    const { lineage, lastLsn, role } = this.#database.replication;
    if (log !== lineage.log) throw new LogUnsuitable("The follower has the data of another server");
    if (role.kind === "follower" && this.#follower) return this.#passOn(this.#follower, epoch);
    if (role.kind === "member")
      throw new InvalidArgument("epoch: this server is one of a cluster, and no follower takes its place");
    // What could not be stored yet is stored now.
    if (role.kind === "replaced" && (lineage.replaced ?? 0) >= epoch)
      return { epoch: role.epoch, last_lsn: lastLsn };
    if (epoch <= lineage.epoch) {
      throw new InvalidArgument(`epoch: this server is at epoch ${lineage.epoch}, got ${epoch}`);
    }
    return { epoch, last_lsn: await this.#database.replication.yieldTo(epoch) };
  }

  /**
   * Tells the own leader that another server has taken over, which a follower of this one has. This one stays a
   * follower, so that it gets the last records and passes them on.
   */
  async #passOn(follower: LogFollower, epoch: number): Promise<ReplacedResult> {
    const { lineage, lastLsn } = this.#database.replication;
    if (epoch <= lineage.epoch) return { epoch: lineage.epoch, last_lsn: lastLsn };
    if (this.#isPassingOn) throw new LeaderAway("The servers follow each other in a circle");
    this.#isPassingOn = true;
    const told = await follower.tellReplaced(epoch).finally(() => {
      this.#isPassingOn = false;
    });
    if (told === null) throw new LeaderAway(`${follower.leader} cannot be told`);
    return { epoch, last_lsn: told };
  }

  /** The position that answers show: `0:<LSN>`. */
  shown(lsn: number): string {
    if (this.#shown.lsn !== lsn) this.#shown = { lsn, text: `0:${lsn}` };
    return this.#shown.text;
  }

  /** The LSN up to which a read that begins now finds all writes. */
  get appliedLsn(): number {
    return this.#database.replication.applied.lsn;
  }

  /** The LSN of the last durable record. */
  get lastLsn(): number {
    return this.#database.replication.lastLsn;
  }

  /** Throws if this server takes no writes. @throws FollowsLeader, ServerReplaced */
  ensureLeads(): void {
    this.#database.replication.ensureLeads();
  }

  /**
   * Waits until the writes up to a position have been applied.
   * @param position as answers show it, several separated by commas
   * @param timeout seconds, as a text; absent: a few
   * @throws InvalidArgument, NotYetApplied
   */
  async reach(position: string, timeout?: string): Promise<void> {
    const lsn = lsnOf(position);
    const seconds = timeout === undefined ? DEFAULT_WAIT_SECONDS : secondsOf(timeout);
    const { applied } = this.#database.replication;
    if (!(await applied.reach(lsn, seconds * 1000))) throw new NotYetApplied(lsn, applied.lsn, seconds);
  }

  /** Whether other servers write to the same log, so that a read may lack what was just written. */
  get isShared(): boolean {
    return this.#database.replication.member !== null;
  }

  /**
   * Waits until everything is applied here that any server of the cluster had acknowledged before.
   * @param consistency as in Qdrant's requests: "majority", "quorum", "all" or a number of servers; 1 asks for nothing
   * @param name of the parameter, for an error
   * @throws InvalidArgument, LogUnavailable
   */
  async agree(consistency: string, name = "consistency"): Promise<void> {
    if (!CONSISTENCY.test(consistency)) {
      const got = JSON.stringify(consistency.slice(0, 60));
      throw new InvalidArgument(`${name}: expected majority, quorum, all or a number of servers, got ${got}`);
    }
    if (consistency !== "1") await this.#database.replication.member?.caughtUp();
  }

  /** Whether reads are refused while this server is far behind. */
  get isBounded(): boolean {
    return this.#maxLag !== null;
  }

  /** Throws if this server is too far behind for reads. @throws StaleRead */
  ensureFresh(): void {
    const lag = this.lag();
    const most = this.#maxLag;
    if (lag !== null && most !== null && lag.seconds > most) throw new StaleRead(lag.seconds, most);
  }

  /** Applies what other servers of the cluster have written. @returns whether there was anything */
  async learnsMore(): Promise<boolean> {
    const { member, applied } = this.#database.replication;
    const before = applied.lsn;
    await member?.caughtUp().catch(() => {}); // what is known here is the answer then
    return applied.lsn > before;
  }

  /** How far this server is behind its leader, or the log of its cluster; null: it has neither. */
  lag(): Lag | null {
    const { role, member } = this.#database.replication;
    if (role.kind === "follower") return this.#follower?.lag() ?? NEVER;
    return member && (member.lag ?? NEVER);
  }

  status(): ReplicationStatus {
    const { role, lineage, applied, feed, member } = this.#database.replication;
    const follows = role.kind === "follower";
    return {
      role: role.kind,
      epoch: role.kind === "replaced" ? role.epoch : lineage.epoch,
      applied_lsn: applied.lsn,
      leader: follows ? role.leader : null,
      lag: follows ? (this.#follower?.lag() ?? null) : (member?.lag ?? null),
      problem: follows ? (this.#follower?.problem ?? null) : (member?.problem ?? null),
      followers: feed.followers.map(({ next }) => ({ next_lsn: next })),
    };
  }
}

const CONSISTENCY = /^(?:majority|quorum|all|[1-9]\d{0,3})$/;

/** The lag of a follower that has never reached its leader. */
const NEVER: Lag = { seconds: Number.POSITIVE_INFINITY, records: Number.POSITIVE_INFINITY };

/** Returns the largest LSN of a position. @throws InvalidArgument */
function lsnOf(position: string): number {
  const parts = position.split(",").map((part) => /^\s*0:(\d{1,15})\s*$/.exec(part));
  if (parts.every((part) => part !== null)) return Math.max(...parts.map((part) => Number(part![1])));
  throw new InvalidArgument(
    `X-At-Least: expected a position as X-Applied shows it, such as 0:1234, got ${JSON.stringify(position.slice(0, 60))}`,
  );
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== "" && seconds >= 0 && seconds <= MAX_WAIT_SECONDS) return seconds;
  throw new InvalidArgument(
    `timeout: expected a number of seconds from 0 to ${MAX_WAIT_SECONDS}, got ${JSON.stringify(text.slice(0, 60))}`,
  );
}
