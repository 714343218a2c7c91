// The server's metrics in the console: parsing, differences, quantiles, and lines of a chart.
import { expect } from "chai";
import { parseExposition, sumOf } from "../../../src/ui/app/screens/metrics/exposition.ts";
import {
  append,
  lastSeconds,
  levels,
  type Reading,
  rates,
} from "../../../src/ui/app/screens/metrics/history.ts";
import { growth, quantiles } from "../../../src/ui/app/screens/metrics/rates.ts";

const at = (seconds: number, text: string): Reading => ({ at: seconds, figures: parseExposition(text) });

describe("the text of metrics", () => {
  it("the text of metrics is parsed with labels, their escapes, and special numbers", () => {
    const figures = parseExposition(
      '# HELP a b\n# TYPE a counter\na{x="1",y="a\\"b\\\\c\\nd, }"} 2\na{x="2"} +Inf\nb 1e-3\nnot a line\n',
    );
    expect(figures.get("a")).to.deep.equal([
      { labels: { x: "1", y: 'a"b\\c\nd, }' }, value: 2 },
      { labels: { x: "2" }, value: Number.POSITIVE_INFINITY },
    ]);
    expect(sumOf(figures, "b")).to.equal(0.001);
    expect(sumOf(figures, "c")).to.equal(null);
  });
});

describe("the difference of two readings of metrics", () => {
  it("the difference of two readings of metrics has the increase of counters, or their new value after a restart", () => {
    const before = parseExposition('n{route="a"} 10\nn{route="b"} 10');
    const now = parseExposition('n{route="a"} 15\nn{route="b"} 3\nn{route="c"} 1');
    expect([...growth(before, now, "n", ({ route }) => route!)]).to.deep.equal([
      ["a", 5],
      ["b", 3],
      ["c", 1],
    ]);
  });

  it("the difference of two readings of metrics has quantiles of that time only, interpolated within a bucket", () => {
    const text = (low: number, high: number) =>
      `h_bucket{le="1"} ${low}\nh_bucket{le="2"} ${high}\nh_bucket{le="+Inf"} ${high}`;
    const before = parseExposition(text(100, 100));
    expect(quantiles(before, parseExposition(text(150, 200)), "h", [0.5, 0.75])).to.deep.equal([1, 1.5]);
    expect(quantiles(before, before, "h", [0.5])).to.deep.equal([null]);
  });

  it("the difference of two readings of metrics has a quantile of at most the last limit for larger values", () => {
    const before = parseExposition('h_bucket{le="1"} 0\nh_bucket{le="+Inf"} 0');
    const now = parseExposition('h_bucket{le="1"} 0\nh_bucket{le="+Inf"} 5');
    expect(quantiles(before, now, "h", [0.99])).to.deep.equal([1]);
  });
});

describe("the history of readings", () => {
  it("the history of readings removes readings that are older than ten minutes", () => {
    const history = [0, 300, 601].reduce<readonly Reading[]>((all, one) => append(all, at(one, "a 1")), []);
    expect(history.map((one) => one.at)).to.deep.equal([300, 601]);
    expect(lastSeconds(history, 60).map((one) => one.at)).to.deep.equal([300, 601]);
  });

  it("the history of readings has a line for the busiest series, and one for the rest", () => {
    const text = (a: number, b: number, c: number) => `n{r="a"} ${a}\nn{r="b"} ${b}\nn{r="c"} ${c}`;
    const series = rates([at(0, text(0, 0, 0)), at(2, text(2, 20, 4))], "n", ({ r }) => r!, 1);
    expect(series.lines).to.deep.equal([
      { name: "b", values: [10] },
      { name: "2 others", values: [3] },
    ]);
  });

  it("the history of readings has no line for metrics that the server does not report", () => {
    const series = levels([at(0, "a 1"), at(1, "a 2")], { known: "a", unknown: "b" });
    expect(series.lines).to.deep.equal([{ name: "known", values: [2] }]);
  });
});
