// A server of a cluster whose collection is damaged, such as by its disk: who answers for its shards, and who is
// copied.
import { expect } from "chai";
import type { Placement } from "../../../../src/core/config/placement.ts";
import { ShardUnavailable } from "../../../../src/errors/sharding.ts";
import { seededRandom } from "../../../support/random.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { until } from "../../../support/until.ts";
import { unnamed, upsert } from "../../core/fixtures.ts";
import { rejectionOf } from "../../core/sharding/gathered-collection.ts";
import { allCaughtUp } from "./fixtures.ts";
import { ShardedServers } from "./sharded-servers.ts";

const SHARDS = 2;
const POINTS = 100;
/** The number of shard 1 on servers 1 and 2; shard 0 is on all. Server 3 has none. */
const SHARD = 1;
const PEERS = [11, 12, 13, 14];
/** More than there are servers, so that each is asked first. */
const READS = 8;

describe("a damaged collection of a server of a cluster", () => {
  let servers: ShardedServers;

  beforeEach(async () => {
    servers = new ShardedServers(new SimulatedLog(5), seededRandom(5));
    await servers.start(PEERS.length);
    const replicas = servers.all.map(({ server }, i) => ({ server, peer: PEERS[i]! }));
    const placement: Placement = [replicas, replicas.slice(1, 3)];
    await servers.all[0]!.database.create("c", { ...unnamed(1), shards: SHARDS, placement });
    const points = Array.from({ length: POINTS }, (_, id) => ({ id, vectors: { "": Float32Array.of(id) } }));
    await upsert(servers.all[0]!.database, "c", points);
    await allCaughtUp(servers.all);
  });
  afterEach(() => servers.closeAll());

  const collectionOn = (i: number) => servers.all[i]!.database.registered("c")!;
  const damage = (i: number) => collectionOn(i).noteDamage("file rows-1.f32 at byte 3: its checksum", null);
  const replicasOf = (shard: number) =>
    collectionOn(0).config.placement![shard]!.map(({ peer, copy }) => [peer, copy === undefined]);

  it("a damaged collection of a server is read from the other servers with its shards", async () => {
    damage(1);
    const { reads } = collectionOn(0);
    for (let read = 0; read < READS; read++) {
      expect(await reads.count(null, true)).to.equal(POINTS);
      expect(await reads.matching(null)).to.have.lengthOf(POINTS);
    }
  });

  it("a damaged collection of a server whose damage is found by a read is read from another server", async () => {
    const { ownReads } = collectionOn(1);
    const of = ownReads.of.bind(ownReads);
    ownReads.of = (shards) => {
      damage(1);
      collectionOn(1).ensureOperable();
      return of(shards);
    };
    for (let read = 0; read < READS; read++)
      expect(await collectionOn(0).reads.count(null, true)).to.equal(POINTS);
  });

  it("a damaged collection that no other server has is unavailable, and a partial answer names its shards", async () => {
    for (const i of [1, 2]) damage(i);
    const { reads } = collectionOn(0);
    const error = await rejectionOf(async () => reads.count(null, true));
    expect(error).to.be.instanceOf(ShardUnavailable);
    expect(error.message).to.contain("rows-1.f32");
    const missing: number[] = [];
    const signal = { aborted: false, missing: (shards: readonly number[]) => void missing.push(...shards) };
    expect(await reads.while(signal).count(null, true)).to.be.within(1, POINTS - 1);
    expect(missing).to.deep.equal([SHARD]);
  });

  it("a damaged collection from which a shard is copied is replaced as the source by another server", async () => {
    damage(1);
    const { moves } = servers.all[0]!;
    const sides = { shard_id: SHARD, from_peer_id: PEERS[1]!, to_peer_id: PEERS[3]! };
    await moves.change({ collection_name: "c", replicate_shard: sides });
    await until(() => collectionOn(3).local.has(SHARD));
    await until(() => replicasOf(SHARD).every(([, isComplete]) => isComplete));
    expect(replicasOf(SHARD)).to.deep.equal([
      [PEERS[1], true],
      [PEERS[2], true],
      [PEERS[3], true],
    ]);
    const own = (i: number) =>
      collectionOn(i).segments.byShard[SHARD]!.reduce((sum, { ids }) => sum + ids.size, 0);
    expect(own(3)).to.equal(own(2));
  });
});
