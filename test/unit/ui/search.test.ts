// The search screen without a browser: its form in the address, its request, and the display of hits.
import { expect } from "chai";
import { bodyOf, inputOf, readVector } from "../../../src/ui/app/screens/collection/search/body.ts";
import { BLANK, type Form, readForm, writeForm } from "../../../src/ui/app/screens/collection/search/form.ts";
import {
  barOf,
  isSmallerBetter,
  merged,
  recallOf,
} from "../../../src/ui/app/screens/collection/search/recall.ts";

const LARGEST = 18446744073709551615n;

function form(change: Partial<Form>): Form {
  return { ...BLANK, ...change };
}

describe("the search form of the console", () => {
  it("the search form of the console is restored from its address", () => {
    const full = form({
      way: "these",
      vector: "[1, 2",
      like: "7",
      positive: ["1", String(LARGEST)],
      negative: ["550e8400-e29b-41d4-a716-446655440000"],
      strategy: "best_score",
      using: "a&b=c",
      limit: "x",
      offset: "3",
      recall: "0.8",
      fixed: true,
      ef: "99",
      exact: true,
      threshold: "-0.5",
      filter: '{"must": [{"key": "a?b#c", "match": {"value": "ü"}}]}',
      vectors: true,
    });
    const address = new URLSearchParams(writeForm(full)).toString();
    expect(readForm(new URLSearchParams(address))).to.deep.equal(full);
  });

  it("the search form of the console searches for similar points when the address names a point", () => {
    expect(readForm(new URLSearchParams("like=7"))).to.deep.equal(form({ way: "like", like: "7" }));
  });

  it("the search form of the console has a fixed ef when the address names an ef", () => {
    expect(readForm(new URLSearchParams("ef=64"))).to.deep.equal(form({ fixed: true, ef: "64" }));
  });

  it("the search form of the console writes only the kind of query of a blank form to the address", () => {
    expect(writeForm(BLANK)).to.deep.equal({ ask: "vector" });
  });
});

describe("a link to a search", () => {
  const read = (query: string) => readForm(new URLSearchParams(query));

  it("a link to a search may be hybrid, with the vector of a point, of a model, or in the link", () => {
    expect(read("words=noodles&alpha=0.3&dense=like&like=7")).to.include({
      way: "words",
      match: "hybrid",
      dense: "like",
      like: "7",
    });
    expect(read("words=noodles&match=hybrid&dense=model&model=m")).to.include({
      dense: "model",
      model: "m",
      alpha: "0.5",
    });
    expect(read("words=noodles&alpha=0.3&vector=[1,2]")).to.include({
      match: "hybrid",
      dense: "vector",
      vector: "[1,2]",
    });
  });

  it("a link to a search needs no name for its kind", () => {
    const ways = ["vector=1,2", "words=a", "like=7", "positive=7", "negative=7", ""].map(
      (query) => read(query).way,
    );
    expect(ways).to.deep.equal(["vector", "words", "like", "these", "these", "vector"]);
  });

  it("a link to a search has the key of a long vector, and the tab that made it has the vector", () => {
    const kept = new Map<string, string>();
    const storage = {
      setItem: (key: string, text: string) => kept.set(key, text),
      getItem: (key: string) => kept.get(key) ?? null,
    };
    const before = Object.getOwnPropertyDescriptor(globalThis, "sessionStorage");
    Object.defineProperty(globalThis, "sessionStorage", { value: storage, configurable: true });
    try {
      const vector = `[${Array.from({ length: 1_536 }, (_, i) => i / 7).join(", ")}]`;
      const query = writeForm(form({ vector }));
      expect(query.vector!.length).to.be.lessThan(20);
      expect(readForm(new URLSearchParams(query)).vector).to.equal(vector);
      kept.clear();
      expect(readForm(new URLSearchParams(query)).vector).to.equal("");
    } finally {
      if (before) Object.defineProperty(globalThis, "sessionStorage", before);
      else Reflect.deleteProperty(globalThis, "sessionStorage");
    }
  });
});

