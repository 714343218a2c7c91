// Queries by the words of a text index over every transport, compared with BM25 from its definition.
import { expect } from "chai";
import { plainRanking, type Texts } from "../../support/text-oracle.ts";
import { type Call, Contract } from "../../support/transports/contract.ts";
import { Refused } from "../../support/transports/transport.ts";

const c = { collection_name: "c" };
const TEXTS: Texts = new Map<number, string | string[]>([
  [0, "the quick brown fox"],
  [1, "a lazy dog, a lazy, lazy day"],
  [2, ["quick dog", "and a fox"]],
  [3, "nothing of the kind"],
  [4, "fox fox fox"],
  [5, ""],
  [6, "the the the"],
  [7, `${"fox ".repeat(300)} among ${"dogs ".repeat(300)}`],
]);
// biome-ignore lint/suspicious/noExplicitAny: the answer of a call, as JSON.
const plain = (answer: unknown): any => JSON.parse(JSON.stringify(answer));
const rounded = (points: { id: number; score: number }[]) =>
  points.map(({ id, score }) => ({ id, score: Math.fround(score) }));
const odd = { must: [{ key: "odd", match: { value: true } }] };
const text = (words: string, bm25?: object) =>
  bm25 ? { text: { query: words, scoring: { bm25 } } } : { text: words };
const QUERY = { query: text("quick fox"), using: "body" };
const WANTED = plainRanking(TEXTS, "quick fox");

