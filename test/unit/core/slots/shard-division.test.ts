// Which shards of a split collection have the points of earlier ones.
import { expect } from "chai";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import { overlap, partsOf, shardsIn } from "../../../../src/core/slots/shard-division.ts";
import { shardOf } from "../../../../src/core/slots/shard-of.ts";

const DIVISIONS = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 31, 32];
const IDS = PackedIds.pack(Array.from({ length: 500 }, (_, i) => i * i * 7919));

describe("the shards of a split", () => {
  it("a point is in one of the two shards into which its shard was split, whatever the number of shards", () => {
    for (const division of DIVISIONS)
      for (let i = 0; i < IDS.length; i++) {
        const parts = partsOf({ shard: shardOf(IDS, i, division), division }, 2 * division);
        expect(parts)
          .to.have.length(2)
          .and.to.include(shardOf(IDS, i, 2 * division));
      }
  });

  it("all shards of a division are all shards of each later one", () => {
    for (const division of DIVISIONS)
      for (const later of [division, 2 * division, 8 * division]) {
        const shards = Array.from({ length: division }, (_, shard) => shard);
        const all = Array.from({ length: later }, (_, shard) => shard);
        expect(shardsIn({ shards, division }, later)).to.deep.equal(all);
      }
  });

  it("two shards of any divisions overlap if a later shard is in both", () => {
    for (const a of [1, 2, 4, 8])
      for (const b of [1, 2, 4, 8])
        for (let s = 0; s < a; s++)
          for (let t = 0; t < b; t++) {
            const one = { shard: s, division: a };
            const other = { shard: t, division: b };
            const inOther = partsOf(other, 8);
            expect(overlap(one, other)).to.equal(partsOf(one, 8).some((shard) => inOther.includes(shard)));
          }
  });
});
