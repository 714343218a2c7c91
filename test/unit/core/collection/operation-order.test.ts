// Operations that are queued before a split of the shards is applied, as in a replay of the log, which queues many.
import { expect } from "chai";
import { Collection } from "../../../../src/core/collection/collection.ts";
import { completeConfig } from "../../../../src/core/config/collection-config.ts";
import type { UpsertPoints } from "../../../../src/core/record/operation.ts";
import { decodeOperation, encodeOperation } from "../../../../src/core/record/record.ts";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import { shardOf } from "../../../../src/core/slots/shard-of.ts";
import { newEngine } from "../../engine/fixtures.ts";
import { unnamed, upsertOf } from "../fixtures.ts";

const [A, B] = [
  { server: "a", peer: 1 },
  { server: "b", peer: 2 },
];

/** Returns an id in a shard of two. */
function idIn(shard: number): number {
  const ids = Array.from({ length: 20 }, (_, id) => id);
  const packed = PackedIds.pack(ids);
  return ids.find((_, i) => shardOf(packed, i, 2) === shard)!;
}

describe("the order of operations around a split", () => {
  it("the order of operations around a split does not mix those of shards that a server has with those of others", async () => {
    const engine = newEngine();
    const config = completeConfig({ ...unnamed(1), placement: [[A]] });
    const create = {
      kind: "create_collection" as const,
      collection: "6f1c1e0e-64c5-4b7a-9b1a-0a6d3c2f5e11",
      name: "c",
      config,
    };
    const collection = new Collection(create, engine, {}, { server: "a" });
    const upsert = (id: number): UpsertPoints => {
      const draft = upsertOf(collection, [{ id, vectors: { "": Float32Array.of(id) } }]);
      const { type, body } = encodeOperation(draft, (bytes) => new Uint8Array(bytes));
      return decodeOperation(type, body) as UpsertPoints;
    };
    const done = [
      collection.configure({ ...config, shards: 2, placement: [[A], [A]] }, 1),
      collection.configure({ ...config, shards: 2, placement: [[B], [A]] }, 2),
      // In shard 0, which the server has not any more.
      collection.apply(upsert(idIn(0)), 3),
      collection.apply(upsert(idIn(1)), 4),
    ];
    await Promise.all(done);
    expect(
      collection.segments.byShard.map((all) => all.reduce((sum, { ids }) => sum + ids.size, 0)),
    ).to.deep.equal([0, 1]);
    await engine.close();
  });
});
