// The explanation of a search in the console: its parts, their shares, and what follows from it.
import { expect } from "chai";
import { differences } from "../../../src/ui/app/screens/collection/search/differences.ts";
import {
  type Explanation,
  fusedShares,
  partNames,
} from "../../../src/ui/app/screens/collection/search/explanation.ts";
import { BLANK, type Form } from "../../../src/ui/app/screens/collection/search/form.ts";
import { indexTypeFor } from "../../../src/ui/app/screens/collection/search/index-type.ts";

function form(change: Partial<Form>): Form {
  return { ...BLANK, ...change };
}

describe("the explanation of a search on the screen", () => {
  const figures: Explanation = {
    ...{ strategy: "fused", segments: [], visited: 0, rescored: 0, filter: null, ef: null, exact: false },
    time_ms: { plan: 0, search: 0, payload: 0, total: 0 },
  };

  it("the explanation of a search on the screen has the share of each list in the fused score, as the server computes it", () => {
    const explain = {
      ...figures,
      expanded: { query: { rrf: { k: 2, weights: [0.25, 0.75] } }, prefetch: [] },
    };
    const ranks = [
      { rank: 1, score: 9 },
      { rank: 3, score: 1 },
    ];
    // 1 / (1 / 0.25 + 1) and 1 / (3 / 0.75 + 1) are alike.
    expect(fusedShares(explain, { id: 1, ranks })).to.deep.equal([0.5, 0.5]);
    expect(fusedShares(explain, { id: 1, ranks: [null, ranks[1]!] })).to.deep.equal([0, 1]);
    expect(fusedShares(figures, { id: 1 })).to.deep.equal([]);
  });

  it("the explanation of a search on the screen names its parts", () => {
    const prefetch = [
      { using: "plot", query: [1, 2] },
      { using: "", query: { text: "a", model: "m" } },
      { using: "body", query: { text: "a" } },
    ];
    expect(partNames({ ...figures, expanded: { query: {}, prefetch } })).to.deep.equal([
      "Vector plot",
      "Vector",
      "Words in body",
    ]);
  });

  it("the explanation of a search on the screen offers the index of the type that a condition needs", () => {
    const types = [
      indexTypeFor("value", [3, 9_007_199_254_740_993n]),
      indexTypeFor("range", [3, 1.5]),
      indexTypeFor("any", ["a", "b"]),
      indexTypeFor("value", [true]),
      indexTypeFor("geo_radius", []),
      indexTypeFor("datetime_range", []),
      indexTypeFor("text", []),
      indexTypeFor("value", ["a", 1]),
      indexTypeFor("range", ["a"]),
      indexTypeFor("value", []),
      indexTypeFor("is_empty", [1]),
    ];
    expect(types).to.deep.equal([
      ...["integer", "float", "keyword", "bool", "geo", "datetime", "text"],
      ...[null, null, null, null],
    ]);
  });

  it("the explanation of a search on the screen says in what two searches differ", () => {
    const [one, other] = [form({ like: "7" }), form({ like: "7", exact: true, limit: "3" })];
    expect(differences(one, other)).to.deep.equal(["default settings", "limit 3, exact true"]);
  });
});
