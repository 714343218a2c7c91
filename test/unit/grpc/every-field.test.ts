// Each field of each gRPC request is used, refused, or on a list here, because an option that is accepted and has no
// effect misleads users.
import { expect } from "chai";
import { fieldsWithoutUse } from "../../support/every-field.ts";

/** Fields without an effect, as in src/docs/api.md. `timeout` is the client's own deadline, which gRPC already has. */
const WITHOUT_EFFECT =
  /\.(?:timeout|ordering|read_consistency|shard_key_selector)$|^(?:ReadConsistency|WriteOrdering|ShardKey|ShardKeySelector)\./;

/** Fields within an object that is refused as a whole, or is named in the metadata of the answer. */
const REFUSED = new Set(["TextQuery.bm25", "Bm25Params.k", "Bm25Params.b"]);

describe("a field of a request over gRPC", () => {
  it("a field of a request over gRPC is used, unless it is about shards and replicas, of which one server has one", () => {
    const { unused, count } = fieldsWithoutUse();
    expect(unused.filter((name) => !WITHOUT_EFFECT.test(name) && !REFUSED.has(name))).to.deep.equal([]);
    expect(count).to.be.above(500);
  });
});
