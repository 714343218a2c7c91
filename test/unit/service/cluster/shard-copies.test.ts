// Shards that are copied and moved from one server of a cluster to another, beside writes.
import { expect } from "chai";
import { type Placement, replicaOn } from "../../../../src/core/config/placement.ts";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import { shardOf } from "../../../../src/core/slots/shard-of.ts";
import { ChangeTimedOut, PlacementRefused } from "../../../../src/errors/placement.ts";
import { ClusterService, type Heard, type OwnNode } from "../../../../src/service/cluster.ts";
import { type CopyProgress, decodeProgress, encodeProgress } from "../../../../src/service/peer-points.ts";
import { ShardMoves } from "../../../../src/service/shard-moves.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { until } from "../../../support/until.ts";
import { remove, setPayloads, type TestPoint, unnamed, upsert } from "../../core/fixtures.ts";
import { allCaughtUp, type Node, node } from "./fixtures.ts";
import { copiesOf, idsOn, opening, serverOf, stopped, versionsOn } from "./shards-fixtures.ts";

const SHARDS = 2;
const POINTS = 3_000;
const SHARD = 1;
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const pointOf = (id: number, x = id): TestPoint => ({ id, vectors: { "": Float32Array.of(x) } });
const PEERS = [11, 12, 13];

function idsIn(shard: number, ids: readonly number[]): number[] {
  const packed = PackedIds.pack(ids);
  return ids.filter((_, i) => shardOf(packed, i, SHARDS) === shard);
}

