// The table of distances, against definitions that cannot read it: those of gRPC and of the engine's module.
import { expect } from "chai";
import { scoreOf } from "../../../src/core/search/score.ts";
import { enums } from "../../../src/grpc/wire/messages.ts";
import { DISTANCE_NAMES, DISTANCES, namesWhereBetter } from "../../../src/shared/distances.ts";
import { listed } from "../../../src/shared/listed.ts";

describe("the table of distances", () => {
  it("the table of distances has the numbers of the gRPC definitions, and all of them", () => {
    const { UnknownDistance, ...known } = enums.Distance;
    expect(UnknownDistance).to.equal(0);
    const numbers = DISTANCE_NAMES.map((name) => [name, DISTANCES[name].grpc]);
    expect(Object.fromEntries(numbers)).to.deep.equal(known);
  });

  it("the table of distances lists the distances with larger and with smaller better scores", () => {
    expect(namesWhereBetter("larger", "and")).to.equal("Cosine and Dot");
    expect(namesWhereBetter("smaller", "or")).to.equal("Euclid or Manhattan");
    expect(listed(DISTANCE_NAMES, "or")).to.equal("Cosine, Dot, Euclid or Manhattan");
  });

  it("the table of distances computes the distance of a vector to itself like the score of a hit", () => {
    const unit = Float32Array.of(0, 1);
    const scores = DISTANCE_NAMES.map((name) => [name, scoreOf(name, DISTANCES[name].between(unit, unit))]);
    expect(Object.fromEntries(scores)).to.deep.equal({ Cosine: 1, Dot: 1, Euclid: 0, Manhattan: 0 });
  });
});
