// A split of the shards of a collection that several servers have: what each does, and what has to wait for it.
import { expect } from "chai";
import { type Placement, replicaOn } from "../../../../src/core/config/placement.ts";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import { shardOf } from "../../../../src/core/slots/shard-of.ts";
import { ShardSplits } from "../../../../src/replication/shard-splits.ts";
import type { CollectionCluster } from "../../../../src/schema/cluster.ts";
import { ClusterService, type Heard, type OwnNode } from "../../../../src/service/cluster.ts";
import { repairedPlacement } from "../../../../src/service/placement-repair.ts";
import { ServerRemoval } from "../../../../src/service/server-removal.ts";
import { ShardMoves } from "../../../../src/service/shard-moves.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { until } from "../../../support/until.ts";
import { type TestPoint, unnamed, upsert } from "../../core/fixtures.ts";
import { allCaughtUp, type Node, node } from "./fixtures.ts";
import { copiesOf, idsOn, opening, serverOf, stopped, versionsOn } from "./shards-fixtures.ts";

const POINTS = 1_000;
const PEERS = [11, 12, 13];
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const pointOf = (id: number, x = id): TestPoint => ({ id, vectors: { "": Float32Array.of(x) } });
const splitsOf = ({ database }: Node) => new ShardSplits(database, { info: () => {} });
const SPLIT = { start_resharding: { direction: "up" as const } };

function idsIn(shard: number, shards: number, ids = range(0, POINTS)): number[] {
  const packed = PackedIds.pack(ids);
  return ids.filter((_, i) => shardOf(packed, i, shards) === shard);
}