describe("the request of the search form", () => {
  const text = { way: "words", words: " noodles ", field: "body" } as const;

  it("the request of the search form ranks by words, by the vector of a model, or by both", () => {
    const model = { match: "model", model: "minilm", using: "plot" } as const;
    expect(bodyOf(form(text))).to.include({ using: "body", with_highlights: true });
    expect(bodyOf(form(text)).query).to.deep.equal({ text: "noodles" });
    expect(bodyOf(form({ ...text, ...model })).query).to.deep.equal({ text: "noodles", model: "minilm" });
    expect(bodyOf(form({ ...text, ...model })).using).to.equal("plot");
    const common = { text: "noodles", alpha: 0.5, k: 2, text_using: "body" };
    const hybrid = (change: Partial<Form>) => bodyOf(form({ ...text, match: "hybrid", ...change })).query;
    expect(hybrid({ dense: "like", like: "7" })).to.deep.equal({ hybrid: { ...common, vector: 7 } });
    expect(hybrid({ dense: "vector", vector: "1, 2" })).to.deep.equal({
      hybrid: { ...common, vector: [1, 2] },
    });
    expect(hybrid({ ...model, match: "hybrid", dense: "model" })).to.deep.equal({
      hybrid: { ...common, vector: { text: "noodles", model: "minilm" }, vector_using: "plot" },
    });
  });

  it("the request of the search form is refused without a request if its vector has another size", () => {
    expect(() => bodyOf(form({ vector: "[1, 2]" }), 384)).to.throw(
      "This vector has 2 numbers, and 384 are needed",
    );
    const hybrid = form({ ...text, match: "hybrid", dense: "vector", vector: "[1]" });
    expect(() => bodyOf(hybrid, 2))
      .to.throw("This vector has 1 number, and 2 are needed")
      .with.property("input", "vector");
  });
  it("the request of the search form has a vector, with or without brackets", () => {
    expect(bodyOf(form({ vector: "[1, -2.5e-1]" })).query).to.deep.equal([1, -0.25]);
    expect(readVector("1, 2,")).to.deep.equal([1, 2]);
  });

  it("the request of the search form has a sparse vector if the text is an object", () => {
    const sparse = { indices: [3, 7], values: [1, 0.5] };
    expect(bodyOf(form({ vector: JSON.stringify(sparse), using: "words" })).query).to.deep.equal(sparse);
    const words = bodyOf(form({ vector: " a fox ", using: "words" }), 0);
    expect(words.query).to.deep.equal({ text: "a fox", model: "qdrant/bm25" });
    expect(words.params).to.deep.equal({});
    for (const [text, problem] of [
      ['{"indices": [1]}', /a sparse vector is/],
      ['{"indices": [1], "values": [1, 2]}', /1 indices and 2 values/],
    ] as const) {
      expect(() => bodyOf(form({ vector: text }))).to.throw(problem);
    }
  });

  it("the request of the search form has ids exact to the last digit", () => {
    expect(bodyOf(form({ way: "like", like: ` ${LARGEST} ` })).query).to.equal(LARGEST);
    const { query } = bodyOf(form({ way: "these", positive: ["1", "9007199254740993"], negative: ["2"] }));
    expect(query).to.deep.equal({
      recommend: { positive: [1, 9007199254740993n], negative: [2], strategy: "average_vector" },
    });
  });

  it("the request of the search form asks for a recall of .95 and leaves out unset options", () => {
    expect(bodyOf(form({ way: "like", like: "1" }))).to.deep.equal({
      query: 1,
      params: { recall: 0.95 },
      limit: 10,
      with_payload: true,
    });
  });

  it("the request of the search form has every option that is set", () => {
    const asked = form({
      ...{ way: "like", like: "1", using: "plot", limit: "5", offset: "2", recall: "0.8", threshold: "0.5" },
      ...{ filter: '{"must":[{"has_id":[18446744073709551615]}]}', vectors: true },
    });
    expect(bodyOf(asked)).to.deep.equal({
      query: 1,
      using: "plot",
      filter: { must: [{ has_id: [LARGEST] }] },
      params: { recall: 0.8 },
      score_threshold: 0.5,
      limit: 5,
      offset: 2,
      with_payload: true,
      with_vector: ["plot"],
    });
  });

  it("the request of the search form has a fixed ef, or is exact, instead of a recall", () => {
    const fixed = form({ way: "like", like: "1", recall: "0.8", fixed: true, ef: "64" });
    expect(bodyOf(fixed).params).to.deep.equal({ hnsw_ef: 64 });
    expect(bodyOf({ ...fixed, exact: true }).params).to.deep.equal({ exact: true });
  });

  for (const [input, change] of Object.entries<Partial<Form>>({
    vector: { vector: '[1, "2"]' },
    like: { way: "like" },
    these: { way: "these" },
    words: { way: "words" },
    field: { way: "words", words: "a" },
    model: { way: "words", words: "a", match: "model" },
    limit: { vector: "[1]", limit: "-1" },
    offset: { vector: "[1]", offset: "1.5" },
    recall: { vector: "[1]", recall: "high" },
    ef: { vector: "[1]", fixed: true, ef: "" },
    threshold: { vector: "[1]", threshold: "high" },
    filter: { vector: "[1]", filter: "{must}" },
  })) {
    it(`the request of the search form is refused with the name of the invalid input, ${input}`, () => {
      expect(() => bodyOf(form(change)))
        .to.throw()
        .with.property("input", input);
    });
  }

  it("the request of the search form is assigned an error at the input that the error is about", () => {
    const places = [
      "Invalid filter at filter.must[0]: At least one field condition must be specified",
      "limit must be 1..10000",
      "params.hnsw_ef: expected an integer from 1 to 10000, got 0",
      "params.recall: expected a number from 0.5 to 1, got 0.4",
      "Dimension mismatch for vector '': expected 2, got 3",
      "Point not found: 99",
      "out of memory",
    ].map((message) => inputOf(message, form({ way: "like" })));
    expect(places).to.deep.equal(["filter", "limit", "ef", "recall", "like", "like", undefined]);
  });
});

