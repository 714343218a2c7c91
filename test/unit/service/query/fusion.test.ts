// Fusion of ranked lists, against the sums of the definitions.
import { expect } from "chai";
import fc from "fast-check";
import { runWhole } from "../../../../src/scheduling/slices.ts";
import {
  distributionFusion,
  type RankedList,
  reciprocalRankFusion,
} from "../../../../src/service/query/fusion.ts";
import { cutsOf } from "../../../support/cuts.ts";

const listsOfPoints = fc.array(
  fc.uniqueArray(fc.record({ id: fc.nat(20), score: fc.float({ min: -10, max: 10, noNaN: true }) }), {
    selector: ({ id }) => id,
    maxLength: 8,
  }),
  { maxLength: 4 },
);

const lists = (points: { id: number; score: number }[][]): RankedList[] =>
  points.map((list) => ({ points: list, ascending: false }));

describe("reciprocal rank fusion", () => {
  it("reciprocal rank fusion returns the sum over all lists of one by rank over weight, and k", () => {
    fc.assert(
      fc.property(
        listsOfPoints,
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.double({ min: -1, max: 5, noNaN: true })),
        (points, k, weights) => {
          const scores = runWhole(reciprocalRankFusion(k, weights)(lists(points)));
          for (const [id, score] of scores) {
            let expected = 0;
            points.forEach((list, i) => {
              const rank = list.findIndex((point) => point.id === id) + 1;
              const weight = weights[i] ?? 1;
              if (rank > 0 && weight > 0) expected += 1 / (rank / weight + k - 1);
            });
            expect(score).to.be.closeTo(expected, 1e-12);
          }
          expect([...scores.keys()]).to.deep.equal([...new Set(points.flat().map(({ id }) => id))]);
        },
      ),
    );
  });
});

describe("distribution-based score fusion", () => {
  it("distribution-based score fusion maps the mean of a list to a half, and three deviations above it to one", () => {
    fc.assert(
      fc.property(listsOfPoints, (points) => {
        const scores = runWhole(distributionFusion(lists(points)));
        for (const [id, score] of scores) {
          let expected = 0;
          for (const list of points) {
            const own = list.find((point) => point.id === id);
            if (!own) continue;
            const mean = list.reduce((sum, { score }) => sum + score, 0) / list.length;
            const variance =
              list.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / (list.length - 1);
            const deviation = Math.sqrt(variance);
            const isFlat = list.length < 2 || deviation === 0;
            expected += isFlat ? 0.5 : 0.5 + (own.score - mean) / (6 * deviation);
          }
          expect(score).to.be.closeTo(expected, 1e-6);
        }
      }),
    );
  });

  it("distribution-based score fusion treats smaller distances as better", () => {
    const points = [
      { id: 1, score: 1 },
      { id: 2, score: 2 },
    ];
    const scores = runWhole(distributionFusion([{ points, ascending: true }]));
    expect(scores.get(1)).to.be.above(scores.get(2)!);
  });
});

describe("fusion of long lists", () => {
  const points = Array.from({ length: 20_000 }, (_, id) => ({ id, score: id }));

  for (const [name, fuse] of [
    ["by ranks", reciprocalRankFusion(2, [])],
    ["by distributions", distributionFusion],
  ] as const) {
    it(`fusion of long lists may pause if it is ${name}`, () => {
      const { cuts, value } = cutsOf(fuse([{ points, ascending: false }]));
      expect(value.size).to.equal(points.length);
      expect(cuts).to.be.at.least(8);
    });
  }
});
