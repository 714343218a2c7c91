// Scores: what the API documents for each distance, always finite; score thresholds work in the direction of the
// distance.
import { expect } from "chai";
import { passes, scoreOf } from "../../../../src/core/search/score.ts";

const MAX_F32 = 3.4028234663852886e38;
const { POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number;

describe("the score of a hit", () => {
  for (const metric of ["Cosine", "Dot"] as const) {
    const right = metric === "Cosine" ? 1 : 0;

    it(`the score of a hit is the dot product for ${metric}: 1 minus the distance of the engine`, () => {
      expect([-1, -0.25, 0.5, 1].map((off) => scoreOf(metric, right + off))).to.deep.equal([
        1, 0.25, -0.5, -1,
      ]);
      for (const zero of metric === "Cosine" ? [1] : [0, -0])
        expect(Object.is(scoreOf(metric, zero), 0), "no negative zero").to.equal(true);
      expect(scoreOf(metric, NEGATIVE_INFINITY)).to.equal(MAX_F32);
      expect(scoreOf(metric, POSITIVE_INFINITY)).to.equal(-MAX_F32);
    });

    it(`the score of a hit passes a threshold that it equals for ${metric}`, () => {
      expect([0.4, 0.5, 0.6].map((score) => passes(metric, score, 0.5))).to.deep.equal([false, true, true]);
    });
  }

  it("the score of a hit is the root of the engine's distance for Euclid, as an f32 number", () => {
    expect([0, 1, 25, 2].map((distance) => scoreOf("Euclid", distance))).to.deep.equal([
      ...[0, 1, 5],
      Math.fround(Math.SQRT2),
    ]);
    expect(scoreOf("Euclid", MAX_F32)).to.equal(Math.fround(Math.sqrt(MAX_F32)));
    expect(scoreOf("Euclid", POSITIVE_INFINITY)).to.equal(MAX_F32);
  });

  it("the score of a hit is the distance of the engine for Manhattan", () => {
    expect([0, 1, 25].map((distance) => scoreOf("Manhattan", distance))).to.deep.equal([0, 1, 25]);
    expect(scoreOf("Manhattan", POSITIVE_INFINITY)).to.equal(MAX_F32);
  });

  for (const metric of ["Euclid", "Manhattan"] as const) {
    it(`the score of a hit passes a threshold that it does not exceed for ${metric}`, () => {
      expect([0.4, 0.5, 0.6].map((score) => passes(metric, score, 0.5))).to.deep.equal([true, true, false]);
    });
  }
});
