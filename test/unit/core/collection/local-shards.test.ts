// Which shards of a collection a server has, and which of them its last checkpoint has.
import { expect } from "chai";
import { LocalShards } from "../../../../src/core/collection/local-shards.ts";

const [A, B] = [
  { server: "a", peer: 1 },
  { server: "b", peer: 2 },
];

describe("the shards of a collection on a server", () => {
  it("the shards of a collection on a server that a checkpoint has are known by their new numbers if they are split before it is durable", () => {
    const local = new LocalShards({ shards: 2, placement: [[B], [A]] }, { server: "a" });
    const captured = { shards: local.present, division: 2 };
    local.place({ shards: 4, placement: [[B], [B], [A], [A]] }, { split: () => {} });
    local.noteSaved(captured);
    expect(local.present).to.deep.equal([2, 3]);
    expect([0, 1, 2, 3].filter((shard) => local.isSaved(shard))).to.deep.equal([2, 3]);
  });
});
