// What makes a database a leader, a follower or a server of a cluster: its role, the history of its log, how far it has
// applied it, and the feed for its own followers.
// The decision: every database has all of it, because a follower has followers when it is promoted, and a leader
// becomes a follower. A database alone pays for none of it.
import { StartRefused } from "../../errors/server.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { crc32 } from "../../storage/crc32.ts";
import { type EpochStore, EpochsInMemory } from "../../storage/epochs.ts";
import type { FileSystem } from "../../storage/fs.ts";
import type { Log, LogRecord } from "../../storage/log.ts";
import { RECORD_TYPES } from "../record/operation.ts";
import { AppliedLsn } from "./applied.ts";
import { type ClusterLog, ensureLogSuits } from "./cluster-log.ts";
import { Copier, type CopierParts } from "./copier.ts";
import { Lineage } from "./lineage.ts";
import { LogFeed } from "./log-feed.ts";
import { Member } from "./member.ts";
import { ensureLeads, LEADER, MEMBER, type Role } from "./role.ts";
import { ShardCopy } from "./shard-copy.ts";
import { type ShardSource, sendShard } from "./shard-source.ts";

interface ReplicationParts extends Omit<CopierParts, "onLogged" | "isKeptElsewhere"> {
  readonly log: Pick<Log, "read" | "append" | "stats">;
  readonly randomUuid: () => string;
  /** Where the history of the log is kept; absent: in memory. */
  readonly epochs?: EpochStore | undefined;
  /** The checksums of the storage; absent: those for platforms without zlib. */
  readonly sums?: Pick<FileSystem, "crc32"> | undefined;
  /** The URL of the leader to follow; null: none. */
  readonly follows?: string | null | undefined;
  /** The log of the cluster; null or absent: it is in none. */
  readonly cluster?: ClusterLog | null | undefined;
  /** See MemberParts. */
  readonly places: () => ReadonlySet<string>;
  /** Receives every durable record. */
  readonly onLogged: (record: LogRecord) => void;
  /** Called when this server becomes the leader: it does what only a leader does, such as removing what has expired. */
  readonly onPromoted: () => void;
  /** Resolves when every record that was passed to the log is durable, or was refused. */
  readonly logged: () => Promise<void>;
}

export class Replication {
  role: Role = LEADER;
  readonly lineage: Lineage;
  readonly applied: AppliedLsn;
  readonly feed: LogFeed;
  readonly copier: Copier;
  /** Null: it is in no cluster. */
  readonly member: Member | null;
  readonly #parts: ReplicationParts;
  #lastLsn = 0;
  /** Records since the start, and their bytes. */
  readonly #counted = { records: 0, bytes: 0 };

