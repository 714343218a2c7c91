// Recall in the console without a browser: the scale of recalls, the measurements that rule a search, and the words for
// them.
import { expect } from "chai";
import { reasonsOf } from "../../../src/ui/app/screens/collection/recall/reasons.ts";
import { positionOf, recallText, STEPS } from "../../../src/ui/app/screens/collection/recall/scale.ts";
import {
  type MeasuredCurve,
  neighboursOf,
  queriesText,
  type RecallTable,
  rulingCurves,
  rulingTable,
} from "../../../src/ui/app/screens/collection/recall/tables.ts";

function curve(k: number, share: number, recalls: readonly number[] = [0.8, 0.9, 0.99]): MeasuredCurve {
  const walks = recalls.map((recall, i) => ({
    ef: 16 * 2 ** i,
    recall,
    low: recall - 0.01,
    compared: 100 * (i + 1),
  }));
  return { k, share, walks };
}

function table(change: Partial<RecallTable> = {}): RecallTable {
  const curves = [1, 0.5, 0.1].flatMap((share) => [1, 10, 100].map((k) => curve(k, share)));
  const measured = "2026-11-26T05:00:00.000Z";
  return { points: 5000, measured, queries: 256, real_queries: 0, curves, ...change };
}

const SEARCH = { asked: 0.95, ef: 44, isMeasured: true, k: 10, share: 1 };

describe("the scale of recalls", () => {
  it("the scale of recalls has equal room for each step of the slider", () => {
    expect(STEPS.map((step) => positionOf(step))).to.deep.equal(STEPS.map((_, i) => i));
    expect(positionOf(0.55)).to.be.closeTo(0.5, 1e-9);
    expect(positionOf(0.2)).to.equal(0);
  });

  it("the scale of recalls rounds down, so that only all is 100%", () => {
    expect([0.95, 0.957, 0.29, 0.9996, 1].map(recallText)).to.deep.equal([
      ...["95%", "95.7%", "29%", "99.9%", "100%"],
    ]);
  });
});

describe("the measurements that rule a search", () => {
  const ruling = (k: number, share: number) =>
    rulingCurves(table(), k, share).map((one) => [one.k, one.share]);

  it("the measurements that rule a search are of its k and the class of its filter", () => {
    expect(ruling(10, 1)).to.deep.equal([[10, 1]]);
    expect(ruling(10, 0.48)).to.deep.equal([[10, 0.5]]);
  });

  it("the measurements that rule a search are those between which it is, or the last ones", () => {
    const both = [10, 100].flatMap((k) => [[k, 0.5]]);
    expect(ruling(25, 0.5)).to.deep.equal(both);
    expect(ruling(10, 0.2)).to.deep.equal([
      [10, 0.5],
      [10, 0.1],
    ]);
    expect(ruling(500, 0.001)).to.deep.equal([[100, 0.1]]);
  });

  it("the measurements that rule a search are, next to its ef, the walks below and above", () => {
    const efs = [8, 16, 20, 32, 500].map((ef) => {
      const { below, above } = neighboursOf(curve(10, 1), ef);
      return [below.ef, above.ef];
    });
    expect(efs).to.deep.equal([
      [16, 16],
      [16, 16],
      [16, 32],
      [32, 32],
      [64, 64],
    ]);
  });

  it("the measurements that rule a search are those of the segment where the ef finds least", () => {
    const worse = table({ curves: [curve(10, 1, [0.5, 0.6, 0.97])] });
    expect(rulingTable([table(), worse, table()], SEARCH)).to.equal(worse);
  });

  it("the measurements that rule a search say whose queries they are of", () => {
    const texts = [0, 1, 200, 255, 256].map((real_queries) => queriesText(table({ real_queries })));
    expect(texts).to.deep.equal([
      "256 stored vectors, as no client had asked enough yet",
      "1 query that clients had asked and 255 stored vectors",
      "200 queries that clients had asked and 56 stored vectors",
      "255 queries that clients had asked and 1 stored vector",
      "256 queries that clients had asked",
    ]);
  });
});

describe("the reasons for an ef", () => {
  it("the reasons for an ef are what was asked for, and the measured walks below and above", () => {
    const { text, measured } = reasonsOf([table()], SEARCH);
    expect(text).to.equal(
      "95% of the 10 nearest were asked for. ef 44 is the smallest that is expected to find them:",
    );
    expect(measured).to.deep.equal([
      "The 10 nearest, no filter: ef 32 found 90% (at least 89%), visiting 200 points; " +
        "ef 64 found 99% (at least 98%), visiting 300.",
    ]);
  });

  it("the reasons for an ef name the filter, and say that a case between measurements was taken from them", () => {
    const { text, measured } = reasonsOf([table()], { ...SEARCH, share: 0.2 });
    expect(text).to.match(/among the 20% of the points that match the filter\. ef 44 was taken from/);
    expect(measured.map((line) => /filter that (.*) match/.exec(line)?.[1])).to.deep.equal(["50%", "10%"]);
  });

  for (const [name, change, expected] of [
    [
      "where a segment is not measured",
      { isMeasured: false },
      /A segment is not measured.* ef 44 is the largest/,
    ],
    ["of a fixed ef", { asked: null }, /^The request says ef 44 itself/],
    ["if all are asked for", { ef: null, asked: 1 }, /^All of the nearest were asked for/],
    ["if the matches are few", { ef: null, share: 0.1 }, /scan of the points that match costs less/],
    [
      "if no walk finds as much",
      { ef: null, asked: 0.995 },
      /^No measured search effort finds 99.5%.* found 99%/,
    ],
    ["if a walk costs as much", { ef: null }, /costs no more than a search of the graph/],
  ] as const)
    it(`the reasons for an ef, or for none, are right ${name}`, () => {
      expect(reasonsOf([table()], { ...SEARCH, ...change }).text).to.match(expected);
    });

  it("the reasons for an ef are a careful guess before a measurement", () => {
    const { text, measured } = reasonsOf([], { ...SEARCH, isMeasured: false });
    expect(text).to.match(/not measured yet: until then ef 44 is a careful guess/);
    expect(measured).to.deep.equal([]);
  });

  it("the reasons for an ef are that nothing is measured where there is no graph", () => {
    const { text, table: shown } = reasonsOf([], { ...SEARCH, ef: null });
    expect(text).to.match(/^An exact scan of so few vectors/);
    expect(shown).to.equal(null);
  });
});
