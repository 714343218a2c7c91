// Servers of a cluster in one process whose collections have their shards on some of them: each with the reads, calls
// and copies of a real server.

import { SYSTEM_CLOCK } from "../../../../src/assemble/assemble.ts";
import type { Collection } from "../../../../src/core/collection/collection.ts";
import { activeOf } from "../../../../src/core/config/placement.ts";
import type { Database } from "../../../../src/core/database/database.ts";
import type { Logger } from "../../../../src/log/logger.ts";
import { ReadRouter } from "../../../../src/replication/peers/read-router.ts";
import { PeersPoints } from "../../../../src/replication/peers/remote-points.ts";
import { ShardCopies } from "../../../../src/replication/shard-copies.ts";
import { ShardSplits } from "../../../../src/replication/shard-splits.ts";
import type { Clock } from "../../../../src/scheduling/clock.ts";
import type { Heard, OwnNode } from "../../../../src/service/cluster.ts";
import { PeersService } from "../../../../src/service/peers.ts";
import { ShardMoves } from "../../../../src/service/shard-moves.ts";
import { LocalLog } from "../../../../src/storage/local-log.ts";
import type { Log, NewRecord } from "../../../../src/storage/log.ts";
import { nodeFs } from "../../../../src/storage/node-fs.ts";
import type { Random } from "../../../support/chance.ts";
import type { SimulatedLog } from "../../../support/simulated-log.ts";
import { freshDir } from "../../core/fixtures.ts";
import { DirectNetwork } from "./direct-peers.ts";
import { type Node, node } from "./fixtures.ts";

export interface ShardedNode extends Node {
  readonly server: string;
  readonly moves: ShardMoves;
}

/** Pauses of copies are cut to this, so that a test with many of them is quick. */
const MOST_MS = 10;
const QUICK: Clock = {
  now: () => SYSTEM_CLOCK.now(),
  after: (ms, task) => SYSTEM_CLOCK.after(Math.min(ms, MOST_MS), task),
};
const SILENT: Pick<Logger, "info" | "warn"> = { info: () => {}, warn: () => {} };
const FIRST_PEER = 11;

export class ShardedServers {
  readonly network: DirectNetwork;
  readonly log: SimulatedLog;
  /** Those that run; one that is away is the one that was closed. */
  readonly all: ShardedNode[] = [];
  /** The bodies of the records that took effect, by LSN, as each server has logged them. */
  readonly effective = new Map<number, string>();
  readonly faults: string[] = [];
  /** The servers as the cluster hears of them. */
  readonly #heard: Heard[] = [];
  readonly #copies = new Map<Database, ShardCopies>();

  constructor(log: SimulatedLog, random: Random) {
    this.log = log;
    this.network = new DirectNetwork(random);
  }

  async start(count: number): Promise<void> {
    for (let i = 0; i < count; i++) this.all.push(await this.#open(i, freshDir()));
  }

  /** Closes a server and starts it again. @param saves takes a last checkpoint */
  async restart(i: number, saves: boolean, whileAway = async () => {}): Promise<void> {
    await this.close(i, saves);
    await whileAway();
    this.all[i] = await this.#open(i, this.all[i]!.dir);
  }

  async close(i: number, saves: boolean): Promise<void> {
    const { database, server } = this.all[i]!;
    this.network.services.delete(server);
    await this.#copies.get(database)?.stop();
    this.#copies.delete(database);
    await database.close(saves);
  }

  async closeAll(): Promise<void> {
    for (const i of this.all.keys()) await this.close(i, false);
  }

  get heard(): readonly Heard[] {
    return this.#heard;
  }

  async #open(i: number, dir: string): Promise<ShardedNode> {
    let database: Database | null = null;
    let server = this.#heard[i]?.server ?? "";
    const applied = () => database?.replication.applied.lsn ?? 0;
    const reach = (lsn: number, timeoutMs: number) => database!.replication.applied.reach(lsn, timeoutMs);
    const calls = () => this.network.callsOf(server);
    const peers = {
      get server() {
        return server;
      },
      isHeard: (other: string) => calls().isHeard(other),
      ask: (...asked: Parameters<ReturnType<typeof calls>["ask"]>) => calls().ask(...asked),
    };
    const router = new ReadRouter({ peers, applied, reach, clock: SYSTEM_CLOCK });
    const opened = await node(
      this.log,
      dir,
      async ({ database: loaded }) => {
        database = loaded;
        server = loaded.replication.member!.server;
      },
      {
        remote: new PeersPoints(peers, () => database!),
        onPlaced: (collection: Collection) => router.route(collection),
        records: (own) => this.#recording(own),
      },
    );
    database = opened.database;
    const heard = {
      peer_id: FIRST_PEER + i,
      name: `n${i}`,
      uri: "",
      version: "1",
      applied_lsn: applied(),
      server,
    };
    this.#heard[i] = { ...heard, silent_seconds: 0, problem: null };
    const own: OwnNode = {
      ...{ cluster: "c", name: `n${i}`, peerId: FIRST_PEER + i, warnings: [] },
      nodes: async () => this.#heard,
      forget: async () => {},
      shards: { copy: null, isAway: () => false, progressOn: async () => null },
    };
    this.network.services.set(server, new PeersService(database, () => null));
    const open = this.network.opener(server, applied);
    const copies = new ShardCopies({
      database,
      open,
      splits: new ShardSplits(database, SILENT),
      clock: QUICK,
      log: SILENT,
    });
    copies.begin();
    this.#copies.set(database, copies);
    return { ...opened, server, moves: new ShardMoves(database, own) };
  }

