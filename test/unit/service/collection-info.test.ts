// Warnings of a collection that no current request can cause.
import { expect } from "chai";
import { completeConfig } from "../../../src/core/config/collection-config.ts";
import { warningsOf } from "../../../src/service/collection-warnings.ts";

describe("the warnings of a collection", () => {
  it("the warnings of a collection report that an m of 1, which the first version accepted, builds no graph", () => {
    const config = completeConfig({
      vectors: [{ name: "", size: 2, distance: "Dot" }],
      hnsw_config: { m: 1 },
    });
    expect(warningsOf(config)).to.deep.equal([
      "vectors_config never gets a graph: hnsw_config.m is 1; every search compares all vectors",
    ]);
  });
});