describe("the recall of a search on the screen", () => {
  const point = (id: number, score: number) => ({ id, score });

  it("the recall of a search on the screen is the share of the exact hits that were found", () => {
    const { found, of, missed } = recallOf([point(1, 0.9), point(3, 0.7)], [point(1, 0.9), point(2, 0.8)]);
    expect([found, of]).to.deep.equal([1, 2]);
    expect(missed).to.deep.equal([{ id: 2, score: 0.8, rank: 2, isMissed: true }]);
  });

  it("the recall of a search on the screen counts no point as missed that is as near as the last found one", () => {
    expect(recallOf([point(1, 0.9), point(3, 0.7)], [point(1, 0.9), point(2, 0.7)]).missed).to.deep.equal([]);
  });

  it("the recall of a search on the screen inserts missed points at their ranks", () => {
    const body = bodyOf(form({ vector: "[1]", offset: "10" }));
    const points = [point(1, 0.9), point(3, 0.7)];
    const rows = merged({ body, points }, recallOf(points, [point(1, 0.9), point(2, 0.8)]), false);
    expect(rows.map(({ id, rank, isMissed }) => [id, rank, isMissed])).to.deep.equal([
      [1, 11, false],
      [2, 12, true],
      [3, 12, false],
    ]);
  });

  it("the recall of a search on the screen treats smaller distances as better", () => {
    const nearest = bodyOf(form({ vector: "[1]" }));
    const best = bodyOf(form({ way: "these", positive: ["1"], strategy: "best_score" }));
    const middle = bodyOf(form({ way: "these", positive: ["1"] }));
    expect([nearest, best, middle].map((body) => isSmallerBetter("Euclid", body))).to.deep.equal([
      true,
      false,
      true,
    ]);
    expect(isSmallerBetter("Cosine", nearest)).to.equal(false);
  });

  it("the recall of a search on the screen has the longest bar for the best score, for either order", () => {
    expect([4, 2].map((score) => barOf(score, [4, 2], false))).to.deep.equal([1, 0.5]);
    expect([2, 4].map((score) => barOf(score, [2, 4], true))).to.deep.equal([1, 0.5]);
    expect([0, 4].map((score) => barOf(score, [0, 4], true))).to.deep.equal([1, 0]);
    expect([1, -1].map((score) => barOf(score, [1, -1], false))).to.deep.equal([1, 0]);
  });
});
