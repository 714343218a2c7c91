// A collection whose shards are on some of the servers of a cluster: what each of them writes, applies and keeps.
import { expect } from "chai";
import { newPlacement } from "../../../../src/core/config/placement.ts";
import type { CollectionConfig } from "../../../../src/core/config/types.ts";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import { shardOf } from "../../../../src/core/slots/shard-of.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { type TestPoint, unnamed, upsert } from "../../core/fixtures.ts";
import { allCaughtUp, type Node, node } from "./fixtures.ts";

const SHARDS = 4;
const POINTS = 200;
const ids = Array.from({ length: POINTS }, (_, id) => id);
const pointOf = (id: number, x = id): TestPoint => ({ id, vectors: { "": Float32Array.of(x) } });

/** Returns the ids that a server has, by shard. */
function idsOn({ database }: Node): number[][] {
  return database.collection("c").segments.byShard.map((shard) =>
    shard
      .flatMap(({ ids: own }) => {
        const slots = Array.from({ length: own.slots }, (_, slot) => slot).filter((slot) =>
          own.isCurrent(slot),
        );
        return slots.map((slot) => Number(own.idOf(slot)));
      })
      .sort((a, b) => a - b),
  );
}

function idsIn(shard: number): number[] {
  const packed = PackedIds.pack(ids);
  return ids.filter((_, i) => shardOf(packed, i, SHARDS) === shard);
}

const serverOf = ({ database }: Node) => database.replication.member!.server;

describe("a collection with some of its shards on each server", () => {
  let log: SimulatedLog;
  let nodes: Node[];
  let config: CollectionConfig;

  beforeEach(async () => {
    log = new SimulatedLog(3);
    nodes = [await node(log), await node(log), await node(log)];
    const servers = nodes.map((one, peer) => ({ server: serverOf(one), peer, shards: 0 }));
    config = { ...unnamed(1), shards: SHARDS, placement: newPlacement(SHARDS, 2, servers) };
    await nodes[0]!.database.create("c", config);
    await allCaughtUp(nodes);
  });
  afterEach(() => Promise.all(nodes.map(({ database }) => database.close())));

  /** The shards that a server has by the configuration. */
  const shardsOf = (one: Node) =>
    config.placement!.flatMap((replicas, shard) =>
      replicas.some(({ server }) => server === serverOf(one)) ? [shard] : [],
    );

  const expectShards = () => {
    for (const one of nodes) {
      const own = shardsOf(one);
      const expected = Array.from({ length: SHARDS }, (_, shard) =>
        own.includes(shard) ? idsIn(shard) : [],
      );
      expect(idsOn(one)).to.deep.equal(expected);
    }
  };

  it("a collection with some of its shards on each server has the points of a write where their shards are", async () => {
    await upsert(
      nodes[0]!.database,
      "c",
      ids.map((id) => pointOf(id)),
    );
    await allCaughtUp(nodes);
    expectShards();
    expect(nodes.map((one) => shardsOf(one).length)).to.have.members([3, 3, 2]);
  });

  it("a collection with some of its shards on each server takes writes at a server that has none of the points", async () => {
    for (const id of ids) await upsert(nodes[id % 3]!.database, "c", [pointOf(id)]);
    await allCaughtUp(nodes);
    expectShards();
  });

  it("a collection with some of its shards on each server has the same shards there after a start, with a checkpoint and from the log", async () => {
    await upsert(
      nodes[0]!.database,
      "c",
      ids.map((id) => pointOf(id)),
    );
    await allCaughtUp(nodes);
    for (const [i, saves] of [true, false, true].entries()) {
      await nodes[i]!.database.close(saves);
      nodes[i] = await node(log, nodes[i]!.dir);
    }
    expectShards();
    await upsert(
      nodes[1]!.database,
      "c",
      ids.map((id) => pointOf(id, id + 0.5)),
    );
    await allCaughtUp(nodes);
    expectShards();
  });

  it("a collection with some of its shards on each server is dropped on all of them", async () => {
    await upsert(
      nodes[0]!.database,
      "c",
      ids.map((id) => pointOf(id)),
    );
    await nodes[2]!.database.drop("c");
    await allCaughtUp(nodes);
    for (const { database } of nodes) expect(database.registered("c")).to.equal(undefined);
  });

  it("a collection with some of its shards on each server loses the points of a shard where it is taken away", async () => {
    await upsert(
      nodes[0]!.database,
      "c",
      ids.map((id) => pointOf(id)),
    );
    const placement = config.placement!.map((replicas) => replicas.slice(0, 1));
    config = { ...config, placement };
    await nodes[1]!.database.configure("c", (current) => ({ ...current, placement }));
    await allCaughtUp(nodes);
    expectShards();
  });
});
