// Histograms, against counting values one by one, and their lines in the text format.
import { expect } from "chai";
import fc from "fast-check";
import { Histogram } from "../../../src/metrics/histogram.ts";
import { histogram, metricsText } from "../../../src/service/metrics.ts";

describe("a histogram of the metrics", () => {
  it("a histogram of the metrics counts each value once, at the first bound that is not below it", () => {
    const ascending = fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 8 });
    const values = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 50 });
    fc.assert(
      fc.property(ascending, values, (given, all) => {
        const bounds = given.toSorted((a, b) => a - b);
        const counted = new Histogram(bounds);
        for (const value of all) counted.note(value);
        const upTo = (bound: number) => all.filter((value) => value <= bound).length;
        const expected = [...bounds, 60].map(
          (bound, i) => upTo(bound) - (i === 0 ? 0 : upTo(bounds[i - 1]!)),
        );
        expect(counted.distribution).to.deep.equal({
          ...{ bounds, counts: expected, sum: all.reduce((sum, value) => sum + value, 0) },
        });
      }),
    );
  });

  it("a histogram of the metrics is written with cumulative counts, the sum and the number", () => {
    const counted = new Histogram([0.5, 2]);
    for (const value of [0.25, 0.5, 1, 3]) counted.note(value);
    const text = metricsText([
      histogram("a_seconds", "What it took.", [[{ of: "b" }, counted.distribution]]),
    ]);
    expect(text.split("\n")).to.deep.equal([
      "# HELP a_seconds What it took.",
      "# TYPE a_seconds histogram",
      'a_seconds_bucket{of="b",le="0.5"} 2',
      'a_seconds_bucket{of="b",le="2"} 3',
      'a_seconds_bucket{of="b",le="+Inf"} 4',
      'a_seconds_sum{of="b"} 4.75',
      'a_seconds_count{of="b"} 4',
      "",
    ]);
  });
});
