// The explanation of a query by text: for each hit the words that it has, with their parts of its score.

import { expect } from "chai";
import { startTestServer, type TestServer } from "../../support/rest.ts";
import { itWeekly } from "../../support/weekly.ts";

const QUERY = "/collections/c/points/query";

interface Term {
  readonly term: string;
  readonly tf: number;
  readonly df: number;
  readonly idf: number;
  readonly score: number;
}
interface Hit {
  readonly id: number;
  readonly score: number;
  readonly terms: readonly Term[];
}

describe("the explanation of a query by text", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ extendedApi: true, segments: { maxSlots: 400 } });
    await server.call("PUT", "/collections/c", { vectors: {} });
  });
  afterEach(() => server.close());

  async function fill(texts: readonly unknown[], options: object = {}): Promise<void> {
    const field_schema = { type: "text", phrase_matching: true, ...options };
    await server.call("PUT", "/collections/c/index", { field_name: "t", field_schema });
    const points = texts.map((t, id) => ({ id, vector: {}, payload: { t, odd: id % 2 === 1 } }));
    expect((await server.call("PUT", "/collections/c/points", { points })).status).to.equal(200);
  }

  /** Returns the hits with their explanations, whose parts add up to their scores. */
  async function explained(text: string, rest: object = {}): Promise<Hit[]> {
    const request = { query: { text }, using: "t", params: { explain: true }, ...rest };
    const { status, body, text: raw } = await server.call("POST", QUERY, request);
    expect(status, raw.slice(0, 300)).to.equal(200);
    const { points } = body.result;
    const { hits } = body.explain;
    expect(hits.map(({ id }: Hit) => id)).to.deep.equal(points.map(({ id }: Hit) => id));
    return points.map(({ id, score }: Hit, i: number) => {
      const { terms } = hits[i] as Hit;
      const sum = terms.reduce((all, term) => all + term.score, 0);
      expect(Math.fround(sum), `point ${id}`).to.equal(Math.fround(score));
      return { id, score, terms };
    });
  }

  it("the explanation of a query by text tells how often a text has each word, and how many texts have it", async () => {
    await fill(["fox fox dog", "a dog", "cat", "", ["dog", "fox"]]);
    const hits = await explained("dog fox unknown dog");
    const idf = (df: number) => Math.log(1 + (4 - df + 0.5) / (df + 0.5));
    for (const { id, terms } of hits) {
      const shown = terms.map(({ term, tf, df }) => [term, tf, df]);
      const wanted = [
        ["dog", 1, 3],
        ["fox", id === 0 ? 2 : 1, 2],
      ];
      expect(shown).to.deep.equal(id === 1 ? wanted.slice(0, 1) : wanted);
      for (const { df, idf: given } of terms) expect(given).to.be.closeTo(idf(df), 1e-12);
    }
    expect(hits.map(({ id }) => id).sort()).to.deep.equal([0, 1, 4]);
  });

  it("the explanation of a query by text has phrases in quotes, and beginnings of words with a star", async () => {
    await fill(["a quick fox", "quick quit a fox", "dog"]);
    const hits = await explained('"quick fox" qui* fox');
    const shown = hits.map(({ id, terms }) => [id, terms.map(({ term, tf, df }) => [term, tf, df])]);
    expect(shown).to.have.deep.members([
      [
        0,
        [
          ['"quick fox"', 1, 1],
          ["qui*", 1, 2],
          ["fox", 1, 2],
        ],
      ],
      [
        1,
        [
          ["qui*", 2, 2],
          ["fox", 1, 2],
        ],
      ],
    ]);
  });

  it("the explanation of a query by text tells the frequencies in the corpus that weighs the words", async () => {
    await fill(["fox", "fox dog", "fox", "dog"]);
    const corpus = { must: [{ key: "odd", match: { value: true } }] };
    const hits = await explained("fox", { params: { explain: true, idf: { corpus } } });
    expect(hits.map(({ terms }) => terms[0]!.df)).to.deep.equal([1, 1, 1]);
  });

  for (const words of [3, 200, 300, 3000]) {
    const register = words === 3 || words === 300 ? it : itWeekly;
    register(
      `the explanation of a query by text of ${words} words adds up to the scores, in several segments`,
      async () => {
        const text = (id: number) =>
          Array.from({ length: 60 }, (_, i) => `w${(id * (i + 7)) % 4000}`).join(" ");
        await fill(Array.from({ length: 1000 }, (_, id) => text(id)));
        const query = Array.from({ length: words }, (_, i) => `w${(i * 7) % 4000}`).join(" ");
        const filter = { must: [{ key: "odd", match: { value: true } }] };
        for (const rest of [{ limit: 30 }, { limit: 1000 }, { limit: 5, offset: 3, filter }]) {
          const hits = await explained(query, rest);
          expect(hits.length).to.be.above(3);
          for (const { terms } of hits) expect(terms).not.to.be.empty;
          const { body } = await server.call("POST", QUERY, { query: { text: query }, using: "t", ...rest });
          expect(body.result.points.map(({ id }: Hit) => id)).to.deep.equal(hits.map(({ id }) => id));
        }
      },
    );
  }

  it("the explanation of a query by text has the words of the best element where elements are texts", async () => {
    const field_schema = { type: "text", nested: "offers" };
    await server.call("PUT", "/collections/c/index", { field_name: "offers[].t", field_schema });
    const offers = [["dog", "red red fox", "red"], ["cat"]].map((all) => all.map((t) => ({ t })));
    const points = offers.map((own, id) => ({ id, vector: {}, payload: { offers: own } }));
    await server.call("PUT", "/collections/c/points", { points });
    const [hit] = await explained("red fox", { using: "offers[].t" });
    expect(hit!.terms.map(({ term, tf, df }) => [term, tf, df])).to.deep.equal([
      ["red", 2, 2],
      ["fox", 1, 1],
    ]);
  });
});
