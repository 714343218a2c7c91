// Servers of a cluster in one process whose table of servers and clock the test sets.
import type { Placement } from "../../../../src/core/config/placement.ts";
import { LogUnavailable } from "../../../../src/errors/cluster.ts";
import { ShardRepair } from "../../../../src/replication/shard-repair.ts";
import type { Heard, KnownShards, OwnNode } from "../../../../src/service/cluster.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { unnamed, upsert } from "../../core/fixtures.ts";
import { allCaughtUp, type Node, node } from "./fixtures.ts";
import { copiesOf, serverOf } from "./shards-fixtures.ts";

/** The setting `cluster.replace_after` of the servers. */
export const REPLACE_AFTER_S = 600;
/** How often the servers check. */
const CHECK_MS = 2_000;
const POINTS = 300;

/** Returns what a server that works reports. */
export function report(server: string, peer: number, changed: Partial<Heard> = {}): Heard {
  return {
    ...{ peer_id: peer, name: `n${peer}`, uri: "", version: "1", applied_lsn: 0, silent_seconds: 0 },
    ...{ problem: null, server },
    ...changed,
  };
}

/** A cluster of servers with the numbers 0, 1, and so on. */
export class RepairSite {
  readonly log = new SimulatedLog(11);
  readonly nodes: Node[] = [];
  /** The warnings of all servers. */
  readonly warnings: string[] = [];
  /** Whether the table of the servers cannot be read. */
  isLogAway = false;
  readonly #repairs = new Map<Node, ShardRepair>();
  readonly #rows = new Map<number, Heard>();
  /** When servers fell silent, by their numbers. */
  readonly #silentSince = new Map<number, number>();
  #nowMs = 1_700_000_000_000;

  static async of(servers: number): Promise<RepairSite> {
    const site = new RepairSite();
    for (let i = 0; i < servers; i++) await site.join();
    return site;
  }

  /** Starts another server. */
  async join(): Promise<void> {
    const peer = this.nodes.length;
    this.#start(peer, await node(this.log));
  }

  /** Starts a server again with an empty data directory. */
  async empty(peer: number): Promise<void> {
    await this.nodes[peer]!.database.close(false);
    this.#start(peer, await node(this.log));
  }

  ids(...peers: number[]): { server: string; peer: number }[] {
    return peers.map((peer) => ({ server: serverOf(this.nodes[peer]!), peer }));
  }

  /** Creates the collection c with points, each shard on the servers of these numbers. */
  async create(factor: number | undefined, ...shards: number[][]): Promise<void> {
    const { database } = this.nodes[0]!;
    const placement: Placement = shards.map((peers) => this.ids(...peers));
    const params = factor === undefined ? {} : { replication_factor: factor };
    await database.create("c", { ...unnamed(1), params, shards: shards.length, placement });
    const points = Array.from({ length: POINTS }, (_, id) => ({ id, vectors: { "": Float32Array.of(id) } }));
    await upsert(database, "c", points);
    await this.caughtUp();
  }

  /** A server falls silent, and was heard of a moment ago. */
  silence(peer: number): void {
    this.#silentSince.set(peer, this.#nowMs);
  }

  speak(peer: number): void {
    this.#silentSince.delete(peer);
  }

  /** The table has no row of a server any more. */
  forget(peer: number): void {
    this.#rows.delete(peer);
  }

  /** A server reports that it cannot apply the log. */
  fail(peer: number): void {
    this.#rows.set(peer, { ...this.#rows.get(peer)!, problem: "the disk is full" });
  }

  pass(seconds: number): void {
    this.#nowMs += seconds * 1000;
  }

  /** The table of the servers. */
  readonly table = async (): Promise<Heard[]> => {
    if (this.isLogAway) throw new LogUnavailable("it is away");
    return [...this.#rows].map(([peer, row]) => {
      const since = this.#silentSince.get(peer);
      return { ...row, silent_seconds: since === undefined ? 0 : (this.#nowMs - since) / 1000 };
    });
  };

  /** Returns what a server knows of shards. */
  watched(peer: number): KnownShards {
    const repair = this.#repairs.get(this.nodes[peer]!)!;
    return { copy: null, isAway: (server) => repair.isAway(server), progressOn: async () => null };
  }

  /** Returns what a server tells its services of itself; `forgotten` gets the ids that it forgets. */
  own(peer: number, forgotten: string[] = []): OwnNode {
    const forget = async (server: string) => void forgotten.push(server);
    return {
      cluster: "c",
      name: `n${peer}`,
      peerId: peer,
      warnings: [],
      nodes: this.table,
      forget,
      shards: this.watched(peer),
    };
  }

  /** Lets a server check once. */
  async check(peer: number): Promise<void> {
    await this.#repairs.get(this.nodes[peer]!)!.check();
  }

  /** Lets servers check every two seconds for so long. */
  async checkFor(seconds: number, ...peers: number[]): Promise<void> {
    for (let ms = 0; ms < seconds * 1000; ms += CHECK_MS) {
      this.#nowMs += CHECK_MS;
      for (const peer of peers) await this.check(peer);
      await this.caughtUp();
    }
  }

  /** Lets a server copy all shards that it is to have. */
  async copy(peer: number): Promise<void> {
    const copies = copiesOf(this.nodes[peer]!, this.nodes);
    while (await copies.copyNext()) await this.caughtUp();
    await this.caughtUp();
  }

  caughtUp(): Promise<void> {
    return allCaughtUp(this.nodes);
  }

  /** The placement as texts: "0" has all points, "1<0" copies them from 0, "1<<0" with a move. */
  placement(of = 0): string[][] {
    const { placement } = this.nodes[of]!.database.collection("c").config;
    const nameOf = (server: string) => {
      const peer = this.nodes.findIndex((one) => serverOf(one) === server);
      return peer >= 0 ? String(peer) : "?";
    };
    return placement!.map((replicas) =>
      replicas.map(({ server, copy }) => {
        const from = copy ? (copy.moves ? "<<" : "<") + nameOf(copy.from) : "";
        return nameOf(server) + from;
      }),
    );
  }

  /** The last LSN of the log. */
  get lsn(): number {
    return Math.max(...this.nodes.map(({ database }) => database.replication.applied.lsn));
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map(({ database }) => database.close(false)));
  }

  #start(peer: number, started: Node): void {
    this.nodes[peer] = started;
    const server = serverOf(started);
    this.#rows.set(peer, report(server, peer));
    this.#silentSince.delete(peer);
    const repair = new ShardRepair({
      ...{ database: started.database, nodes: this.table, server, peerId: peer },
      clock: { now: () => this.#nowMs },
      log: {
        info: () => {},
        warn: (facts: object, text?: string) => {
          this.warnings.push(`${"shard" in facts ? `${facts.shard}: ` : ""}${text}`);
        },
      },
      replaceAfterSeconds: REPLACE_AFTER_S,
    });
    this.#repairs.set(started, repair);
  }
}