describe("a shard that is copied to another server", () => {
  let log: SimulatedLog;
  let nodes: Node[];
  let moves: ShardMoves;
  let own: OwnNode;
  let progressThere: () => CopyProgress | null;

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
      cluster: "c",
      name: "n0",
      peerId: PEERS[0]!,
      warnings: [],
      nodes: async () => heard,
      forget: async () => {},
      shards: { copy: null, isAway: () => false, progressOn: async () => progressThere() },
    };
    moves = new ShardMoves(nodes[0]!.database, own);
    const first = heard.slice(0, 2).map(({ server, peer_id }) => ({ server, peer: peer_id }));
    const placement: Placement = [first, [first[0]!]];
    await nodes[0]!.database.create("c", { ...unnamed(1), shards: SHARDS, placement });
    await upsert(
      nodes[0]!.database,
      "c",
      range(0, POINTS).map((id) => pointOf(id)),
    );
    await allCaughtUp(nodes);
  });
  afterEach(() => Promise.all(nodes.map(({ database }) => database.close())));

  const transfers = async () =>
    (await new ClusterService(nodes[0]!.database, own).collection({ collection_name: "c" })).shard_transfers;
  const change = (request: object) => moves.change({ collection_name: "c", ...request });
  const placement = () => nodes[0]!.database.collection("c").config.placement!;
  const sides = { shard_id: SHARD, from_peer_id: PEERS[0]!, to_peer_id: PEERS[2]! };

  it("a shard that is copied to another server is answered for in time, and the change is made later", async () => {
    const { nodes: heard } = own;
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow = { ...own, nodes: async () => gate.then(() => heard()) };
    const late = new ShardMoves(nodes[0]!.database, slow);
    const request = { collection_name: "c", replicate_shard: sides };
    const error = await late.change({ ...request, timeout: 0.01 }).catch((failure) => failure);
    expect(error).to.be.instanceOf(ChangeTimedOut);
    expect(error.message).to.equal(
      "the change was not made within 0.01 s, and may still be: GET /collections/c/cluster shows it",
    );
    expect(replicaOn(placement(), SHARD, serverOf(nodes[2]!))).to.equal(undefined);
    go();
    await until(() => replicaOn(placement(), SHARD, serverOf(nodes[2]!)) !== undefined);
  });

  it("a shard that is copied to another server is in the configuration when the change is answered", async () => {
    expect(await change({ replicate_shard: sides, timeout: 60 })).to.equal(true);
    expect(replicaOn(placement(), SHARD, serverOf(nodes[2]!))).to.have.property("copy");
    const error = await change({ replicate_shard: sides, timeout: 60 }).catch((failure) => failure);
    expect(error).to.be.instanceOf(PlacementRefused);
  });

  it("a shard that is copied to another server is shown with what is known of the servers already", async () => {
    const ages: (number | undefined)[] = [];
    const listed = (ageMs?: number) => {
      ages.push(ageMs);
      return own.nodes(ageMs);
    };
    const service = new ClusterService(nodes[0]!.database, { ...own, nodes: listed });
    await service.collection({ collection_name: "c" });
    await service.status();
    expect(ages).to.deep.equal([3_000, undefined]);
  });

  it("a shard that is copied to another server has the same points and versions there", async () => {
    await setPayloads(nodes[0]!.database, "c", new Map(range(0, 50).map((id) => [id, Uint8Array.of(id)])));
    await change({ replicate_shard: sides });
    await allCaughtUp(nodes);
    expect(await copiesOf(nodes[2]!, nodes).copyNext()).to.equal(true);
    await allCaughtUp(nodes);
    expect(versionsOn(nodes[2]!, "c", SHARD)).to.deep.equal(versionsOn(nodes[0]!, "c", SHARD));
    expect(placement()[SHARD]!.map(({ peer, copy }) => [peer, copy])).to.deep.equal([
      [PEERS[0], undefined],
      [PEERS[2], undefined],
    ]);
    expect(await copiesOf(nodes[2]!, nodes).copyNext()).to.equal(false);
  });

  it("a shard that is moved to another server is gone where it was", async () => {
    await change({ move_shard: sides });
    await allCaughtUp(nodes);
    await copiesOf(nodes[2]!, nodes).copyNext();
    await allCaughtUp(nodes);
    expect(idsOn(nodes[2]!, "c")).to.deep.equal([[], idsIn(SHARD, range(0, POINTS))]);
    expect(idsOn(nodes[0]!, "c")).to.deep.equal([idsIn(0, range(0, POINTS)), []]);
  });

  it("a shard that is copied to another server beside writes of all kinds has all of them, once each", async () => {
    await change({ replicate_shard: sides });
    await allCaughtUp(nodes);
    let isDone = false;
    const copying = copiesOf(nodes[2]!, nodes)
      .copyNext()
      .finally(() => {
        isDone = true;
      });
    let writes = 0;
    for (let next = POINTS; !isDone || writes < 50; writes++) {
      const { database } = nodes[writes % 3]!;
      await upsert(
        database,
        "c",
        range(next, next + 5).map((id) => pointOf(id)),
      );
      await upsert(database, "c", [pointOf(writes, 0.5)]);
      await remove(database, "c", [next - 3]);
      await setPayloads(
        nodes[0]!.database,
        "c",
        new Map([[idsIn(SHARD, range(0, 500))[writes % 100]!, Uint8Array.of(1)]]),
      );
      next += 5;
    }
    await copying;
    await allCaughtUp(nodes);
    expect(writes).to.be.above(0);
    expect(versionsOn(nodes[2]!, "c", SHARD)).to.deep.equal(versionsOn(nodes[0]!, "c", SHARD));
    // It goes on from the log alone.
    await upsert(
      nodes[1]!.database,
      "c",
      range(0, 100).map((id) => pointOf(id, 0.25)),
    );
    await allCaughtUp(nodes);
    expect(versionsOn(nodes[2]!, "c", SHARD)).to.deep.equal(versionsOn(nodes[0]!, "c", SHARD));
  });

  it("a shard that is copied to another server is kept by it over a start, with all later writes", async () => {
    await change({ replicate_shard: sides });
    await allCaughtUp(nodes);
    await copiesOf(nodes[2]!, nodes).copyNext();
    await upsert(
      nodes[0]!.database,
      "c",
      range(0, 100).map((id) => pointOf(id, 0.5)),
    );
    await allCaughtUp(nodes);
    await nodes[2]!.database.close(false);
    nodes[2] = await node(log, nodes[2]!.dir);
    expect(versionsOn(nodes[2]!, "c", SHARD)).to.deep.equal(versionsOn(nodes[0]!, "c", SHARD));
    expect(await copiesOf(nodes[2]!, nodes).copyNext()).to.equal(false);
  });

  it("a shard that is copied to another server is copied again after a crash in between", async () => {
    await change({ replicate_shard: sides });
    await allCaughtUp(nodes);
    await nodes[2]!.database.close(false);
    nodes[2] = await node(log, nodes[2]!.dir);
    expect(idsOn(nodes[2]!, "c")).to.deep.equal([[], []]);
    expect(await copiesOf(nodes[2]!, nodes).copyNext()).to.equal(true);
    await allCaughtUp(nodes);
    expect(versionsOn(nodes[2]!, "c", SHARD)).to.deep.equal(versionsOn(nodes[0]!, "c", SHARD));
  });

  it("a shard that is copied to another server is not told to be there when its copy was begun again meanwhile", async () => {
    await change({ move_shard: sides });
    await allCaughtUp(nodes);
    const { database } = nodes[2]!;
    const { checkpoint } = database;
    // The points are complete, and the cluster does not know it yet.
    database.checkpoint = async () => {
      database.checkpoint = checkpoint;
      await change({ restart_transfer: sides });
      await allCaughtUp(nodes);
      return database.checkpoint();
    };
    await copiesOf(nodes[2]!, nodes).copyNext();
    await allCaughtUp(nodes);
    expect(placement()[SHARD]!.map(({ peer, copy }) => [peer, copy?.from])).to.deep.equal([
      [PEERS[0], undefined],
      [PEERS[2], serverOf(nodes[0]!)],
    ]);
    await copiesOf(nodes[2]!, nodes).copyNext();
    await allCaughtUp(nodes);
    expect(versionsOn(nodes[2]!, "c", SHARD)).to.have.length(idsIn(SHARD, range(0, POINTS)).length);
    expect(placement()[SHARD]!.map(({ peer }) => peer)).to.deep.equal([PEERS[2]]);
  });

  it("a shard that is copied to another server is shown by the other servers with its progress", async () => {
    const { uuid } = nodes[0]!.database.collection("c");
    await change({ replicate_shard: sides });
    await allCaughtUp(nodes);
    const { open, begun, release } = stopped(opening(nodes));
    const copies = copiesOf(nodes[2]!, nodes, open);
    // As the bytes that one server tells another.
    progressThere = () => decodeProgress(encodeProgress(copies.progressOf(uuid, SHARD)));
    const transfer = { shard_id: SHARD, from: PEERS[0], to: PEERS[2], sync: true, method: "stream_records" };
    expect(await transfers()).to.deep.equal([transfer]);
    const copying = copies.copyNext();
    await begun;
    const points = idsIn(SHARD, range(0, POINTS)).length;
    const comment = `Transferring records (0/${points})`;
    expect(await transfers()).to.deep.equal([{ ...transfer, comment }]);
    release();
    await copying;
    await allCaughtUp(nodes);
    expect(await transfers()).to.deep.equal([]);
  });

  it("a shard whose copy is aborted is not on the server that copied it", async () => {
    await change({ replicate_shard: sides });
    await allCaughtUp(nodes);
    const { open, begun, release } = stopped(opening(nodes));
    const copies = copiesOf(nodes[2]!, nodes, open);
    const copying = copies.copyNext().catch((error: Error) => error);
    await begun;
    await change({ abort_transfer: sides });
    await allCaughtUp(nodes);
    release();
    expect(await copying).to.be.instanceOf(Error);
    expect(replicaOn(placement(), SHARD, serverOf(nodes[2]!))).to.equal(undefined);
    expect(await copies.copyNext()).to.equal(false);
    expect(idsOn(nodes[2]!, "c")).to.deep.equal([[], []]);
  });
});