  constructor(parts: ReplicationParts) {
    const { log, clock, randomUuid, epochs = new EpochsInMemory(), sums = { crc32 } } = parts;
    this.#parts = parts;
    this.lineage = new Lineage(epochs, randomUuid);
    this.applied = new AppliedLsn(clock);
    this.feed = new LogFeed({ log, clock, sums, memory: parts.engine.memory, lastLsn: () => this.#lastLsn });
    const { cluster = null, registry, places } = parts;
    const onLogged = (record: LogRecord, applied: Promise<void>) => this.note(record, applied);
    this.copier = new Copier({ ...parts, isKeptElsewhere: cluster !== null, onLogged });
    const lastLsn = () => this.#lastLsn;
    const { applied, copier } = this;
    this.member =
      cluster && new Member({ cluster, registry, applied, copier, clock, randomUuid, lastLsn, places });
  }

  /** Throws if this server takes no writes. @throws FollowsLeader, ServerReplaced */
  ensureLeads(): void {
    ensureLeads(this.role);
  }

  /** The LSN of the last durable record. */
  get lastLsn(): number {
    return this.#lastLsn;
  }

  /** The average size of the records since the start. */
  get averageRecordBytes(): number {
    return this.#counted.bytes / Math.max(1, this.#counted.records);
  }

  /**
   * Reads the history of the log, before the log itself, and takes the role that follows from it: a server that has
   * taken the place of a leader follows it no more, whatever its settings say.
   * @throws DamagedFile, StartRefused
   */
  load(): void {
    this.lineage.load();
    if (this.member) {
      this.role = MEMBER;
      return;
    }
    const { replaced, replaces } = this.lineage;
    const leader = this.#parts.follows ?? null;
    const isPromoted = replaces?.leader === leader && replaced === null;
    if (leader !== null && !isPromoted) this.role = { kind: "follower", leader };
    else if (replaced !== null) this.role = { kind: "replaced", epoch: replaced };
  }

  /** Continues behind the records that a start has applied. @throws StartRefused if they are no leader's */
  startFrom(lastLsn: number): void {
    if (this.role.kind === "follower" && lastLsn > 0 && this.lineage.log === null) {
      throw new StartRefused(
        `The data directory has data of its own, and a follower of ${this.role.leader} has that server's data only: ` +
          "give it an empty directory, or leave out follow.url",
      );
    }
    this.#lastLsn = lastLsn;
    this.applied.startFrom(lastLsn);
    if (!this.#parts.cluster) return;
    ensureLogSuits(this.#parts.cluster.position, { log: this.lineage.log, lastLsn });
    this.#parts.cluster.membership.keep();
    this.lineage.adopt({ log: this.#parts.cluster.position.id, epochs: [] });
  }

  /** Notes a durable record. They must be noted in their order. */
  note(record: LogRecord, applied: Promise<void>): void {
    this.#lastLsn = record.lsn;
    this.#counted.records++;
    this.#counted.bytes += record.body.length;
    this.applied.note(record.lsn, applied);
    this.feed.note(record);
    this.#parts.onLogged(record);
  }

  /** Makes a follower, whose log must not be written meanwhile, the leader. @returns the epoch that begins */
  promote(leader: string): number {
    const epoch = this.lineage.promote(this.#lastLsn + 1, leader);
    this.role = LEADER;
    this.#parts.onPromoted();
    return epoch;
  }

  /** Refuses writes from now on, because another server has taken over. @returns the LSN of the last record */
  async yieldTo(epoch: number): Promise<number> {
    // First, since the disk may be full.
    this.role = { kind: "replaced", epoch };
    this.lineage.noteReplaced(epoch);
    await this.#parts.logged();
    return this.#lastLsn;
  }

  /** Returns a copy of a shard from another server, which is not begun yet. This server must be one of a cluster. */
  shardCopy(
    asked: Pick<ConstructorParameters<typeof ShardCopy>[0], "collection" | "shard" | "ensureNeeded">,
  ) {
    const { registry, sums = { crc32 } } = this.#parts;
    const { applied, copier } = this;
    return new ShardCopy({ ...asked, registry, applied, sums, member: this.member!, bodies: copier.bodies });
  }

  /**
   * Whether the record of an LSN, which is applied, has an effect here: it may stand for one that has none. Null: it is
   * not known, because the points were not here then, or the log has the record no more.
   */
  async tookEffect(lsn: number): Promise<boolean | null> {
    const [record] = await this.#parts.log.read(lsn);
    if (record?.lsn !== lsn) return null;
    if (record.type !== RECORD_TYPES.no_operation) return true;
    return record.body.length === 0 ? false : null;
  }

  /** Sends a shard to a server that copies it; see shard-source.ts. */
  sendShard(
    asked: Pick<ShardSource, "collection" | "shard" | "copier">,
    send: (message: Uint8Array) => Promise<void>,
    signal: CancelSignal,
  ): Promise<void> {
    const { sums = { crc32 } } = this.#parts;
    const state = () => ({ lastLsn: this.#lastLsn, history: this.lineage.shown() });
    return sendShard({ ...asked, feed: this.feed, sums, state }, send, signal);
  }

  /** Ends the feeds of followers. */
  stop(): void {
    this.feed.stop();
    this.copier.stop();
  }
}