describe("queries by text over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  async function fill(call: Call, options: object = {}): Promise<void> {
    await call("createCollection", {
      ...c,
      vectors_config: { body: { size: 2, distance: "Dot" } },
    });
    const field_schema = { type: "text", scoring: true, ...options };
    await call("createFieldIndex", { ...c, field_name: "body", field_schema });
    const points = [...TEXTS].map(([id, body]) => ({
      id,
      vector: { body: [id, 1] },
      payload: { body, odd: id % 2 === 1, n: id },
    }));
    await call("upsertPoints", { ...c, points });
  }

  /** The answer of the last call, the same over every transport. */
  async function answerTo(operation: string, request: object, options?: object) {
    const script = async (call: Call) => {
      await fill(call, options);
      await call(operation, { ...c, ...request });
    };
    const answers = await contract.same(script);
    return plain(answers.at(-1));
  }

  async function asQdrant(operation: string, request: object) {
    const script = async (call: Call) => {
      await fill(call);
      await call(operation, { ...c, ...request });
    };
    const answers = await contract.sameAsQdrant(script, { left: ["status"] });
    return plain(answers.at(-1));
  }

  it("queries by text return every point that has a word, by BM25", async () => {
    expect(rounded((await answerTo("queryPoints", QUERY)).points)).to.deep.equal(WANTED);
    expect(rounded((await asQdrant("queryPoints", QUERY)).points)).to.deep.equal(WANTED);
  });

  it("queries by text are fused with vectors by the query hybrid", async () => {
    const parts = { vector: [1, 0], vector_using: "body", text: "quick fox", text_using: "body" };
    for (const options of [{}, { alpha: 0.9, k: 2, limit: 5 }, { fusion: "dbsf" }]) {
      const { points } = await answerTo("queryPoints", { query: { hybrid: { ...parts, ...options } } });
      const query = options.fusion
        ? { fusion: options.fusion }
        : { rrf: { k: options.k ?? 60, weights: options.alpha ? [0.9, 1 - 0.9] : [0.5, 0.5] } };
      const limit = options.limit ?? 100;
      const prefetch = [
        { query: parts.vector, using: "body", limit },
        { query: text(parts.text), using: "body", limit },
      ];
      const wanted = await answerTo("queryPoints", { prefetch, query });
      expect(rounded(points)).to.deep.equal(rounded(wanted.points));
    }
  });

  it("queries by text say where their words are in the texts of the points", async () => {
    const { points } = await answerTo("queryPoints", { ...QUERY, with_highlights: true, limit: 3 });
    const shown = points.map(({ id, highlights }: { id: number; highlights: object }) => [id, highlights]);
    expect(Object.fromEntries(shown)).to.deep.include({
      0: {
        body: [
          [4, 9],
          [16, 19],
        ],
      },
      2: { "body[0]": [[0, 5]], "body[1]": [[6, 9]] },
    });
  });

  it("queries by text are refused where the index was told not to score", async () => {
    const script = async (call: Call) => {
      await fill(call, { scoring: false });
      const { payload_schema } = plain(await call("getCollection", c));
      expect(payload_schema.body).to.have.nested.property("params.scoring", false);
      await call("queryPoints", { ...c, ...QUERY });
    };
    const answers = await contract.same(script);
    expect(answers.at(-1)).to.be.instanceOf(Refused);
    expect((answers.at(-1) as Refused).message).to.match(/The text index on `body` does not score/);
  });

  it("queries by text mean the key of the payload where a vector has the same name", async () => {
    const { points } = await answerTo("queryPoints", { query: { nearest: [1, 0] }, using: "body", limit: 1 });
    expect(rounded(points)).to.deep.equal([{ id: 7, score: 7 }]);
  });

  it("queries by text may leave the only index that scores out", async () => {
    const { points } = await answerTo("queryPoints", { query: QUERY.query });
    expect(rounded(points)).to.deep.equal(WANTED);
  });

  it("queries by text count a word once, however often and in whatever case it is in the query", async () => {
    const query = text("Fox fox, QUICK! fox unknown");
    expect(rounded((await answerTo("queryPoints", { ...QUERY, query })).points)).to.deep.equal(
      plainRanking(TEXTS, "fox quick"),
    );
  });

  for (const words of ["", "!?", "unknown", "\u{1f98a}"]) {
    it(`queries by text find nothing for ${JSON.stringify(words)}`, async () => {
      expect((await answerTo("queryPoints", { ...QUERY, query: text(words) })).points).to.deep.equal([]);
    });
  }

  for (const [k, b] of [
    [0, 0.75],
    [1.2, 0.7],
    [0.1, 0.3],
    [1.5, 0],
    [1.5, 1],
    [0.5, 0.25],
    [1e9, 0.5],
  ] as const) {
    it(`queries by text weigh repetitions and lengths with k ${k} and b ${b}`, async () => {
      const query = text("quick fox dog", { k, b });
      const { points } = await answerTo("queryPoints", { ...QUERY, query });
      const wanted = plainRanking(TEXTS, "quick fox dog", { k, b });
      expect(rounded(points)).to.deep.equal(wanted);
    });
  }

  it("queries by text take k without b, and b without k", async () => {
    const scores = async (bm25: object) =>
      rounded((await answerTo("queryPoints", { ...QUERY, query: text("fox", bm25) })).points);
    expect(await scores({ k: 3 })).to.deep.equal(plainRanking(TEXTS, "fox", { k: 3 }));
    expect(await scores({ b: 0.5 })).to.deep.equal(plainRanking(TEXTS, "fox", { b: 0.5 }));
    expect(await scores({})).to.deep.equal(plainRanking(TEXTS, "fox"));
  });

  it("queries by text keep their scores under a filter, and change them by a corpus", async () => {
    const isOdd = ({ id }: { id: number }) => id % 2 === 1;
    const query = text("dog lazy the");
    const filtered = await answerTo("queryPoints", { ...QUERY, query, filter: odd });
    expect(rounded(filtered.points)).to.deep.equal(plainRanking(TEXTS, "dog lazy the").filter(isOdd));
    const params = { idf: { corpus: odd } };
    const weighed = await answerTo("queryPoints", { ...QUERY, query, params });
    const corpus = [...TEXTS.keys()].filter((id) => id % 2 === 1);
    expect(rounded(weighed.points)).to.deep.equal(plainRanking(TEXTS, "dog lazy the", { corpus }));
  });

  it("queries by text weigh every word alike, and every text as of average length, by an empty corpus", async () => {
    const params = { idf: { corpus: { must: [{ key: "n", match: { value: -1 } }] } } };
    const { points } = await answerTo("queryPoints", { ...QUERY, params });
    expect(rounded(points)).to.deep.equal(plainRanking(TEXTS, "quick fox", { corpus: [] }));
    expect(rounded(points).find(({ id }) => id === 0)!.score).to.equal(Math.fround(2 * Math.log(2)));
  });

  it("queries by text have limits, offsets and thresholds, which scores may equal natively only", async () => {
    const some = await answerTo("queryPoints", { ...QUERY, limit: 2, offset: 1 });
    expect(rounded(some.points)).to.deep.equal(WANTED.slice(1, 3));
    const { score } = WANTED[1]!;
    for (const threshold of [score, 0, -1, 1e9]) {
      const request = { ...QUERY, score_threshold: threshold };
      const wanted = WANTED.filter((point) => point.score >= threshold);
      expect(rounded((await answerTo("queryPoints", request)).points)).to.deep.equal(wanted);
      const strict = WANTED.filter((point) => point.score > threshold);
      expect(rounded((await asQdrant("queryPoints", request)).points)).to.deep.equal(strict);
    }
    expect((await answerTo("queryPoints", { ...QUERY, offset: 1000 })).points).to.deep.equal([]);
  });

  it("queries by text are in batches, in their order", async () => {
    const searches = [
      { ...QUERY, limit: 1 },
      { query: text("nothing") },
      { query: { nearest: [1, 0] }, using: "body", limit: 1 },
    ];
    const [first, second, third] = await answerTo("queryBatch", { searches });
    expect(rounded(first.points)).to.deep.equal(WANTED.slice(0, 1));
    expect(rounded(second.points)).to.deep.equal(plainRanking(TEXTS, "nothing"));
    expect(rounded(third.points)).to.deep.equal([{ id: 7, score: 7 }]);
  });

  it("queries by text are grouped by a field, best first", async () => {
    const { groups } = await answerTo("queryGroups", { ...QUERY, group_by: "n", group_size: 1, limit: 3 });
    expect(groups.map(({ id, hits }: { id: number; hits: [] }) => [id, rounded(hits)])).to.deep.equal(
      WANTED.slice(0, 3).map((point) => [point.id, [point]]),
    );
  });

  it("queries by text say in groups where their words are", async () => {
    const asked = { ...QUERY, group_by: "n", group_size: 1, limit: 3, with_highlights: true };
    const { groups } = await answerTo("queryGroups", asked);
    const { points } = await answerTo("queryPoints", { ...QUERY, limit: 3, with_highlights: true });
    expect(points[0].highlights).to.have.property("body");
    const shown = ({ id, highlights }: { id: number; highlights: object }) => ({ id, highlights });
    expect(groups.map(({ hits }: { hits: [never] }) => shown(hits[0]))).to.deep.equal(points.map(shown));
  });

  it("queries by text are fused with others by ranks and by scores", async () => {
    const prefetch = [QUERY, { query: { nearest: [1, 0] }, using: "body", limit: 3 }];
    const ranks = (list: readonly { id: number }[], k: number) =>
      list.map(({ id }, rank) => [id, 1 / (rank + k)] as const);
    const sums = new Map<number, number>();
    for (const [id, part] of [...ranks(WANTED, 2), ...ranks([{ id: 7 }, { id: 6 }, { id: 5 }], 2)])
      sums.set(id, (sums.get(id) ?? 0) + part);
    const { points } = await answerTo("queryPoints", { prefetch, query: { rrf: { k: 2 } } });
    const found = new Map<number, number>(rounded(points).map(({ id, score }) => [id, score]));
    expect([...found.keys()].sort()).to.deep.equal([...sums.keys()].sort());
    for (const [id, sum] of sums) expect(found.get(id)).to.be.closeTo(sum, 1e-6);
    const dbsf = await answerTo("queryPoints", { prefetch, query: { fusion: "dbsf" } });
    expect(dbsf.points.map(({ id }: { id: number }) => id)).to.have.members([...sums.keys()]);
  });

  it("queries by text are sources of formulas", async () => {
    const formula = { sum: [{ mult: [2, "$score"] }, "n"] };
    const { points } = await answerTo("queryPoints", { prefetch: QUERY, query: { formula } });
    const wanted = new Map(WANTED.map(({ id, score }) => [id, 2 * score + id]));
    expect(points).to.have.length(wanted.size);
    for (const { id, score } of points) expect(score).to.be.closeTo(wanted.get(id)!, 1e-5);
  });

  it("queries by text are sources of vectors that score again", async () => {
    const request = { prefetch: QUERY, query: { nearest: [1, 0] }, using: "body", limit: 2 };
    expect(rounded((await answerTo("queryPoints", request)).points)).to.deep.equal([
      { id: 7, score: 7 },
      { id: 4, score: 4 },
    ]);
  });

  it("queries by text leave nothing of a text out, up to a megabyte of words", async () => {
    const words = `${"unknown ".repeat(131_000)}fox`;
    const { points } = await answerTo("queryPoints", { ...QUERY, query: text(words) });
    expect(rounded(points)).to.deep.equal(plainRanking(TEXTS, "fox"));
  });

  it("queries by text find the texts of collections without vectors", async () => {
    const script = async (call: Call) => {
      await call("createCollection", { ...c, vectors_config: {} });
      await call("createFieldIndex", {
        ...c,
        field_name: "a.b",
        field_schema: { type: "text", scoring: true },
      });
      const points = [...TEXTS].map(([id, b]) => ({ id, vector: {}, payload: { a: { b } } }));
      await call("upsertPoints", { ...c, points });
      await call("queryPoints", { ...c, query: text("quick fox"), using: "a.b" });
    };
    for (const answers of [
      await contract.same(script),
      await contract.sameAsQdrant(script, { left: ["status"] }),
    ])
      expect(rounded(plain(answers.at(-1)).points)).to.deep.equal(WANTED);
  });

  it("queries by text follow deletions and new payloads at once", async () => {
    const answers = await contract.same(async (call) => {
      await fill(call);
      await call("deletePoints", { ...c, points: [4] });
      await call("queryPoints", { ...c, ...QUERY });
      await call("overwritePayload", { ...c, points: [1], payload: { body: "a quick one" } });
      await call("queryPoints", { ...c, ...QUERY });
      await call("clearPayload", { ...c, points: [0] });
      await call("queryPoints", { ...c, ...QUERY });
    });
    const texts = new Map(TEXTS);
    texts.delete(4);
    expect(rounded(plain(answers[4]).points)).to.deep.equal(plainRanking(texts, "quick fox"));
    texts.set(1, "a quick one");
    expect(rounded(plain(answers[6]).points)).to.deep.equal(plainRanking(texts, "quick fox"));
    texts.delete(0);
    expect(rounded(plain(answers[8]).points)).to.deep.equal(plainRanking(texts, "quick fox"));
  });
});
