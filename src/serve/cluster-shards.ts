// What a server of a cluster needs for shards that are not on every server: the calls to the others, the answers to
// theirs, and the copies of shards that it is to have.
// The decision: it is made before the database, which tells it of collections while it loads; the database is attached
// when there is one.
import type { RemotePoints } from "../core/catalogue/commits.ts";
import type { Collection } from "../core/collection/collection.ts";
import type { Database } from "../core/database/database.ts";
import { PeerEndpoint } from "../http/peer-endpoint.ts";
import type { Logger } from "../log/logger.ts";
import { Peers } from "../replication/peers/client.ts";
import { isKey, peerKeyOf } from "../replication/peers/key.ts";
import { ReadRouter } from "../replication/peers/read-router.ts";
import { PeersPoints } from "../replication/peers/remote-points.ts";
import { ShardCopies } from "../replication/shard-copies.ts";
import { ShardRepair } from "../replication/shard-repair.ts";
import { ShardSplits } from "../replication/shard-splits.ts";
import type { Clock } from "../scheduling/clock.ts";
import type { CopyPlace, Heard, KnownShards } from "../service/cluster.ts";
import { type CopyProgress, decodeProgress } from "../service/peer-points.ts";
import { PeersService } from "../service/peers.ts";
import type { RunningCopy } from "../service/shard-metrics.ts";

interface ClusterShardsParts {
  /** The id of this server. */
  readonly server: string;
  /** The number of this server. */
  readonly peerId: number;
  /** See the setting `cluster.replace_after`. */
  readonly replaceAfterSeconds: number;
  /** That of the log. */
  readonly secret: string;
  /** Returns the servers of the cluster. @throws LogUnavailable */
  readonly nodes: () => Promise<readonly Heard[]>;
  readonly clock: Clock;
  readonly log: Pick<Logger, "info" | "warn">;
}

/** How long the source of a copy may take for what this server has applied. */
const COPY_LIMIT_MS = 10_000;
/** How long a request waits for the progress that another server knows. */
const PROGRESS_LIMIT_MS = 500;
const NO_BODY = new Uint8Array(0);

export class ClusterShards implements KnownShards {
  /** For the database. */
  readonly remote: RemotePoints;
  readonly onPlaced: (collection: Collection) => void;
  readonly #parts: ClusterShardsParts;
  readonly #key: string;
  readonly #peers: Peers;
  #database: Database | null = null;
  #copies: ShardCopies | null = null;
  #repair: ShardRepair | null = null;

  constructor(parts: ClusterShardsParts) {
    this.#parts = parts;
    this.#key = peerKeyOf(parts.secret);
    const { nodes, server, clock } = parts;
    const peers = new Peers({ nodes, server, key: this.#key });
    this.#peers = peers;
    const reach = (lsn: number, timeoutMs: number) =>
      this.#database!.replication.applied.reach(lsn, timeoutMs);
    const router = new ReadRouter({ peers, clock, applied: () => this.#applied, reach });
    this.remote = new PeersPoints(peers, () => this.#database!);
    this.onPlaced = (collection) => router.route(collection);
  }

  /** Answers the calls of other servers from a database. */
  attach(database: Database): PeerEndpoint {
    this.#database = database;
    this.#repair = new ShardRepair({ ...this.#parts, database });
    const service = new PeersService(database, (collection, shard) => this.#ownProgress(collection, shard));
    return new PeerEndpoint({ service, isKey: (given) => isKey(this.#key, given), log: this.#parts.log });
  }

  /** Begins to copy the shards that this server is to have. */
  begin(): void {
    const { clock, log } = this.#parts;
    this.#copies = new ShardCopies({
      database: this.#database!,
      splits: new ShardSplits(this.#database!, log),
      clock,
      log,
      open: ({ server, collection, shard, division }, signal) => {
        const atLeast = this.#applied;
        const asked = { name: "shard" as const, collection, shards: [shard], division };
        return this.#peers.read(server, { ...asked, atLeast, limitMs: COPY_LIMIT_MS }, signal);
      },
    });
    this.#copies.begin();
  }

  get copy(): RunningCopy | null {
    return this.#copies?.running ?? null;
  }

  /** Returns how far a server is with the copy of a shard; null: it is not known. */
  async progressOn({ server, collection, shard }: CopyPlace): Promise<CopyProgress | null> {
    if (server === this.#parts.server) return this.#ownProgress(collection, shard);
    const asked = { collection, shards: [shard], division: 1 };
    const call = { name: "progress" as const, ...asked, atLeast: 0, limitMs: 0 };
    const signal = AbortSignal.timeout(PROGRESS_LIMIT_MS);
    return this.#peers
      .ask(server, call, NO_BODY, signal)
      .then(decodeProgress)
      .catch(() => null);
  }

  #ownProgress(collection: string, shard: number): CopyProgress | null {
    return this.#copies?.progressOf(collection, shard) ?? null;
  }

  isAway(server: string): boolean {
    return this.#repair?.isAway(server) ?? false;
  }

  /**
   * Gives other servers the shards of those that are lost or were emptied, if this server has to, and learns what the
   * others hold.
   */
  async check(): Promise<void> {
    if (this.#database) await Promise.all([this.#repair?.check(), this.remote.learnVectors()]);
  }

  async stop(): Promise<void> {
    await this.#copies?.stop();
    this.#peers.close();
  }

  get #applied(): number {
    return this.#database?.replication.applied.lsn ?? 0;
  }
}
