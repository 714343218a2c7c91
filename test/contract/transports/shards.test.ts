// Which servers have the shards of a collection, over every transport, on a server alone.
import { expect } from "chai";
import { Contract } from "../../support/transports/contract.ts";

const c = { collection_name: "c" };
const VECTORS = { vectors_config: { size: 2, distance: "Dot" } };
const COPY = { shard_id: 0, from_peer_id: 1, to_peer_id: 2 ** 52 };
const REPLICA = { shard_id: 0, peer_id: 2 ** 52 };

describe("shards over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  for (const dialect of ["same", "sameAsQdrant"] as const) {
    it(`shards over every transport are listed with their points (${dialect})`, async () => {
      const answers = await contract[dialect](async (call) => {
        await call("createCollection", { ...c, ...VECTORS, shard_number: 2 });
        // The dialect of Qdrant's clients words the answers of writes differently over REST and gRPC.
        if (dialect === "same") await call("upsertPoints", { ...c, points: [{ id: 1, vector: [1, 2] }] });
        await call("getCollectionCluster", c);
        await call("getCollectionCluster", { collection_name: "nowhere" });
      });
      const { shard_count, local_shards } = answers.at(-2);
      expect(shard_count).to.equal(2);
      expect(local_shards.map((one: object) => Object.values(one))).to.have.deep.members([
        [0, 0, "Active"],
        [1, dialect === "same" ? 1 : 0, "Active"],
      ]);
    });

    it(`shards over every transport are not changed on a server alone (${dialect})`, async () => {
      const changes = {
        move_shard: { ...COPY, method: "snapshot" },
        replicate_shard: { ...COPY, method: "wal_delta" },
        abort_transfer: COPY,
        restart_transfer: { ...COPY, method: "stream_records" },
        drop_replica: REPLICA,
      };
      const answers = await contract[dialect](async (call) => {
        await call("createCollection", { ...c, ...VECTORS });
        for (const [kind, change] of Object.entries(changes))
          await call("updateCollectionCluster", { ...c, [kind]: change, timeout: 5 });
      });
      for (const { message } of answers.slice(1)) expect(message).to.match(/Distributed mode disabled$/);
    });

    it(`shards over every transport are not divided by keys, and the answer says so (${dialect})`, async () => {
      const changes = {
        create_sharding_key: { shard_key: "a", shards_number: 1, placement: [1], initial_state: "Active" },
        drop_sharding_key: { shard_key: 4 },
        replicate_points: { from_shard_key: "a", to_shard_key: "b", filter: { must: [{ has_id: [1] }] } },
      };
      const answers = await contract[dialect](async (call) => {
        await call("createCollection", { ...c, ...VECTORS });
        for (const [kind, change] of Object.entries(changes))
          await call("updateCollectionCluster", { ...c, [kind]: change });
      });
      for (const [index, kind] of Object.keys(changes).entries())
        expect(answers[index + 1].message).to.match(new RegExp(`${kind} is not supported$`));
    });
  }
});
