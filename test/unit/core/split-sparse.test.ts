// Sparse vectors, whose lengths differ, in the segments that a split of shards makes.
import { expect } from "chai";
import { PackedIds } from "../../../src/core/slots/point-id.ts";
import { shardOf } from "../../../src/core/slots/shard-of.ts";
import { encodeSparse } from "../../../src/shared/sparse-vector.ts";
import { configOf, type Opened, open, stored, upsert } from "./fixtures.ts";

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

describe("a split of shards with sparse vectors", () => {
  let opened: Opened;

  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.database.close());

  it("a split of shards with sparse vectors keeps them all where those of one part are much longer", async () => {
    await opened.database.create("s", configOf({ name: "s", size: 0, distance: "Dot", kind: "sparse" }));
    const ids = range(0, 400);
    const packed = PackedIds.pack(ids);
    const lengthOf = (id: number) => (shardOf(packed, id, 2) === 1 ? 300 : 1);
    const vectorOf = (id: number) => {
      const indices = Uint32Array.from(range(0, lengthOf(id)), (i) => 7 * i + (id % 5));
      return encodeSparse({ indices, values: Float32Array.from(indices, () => 1) });
    };
    await upsert(
      opened.database,
      "s",
      ids.map((id) => ({ id, vectors: { s: vectorOf(id) } })),
    );
    await opened.database.configure("s", (config) => ({ ...config, shards: 2 }));
    await opened.database.optimized();
    const collection = opened.database.collection("s");
    expect(collection.upkeep.failure).to.equal(null);
    expect(collection.segments.byShard.map((all) => sum(all.map((one) => one.ids.size)))).to.deep.equal([
      ids.filter((id) => lengthOf(id) === 1).length,
      ids.filter((id) => lengthOf(id) > 1).length,
    ]);
    for (const id of [0, 1, 2, 3, 399])
      expect((await stored(opened.database, "s", id))!.vectors.s).to.deep.equal([...vectorOf(id)]);
  });
});