describe("a split of the shards on several servers", () => {
  let log: SimulatedLog;
  let nodes: Node[];
  let moves: ShardMoves;
  let own: OwnNode;

  beforeEach(async () => {
    log = new SimulatedLog(7);
    nodes = [await node(log), await node(log), await node(log)];
    const heard = nodes.map(
      (one, i): Heard => ({
        ...{ peer_id: PEERS[i]!, name: `n${i}`, uri: "", version: "1", applied_lsn: 0 },
        ...{ silent_seconds: 0, problem: null, server: serverOf(one) },
      }),
    );
    own = {
      ...{ cluster: "c", name: "n0", peerId: PEERS[0]!, warnings: [] },
      nodes: async () => heard,
      forget: async () => {},
      shards: { copy: null, isAway: () => false, progressOn: async () => null },
    };
    moves = new ShardMoves(nodes[0]!.database, own);
    const [a, b] = heard.map(({ server, peer_id }) => ({ server, peer: peer_id }));
    const placement: Placement = [[a!, b!], [a!]];
    await nodes[0]!.database.create("c", { ...unnamed(1), shards: 2, placement });
    await upsert(
      nodes[0]!.database,
      "c",
      range(0, POINTS).map((id) => pointOf(id)),
    );
    await allCaughtUp(nodes);
  });
  afterEach(() => Promise.all(nodes.map(({ database }) => database.close())));

  const config = () => nodes[0]!.database.collection("c").config;
  const change = (request: object) => moves.change({ collection_name: "c", ...request });
  const shown = (): Promise<CollectionCluster> =>
    new ClusterService(nodes[0]!.database, own).collection({ collection_name: "c" });
  const refusalOf = async (request: object) => {
    const before = config();
    const text = await change(request).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(config(), "nothing changed").to.equal(before);
    return text;
  };
  /** Lets servers divide their segments and say so. */
  const divide = async (...some: readonly Node[]) => {
    for (const one of some) {
      await one.database.optimized();
      await splitsOf(one).finishNext();
      await allCaughtUp(nodes);
    }
  };

  it("a split of the shards on several servers makes two of each, on the same servers, with the same points", async () => {
    await change(SPLIT);
    await allCaughtUp(nodes);
    await divide(...nodes);
    expect(config().shards).to.equal(4);
    expect(config().placement!.map((replicas) => replicas.map(({ peer }) => peer))).to.deep.equal([
      [11, 12],
      [11, 12],
      [11],
      [11],
    ]);
    const all = range(0, 4).map((shard) => idsIn(shard, 4));
    expect(idsOn(nodes[0]!, "c")).to.deep.equal(all);
    expect(idsOn(nodes[1]!, "c")).to.deep.equal([all[0], all[1], [], []]);
    expect(idsOn(nodes[2]!, "c")).to.deep.equal([[], [], [], []]);
  });

  it("a split of the shards on several servers is shown until each has divided its segments", async () => {
    expect((await shown()).resharding_operations).to.equal(undefined);
    await change(SPLIT);
    await allCaughtUp(nodes);
    const of = (shard_id: number, peer_id: number) => ({
      direction: "up",
      shard_id,
      peer_id,
      shard_key: null,
    });
    const ofFirst = range(0, 4).map((shard) => of(shard, 11));
    const { shard_count, resharding_operations } = await shown();
    expect(shard_count).to.equal(4);
    expect(resharding_operations).to.have.deep.members([...ofFirst, of(0, 12), of(1, 12)]);
    await divide(nodes[1]!);
    expect((await shown()).resharding_operations).to.have.deep.members(ofFirst);
    await divide(nodes[0]!);
    expect((await shown()).resharding_operations).to.equal(undefined);
  });

  it("no shard is moved, copied, dropped or split again until all servers have divided theirs", async () => {
    await change(SPLIT);
    await allCaughtUp(nodes);
    await divide(nodes[0]!);
    const sides = { shard_id: 3, from_peer_id: 11, to_peer_id: 13 };
    const text = "Resharding of collection c is in progress: try again when it has ended";
    const drop_replica = { shard_id: 0, peer_id: 12 };
    for (const request of [{ move_shard: sides }, { replicate_shard: sides }, { drop_replica }, SPLIT])
      expect(await refusalOf(request)).to.equal(text);
    const removal = new ServerRemoval(nodes[0]!.database, own);
    const drained = removal.drain({ peer_id: 12 }).then(String, (error: Error) => error.message);
    expect(await drained).to.equal(text);
    await divide(nodes[1]!);
    await change({ move_shard: sides });
    await allCaughtUp(nodes);
    await copiesOf(nodes[2]!, nodes).copyNext();
    await allCaughtUp(nodes);
    expect(idsOn(nodes[2]!, "c")[3]).to.deep.equal(idsIn(3, 4));
    expect(idsOn(nodes[0]!, "c")[3]).to.deep.equal([]);
    expect(idsOn(nodes[0]!, "c")[2]).to.deep.equal(idsIn(2, 4));
  });

  it("writes go on while shards are split, and each is in its shard once", async () => {
    let isOver = false;
    const writer = async (i: number) => {
      for (let n = 1; !isOver; n++)
        await upsert(
          nodes[i]!.database,
          "c",
          range(0, 200).map((id) => pointOf(5 * id + i, n)),
        );
    };
    const writing = Promise.all([writer(0), writer(1), writer(2)]);
    for (let n = 0; n < 2; n++) {
      await change(SPLIT);
      for (const one of nodes) {
        const splits = splitsOf(one);
        const isAwaited = () =>
          one.database
            .collection("c")
            .config.placement!.flat()
            .some(({ server, divides }) => server === serverOf(one) && divides);
        await until(async () => !isAwaited() || splits.finishNext());
      }
    }
    isOver = true;
    await writing;
    await allCaughtUp(nodes);
    expect(idsOn(nodes[0]!, "c")).to.deep.equal(range(0, 8).map((shard) => idsIn(shard, 8)));
    expect(idsOn(nodes[1]!, "c").slice(0, 4)).to.deep.equal(range(0, 4).map((shard) => idsIn(shard, 8)));
  });

  it("a server is not told to have divided its segments while it has others", async () => {
    Object.assign(nodes[0]!.database.collection("c").upkeep, { isDue: () => false });
    await change(SPLIT);
    await allCaughtUp(nodes);
    expect(await splitsOf(nodes[0]!).finishNext()).to.equal(false);
    expect(replicaOn(config().placement!, 0, serverOf(nodes[0]!))!.divides).to.equal(true);
  });

  it("a server that is lost is not waited for", async () => {
    await change(SPLIT);
    await allCaughtUp(nodes);
    const [a, b, c] = nodes.map(serverOf);
    const living = new Map([a!, c!].map((server, peer) => [server, { server, peer }]));
    const isLost = (server: string) => server === b;
    const servers = { living, isLost, isAway: isLost, successorOf: () => undefined };
    const basis = { servers, factor: null, loads: new Map(), drained: new Set<string>(), attempt: "x" };
    const placement = repairedPlacement(config().placement!, basis);
    for (const replicas of placement)
      for (const { server, divides } of replicas) expect(divides).to.equal(server === b ? undefined : true);
  });

  it("a server that is copied from while its shards are split sends no writes of other shards, which would bring old points back", async () => {
    const copy = { shard_id: 1, from_peer_id: 11, to_peer_id: 12 };
    await change({ replicate_shard: copy });
    await allCaughtUp(nodes);
    // In shard 0, which server 12 has; after the split in another shard 1.
    const [id] = idsIn(1, 4);
    const versionOf = () => new Map(versionsOn(nodes[1]!, "c", 0)).get(id!);
    const before = versionOf();
    const { open, begun, release } = stopped(opening(nodes));
    const copying = copiesOf(nodes[1]!, nodes, async function* (...asked) {
      for await (const part of open(...asked)) {
        yield part;
        // The connection ends behind the first write that is repeated.
        if (versionOf() !== last) throw new Error("connection lost");
      }
    }).copyNext();
    let last = before;
    await begun;
    for (const x of [1, 2]) await upsert(nodes[0]!.database, "c", [pointOf(id!, x)]);
    await allCaughtUp(nodes);
    last = versionOf();
    nodes[1]!.handle.cutOff();
    await change({ abort_transfer: copy });
    await change(SPLIT);
    release();
    expect(await copying.then(String, (error: Error) => error.message)).to.contain("has ended its copy");
    nodes[1]!.handle.join();
    await allCaughtUp(nodes);
    expect(idsOn(nodes[1]!, "c").slice(2)).to.deep.equal([[], []]);
    expect(new Map(versionsOn(nodes[1]!, "c", 1)).get(id!)).to.equal(last);
  });

  it("a server that has lost a shard begins no copy of another one that has its number after a split", async () => {
    const { database } = nodes[1]!;
    Object.assign(database.collection("c").local, { has: () => false });
    const { configure } = database;
    const afterSplit: typeof configure = async (...asked) => {
      await change(SPLIT);
      await allCaughtUp(nodes);
      return configure(...asked);
    };
    Object.assign(database, { configure: afterSplit });
    await copiesOf(nodes[1]!, nodes).copyNext();
    await allCaughtUp(nodes);
    expect(config().placement).to.have.lengthOf(4);
    expect(
      config()
        .placement!.flat()
        .filter(({ copy }) => copy !== undefined),
    ).to.deep.equal([]);
  });

  it("a server with a damaged collection keeps the writes of shards that are split meanwhile, for when it is whole again", async () => {
    nodes[1]!.database.registered("c")!.noteDamage("a file of it is damaged", null);
    await change(SPLIT);
    await upsert(
      nodes[0]!.database,
      "c",
      range(0, POINTS).map((id) => pointOf(id, id + 1)),
    );
    await allCaughtUp(nodes);
    const { dir, database } = nodes[1]!;
    await database.close(false);
    nodes[1] = await node(log, dir);
    await allCaughtUp(nodes);
    for (const shard of [0, 1])
      expect(versionsOn(nodes[1]!, "c", shard)).to.deep.equal(versionsOn(nodes[0]!, "c", shard));
  });

  it("a collection that every server has is split on all of them", async () => {
    await nodes[0]!.database.create("d", unnamed(1));
    await allCaughtUp(nodes);
    await upsert(nodes[1]!.database, "d", [pointOf(1), pointOf(2), pointOf(3)]);
    await moves.change({ collection_name: "d", ...SPLIT });
    await allCaughtUp(nodes);
    for (const { database } of nodes) {
      const { config: split, segments } = database.collection("d");
      expect([split.shards, segments.shards, segments.points]).to.deep.equal([2, 2, 3]);
      expect(split.placement!.map((replicas) => replicas.length)).to.deep.equal([3, 3]);
    }
  });

  it("a split that is not possible is refused, and changes nothing", async () => {
    const up = (more: object) => ({ start_resharding: { direction: "up", ...more } });
    expect(await refusalOf({ start_resharding: { direction: "down" } })).to.equal(
      "start_resharding down is not supported",
    );
    expect(await refusalOf(up({ peer_id: 11 }))).to.match(/^peer_id is not supported: all shards are split/);
    expect(await refusalOf(up({ shard_key: "x" }))).to.match(/^shard_key is not supported/);
    expect(await refusalOf({ abort_resharding: {} })).to.equal("abort_resharding is not supported");
    await change({ replicate_shard: { shard_id: 1, from_peer_id: 11, to_peer_id: 13 } });
    expect(await refusalOf(SPLIT)).to.equal("Shard 1 is already involved in transfer 11 -> 13");
    await nodes[0]!.database.create("many", { ...unnamed(1), shards: 33 });
    const many = moves.change({ collection_name: "many", ...SPLIT });
    expect(await many.then(String, (error: Error) => error.message)).to.equal(
      "many would have 66 shards; the most are 64",
    );
  });
});
