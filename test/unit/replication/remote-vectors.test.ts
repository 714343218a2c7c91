// The number of vectors in shards that a server of a cluster does not have.
import { expect } from "chai";
import type { Placement } from "../../../src/core/config/placement.ts";
import { PackedIds } from "../../../src/core/slots/point-id.ts";
import { shardOf } from "../../../src/core/slots/shard-of.ts";
import { VectorLimitReached } from "../../../src/errors/auth.ts";
import { RemoteVectors } from "../../../src/replication/peers/remote-vectors.ts";
import { decodeVectors, encodePlaces } from "../../../src/service/peer-points.ts";
import { PeersService } from "../../../src/service/peers.ts";
import { VectorCap } from "../../../src/service/writes/vector-cap.ts";
import { SimulatedLog } from "../../support/simulated-log.ts";
import { unnamed, upsert } from "../core/fixtures.ts";
import { allCaughtUp, type Node, node } from "../service/cluster/fixtures.ts";
import { serverOf } from "../service/cluster/shards-fixtures.ts";

const SHARDS = 3;
const POINTS = 300;
const IDS = Array.from({ length: POINTS }, (_, id) => id);
const IN_SHARD = Array.from({ length: SHARDS }, (_, shard) => {
  const packed = PackedIds.pack(IDS);
  return IDS.filter((_, i) => shardOf(packed, i, SHARDS) === shard).length;
});

describe("the vectors in shards on other servers", () => {
  let nodes: Node[];
  let away: Set<string>;
  let remote: RemoteVectors;
  let damage: (bytes: Uint8Array) => Uint8Array;

  beforeEach(async () => {
    const log = new SimulatedLog(11);
    nodes = [await node(log), await node(log), await node(log)];
    away = new Set();
    damage = (bytes) => bytes;
    const services = new Map(
      nodes.map((one) => [serverOf(one), new PeersService(one.database, () => null)] as const),
    );
    const peers = {
      isHeard: (server: string) => !away.has(server),
      ask: async (server: string, _: unknown, bytes: Uint8Array) => {
        if (away.has(server)) throw new Error("no answer");
        return damage(await services.get(server)!.vectors(bytes));
      },
    };
    remote = new RemoteVectors(peers, () => nodes[0]!.database);
    const replicas = nodes.map((one, peer) => ({ server: serverOf(one), peer }));
    // Shard 0 is here, shard 1 on both others, shard 2 on the last one.
    const placement: Placement = [[replicas[0]!], [replicas[1]!, replicas[2]!], [replicas[2]!]];
    const config = { ...unnamed(1), shards: SHARDS, placement };
    await nodes[0]!.database.create("c", config);
    const points = IDS.map((id) => ({ id, vectors: { "": Float32Array.of(id) } }));
    await upsert(nodes[0]!.database, "c", points);
    await allCaughtUp(nodes);
  });
  afterEach(() => Promise.all(nodes.map(({ database }) => database.close())));

  it("the vectors in shards on other servers count once, however many servers have them", async () => {
    await remote.learn();
    expect(remote.vectors).to.equal(IN_SHARD[1]! + IN_SHARD[2]!);
    expect(nodes[0]!.database.vectors).to.equal(IN_SHARD[0]);
  });

  it("the vectors in shards on other servers keep their last number while no server with them answers", async () => {
    await remote.learn();
    for (const one of [nodes[1]!, nodes[2]!]) away.add(serverOf(one));
    await remote.learn();
    expect(remote.vectors).to.equal(IN_SHARD[1]! + IN_SHARD[2]!);
  });

  it("the vectors in shards on other servers are told by another server with the shard when one is away", async () => {
    away.add(serverOf(nodes[1]!));
    await remote.learn();
    expect(remote.vectors).to.equal(IN_SHARD[1]! + IN_SHARD[2]!);
  });

  it("the vectors in shards on other servers do not count when their collection is deleted", async () => {
    await remote.learn();
    await nodes[0]!.database.drop("c");
    await remote.learn();
    expect(remote.vectors).to.equal(0);
  });

  it("the vectors in shards on other servers keep their last number when an answer is damaged", async () => {
    await remote.learn();
    damage = (bytes) => bytes.subarray(1);
    await remote.learn();
    expect(remote.vectors).to.equal(IN_SHARD[1]! + IN_SHARD[2]!);
  });

  it("the vectors of a shard that does not exist, or is on no server asked, are not told", async () => {
    const service = new PeersService(nodes[0]!.database, () => null);
    const { uuid } = nodes[0]!.database.collection("c");
    const places = [`${uuid}/0`, `${uuid}/1`, `${uuid}/9`, `${uuid}/x`, "nonsense", ""];
    const told = decodeVectors(await service.vectors(encodePlaces(places)), places.length);
    expect(told).to.deep.equal([IN_SHARD[0], null, null, null, null, null]);
  });

  it("the vectors in shards on other servers count for the limit of a server without any", async () => {
    const { database } = nodes[0]!;
    const all = () => database.vectors + remote.vectors;
    const counted = {
      get vectors() {
        return all();
      },
      get vectorsAtMost() {
        return all();
      },
      learnVectors: () => remote.learn(),
      settled: () => database.settled(),
      replication: database.replication,
    };
    const license = { maxVectors: () => POINTS + 10, status: () => ({ edition: "community" }) as never };
    const cap = new VectorCap(counted, license);
    (await cap.reserve(10, 10))();
    const refused = await cap.reserve(11, 11).catch((error: Error) => error);
    expect(refused).to.be.instanceOf(VectorLimitReached);
    expect((refused as Error).message).to.contain(`holds ${POINTS} of ${POINTS + 10} vectors`);
  });
});
