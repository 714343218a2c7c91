// Each field of each request over gRPC is used, or refused, or on a list here: an option that is taken and does nothing
// looks as if it did something.
import { expect } from "chai";
import { fieldsWithoutUse } from "../../support/every-field.ts";

/** As src/docs/api.md says. `timeout` is the client's own deadline, which gRPC has already. */
const WITHOUT_EFFECT =
  /\.(?:timeout|ordering|read_consistency|shard_key_selector)$|^(?:ReadConsistency|WriteOrdering|ShardKey|ShardKeySelector)\./;

/** What is within something that is refused as a whole, or named in the answer's metadata. */
const REFUSED = new Set(["TextQuery.bm25", "Bm25Params.k", "Bm25Params.b", "IdfParams.corpus"]);

describe("a field of a request over gRPC", () => {
  it("is used, unless it is about shards and replicas, of which one server has one", () => {
    const { unused, count } = fieldsWithoutUse();
    expect(unused.filter((name) => !WITHOUT_EFFECT.test(name) && !REFUSED.has(name))).to.deep.equal([]);
    expect(count).to.be.above(500);
  });
});