  /** Returns a local log that notes which records took effect. */
  #recording(dir: string): Log {
    const log = new LocalLog(nodeFs, dir, { reserveBytes: 0 });
    const append = log.append.bind(log);
    log.append = (record: NewRecord) => {
      if (record.type !== NO_OPERATION) this.#note(record);
      return append(record);
    };
    return log;
  }

  #note({ lsn, type, body }: NewRecord): void {
    if (lsn === undefined) return;
    const text = `${type} ${Buffer.from(body).toString("latin1")}`;
    const known = this.effective.get(lsn);
    if (known !== undefined && known !== text) this.faults.push(`two servers have different records ${lsn}`);
    this.effective.set(lsn, text);
  }

  /** Whether no shard of a collection is being copied, and all that the placement gives to a server are there. */
  isSettled(name: string): boolean {
    return this.all.every(({ database, server }) => {
      const { config, local } = database.collection(name);
      return (config.placement ?? []).every(
        (replicas, shard) =>
          replicas.every(({ copy, divides }) => copy === undefined && divides === undefined) &&
          (!replicas.some((replica) => replica.server === server) || local.has(shard)),
      );
    });
  }

  /** Returns what differs between the servers that have the same shard, as sentences, and the points of all. */
  async compare(name: string): Promise<{ readonly points: ReadonlyMap<number, StoredPoint> }> {
    const points = new Map<number, StoredPoint>();
    const { config } = this.all[0]!.database.collection(name);
    const everywhere = this.all.map(({ server }) => ({ server, peer: 0 }));
    const { placement = Array.from({ length: config.shards ?? 1 }, () => everywhere) } = config;
    for (const shard of placement.keys()) {
      const servers = activeOf(placement, shard).map(({ server }) => server);
      let first: StoredPoint[] | null = null;
      for (const { database, server } of this.all) {
        const own = await pointsOf(database.collection(name), shard);
        if (!servers.includes(server)) {
          if (own.length > 0)
            this.faults.push(`${server} has ${own.length} points of shard ${shard}, which it has not`);
          continue;
        }
        first ??= own;
        const [a, b] = [JSON.stringify(first), JSON.stringify(own)];
        if (a !== b) this.faults.push(`shard ${shard} differs on ${server}: ${difference(first, own)}`);
      }
      for (const point of first ?? []) {
        if (points.has(point.id)) this.faults.push(`point ${point.id} is in two shards`);
        points.set(point.id, point);
      }
    }
    return { points };
  }
}

export interface StoredPoint {
  readonly id: number;
  readonly version: number;
  readonly vector: readonly number[] | null;
  readonly payload: string | null;
}

const NO_OPERATION = 8;

async function pointsOf(collection: Collection, shard: number): Promise<StoredPoint[]> {
  const reads = collection.ownReads.of({ shards: [shard], division: collection.segments.shards });
  return reads.reading(async () => {
    const refs = await reads.matching(null);
    const payloads = await reads.payloads(refs);
    const vectors = await reads.vectors("", refs);
    const all = refs.map((ref, i) => ({
      id: Number(reads.idOf(ref)),
      version: reads.version(ref),
      vector: vectors[i] ? [...vectors[i]] : null,
      payload: payloads[i] ? Buffer.from(payloads[i]).toString() : null,
    }));
    return all.sort((a, b) => a.id - b.id);
  });
}

function difference(a: readonly StoredPoint[], b: readonly StoredPoint[]): string {
  const texts = (points: readonly StoredPoint[]) => new Set(points.map((point) => JSON.stringify(point)));
  const [of, other] = [texts(a), texts(b)];
  const only = (one: Set<string>, two: Set<string>) => [...one].filter((text) => !two.has(text)).slice(0, 3);
  return `${a.length} and ${b.length} points; ${only(of, other)} against ${only(other, of)}`;
}
