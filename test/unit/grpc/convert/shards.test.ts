// The shards of a collection in a cluster as a gRPC message: everything that REST shows is in it.
import { expect } from "chai";
import { encoderOf } from "../../../../src/grpc/convert/answers.ts";
import { enums, messages } from "../../../../src/grpc/wire/messages.ts";

const PEERS = { from: 2 ** 52, to: 7 };

function answered(result: object) {
  const wire = messages.CollectionClusterInfoResponse;
  return wire.decode(Uint8Array.from(wire.encode(encoderOf(wire)(result, 0.5) as never)));
}

describe("the shards of a collection as a gRPC message", () => {
  it("the shards of a collection as a gRPC message have their servers, states and copies", () => {
    const { Active, Dead, Partial, Recovery } = enums.ReplicaState;
    const message = answered({
      peer_id: 7,
      shard_count: 2,
      local_shards: [{ shard_id: 1, points_count: 5, state: "Partial" }],
      remote_shards: (["Active", "Dead", "Recovery"] as const).map((state) => ({
        shard_id: 0,
        peer_id: PEERS.from,
        state,
      })),
      shard_transfers: [
        {
          shard_id: 1,
          ...PEERS,
          sync: true,
          method: "stream_records",
          comment: "Transferring records (3/9)",
        },
      ],
    });
    const peer_id = BigInt(PEERS.from);
    expect(message).to.deep.equal({
      peer_id: 7n,
      shard_count: 2n,
      local_shards: [{ shard_id: 1, points_count: 5n, state: Partial, shard_key: undefined }],
      remote_shards: [Active, Dead, Recovery].map((state) => ({
        shard_id: 0,
        peer_id,
        state,
        shard_key: undefined,
      })),
      shard_transfers: [
        {
          ...{ shard_id: 1, to_shard_id: undefined, from: peer_id, to: 7n, sync: true },
          comment: "Transferring records (3/9)",
        },
      ],
      resharding_operations: [],
      time: 0.5,
    });
  });

  it("the shards of a collection as a gRPC message show a change of their number", () => {
    const none = { peer_id: 7, shard_count: 1, local_shards: [], remote_shards: [], shard_transfers: [] };
    const { resharding_operations } = answered({
      ...none,
      resharding_operations: [{ direction: "up", shard_id: 1, peer_id: 7 }],
    });
    expect(resharding_operations).to.deep.equal([
      { shard_id: 1, peer_id: 7n, shard_key: undefined, direction: enums.ReshardingDirection.Up },
    ]);
  });
});
