// The figures of the last hour in the console: new samples, the time in view, and the lines of a chart.
import { expect } from "chai";
import {
  busiest,
  type History,
  joined,
  lastSeconds,
  levels,
  NO_HISTORY,
  slowest,
} from "../../../src/ui/app/screens/metrics/history.ts";

const line = (
  name: string,
  values: (number | null)[],
  chart: History["lines"][number]["chart"] = "routes",
) => ({ chart, name, values });

describe("the history of figures", () => {
  it("the history of figures has new samples after the known ones, and no value where a line was missing", () => {
    const before: History = { times: [1, 2], lines: [line("a", [1, 2]), line("b", [3, 4])] };
    const next: History = { times: [3], lines: [line("b", [5]), line("c", [6])] };
    expect(joined(before, next)).to.deep.equal({
      times: [1, 2, 3],
      lines: [line("a", [1, 2, null]), line("b", [3, 4, 5]), line("c", [null, null, 6])],
    });
    expect(joined(before, NO_HISTORY)).to.equal(before);
  });

  it("the history of figures removes samples that are older than an hour", () => {
    const before: History = { times: [0, 1_000], lines: [line("a", [1, 2])] };
    const after = joined(before, { times: [3_700], lines: [line("a", [3])] });
    expect(after).to.deep.equal({ times: [1_000, 3_700], lines: [line("a", [2, 3])] });
  });

  it("the history of figures shows the last seconds", () => {
    const history: History = { times: [10, 60, 70], lines: [line("a", [1, 2, 3])] };
    expect(lastSeconds(history, 20)).to.deep.equal({ times: [60, 70], lines: [line("a", [2, 3])] });
    expect(lastSeconds(NO_HISTORY, 20)).to.deep.equal(NO_HISTORY);
  });

  it("the history of figures has a line for the busiest series, and one for the rest", () => {
    const lines = [line("a", [1, null]), line("b", [5, 5]), line("c", [0, 2]), line("d", [0, 0])];
    const { lines: shown } = busiest(
      { times: [1, 2], lines: [...lines, line("e", [9, 9], "errors")] },
      "routes",
      1,
    );
    expect(shown).to.deep.equal([
      { name: "b", values: [5, 5] },
      { name: "2 others", values: [1, 2] },
    ]);
  });

  it("the history of figures has the lines with the largest values, for times", () => {
    const lines = [line("a", [1, null]), line("b", [5, 1]), line("c", [null, 2])];
    const { lines: shown } = slowest({ times: [1, 2], lines }, "routes", 2);
    expect(shown.map(({ name }) => name)).to.deep.equal(["b", "c"]);
  });

  it("the history of figures has no line without values", () => {
    const history = { times: [1, 2], lines: [line("a", [null, null]), line("b", [null, 0])] };
    expect(levels(history, "routes").lines.map(({ name }) => name)).to.deep.equal(["b"]);
  });
});
