// The shorthand for a search by vector and by text at once: what it finds is what the request finds that it stands for.
import { expect } from "chai";
import { startTestServer, type TestServer } from "../../support/rest.ts";
import { Contract } from "../../support/transports/contract.ts";
import { Refused } from "../../support/transports/transport.ts";

const POINTS = "/collections/c/points";
const QUERY = `${POINTS}/query`;
const TEXTS = [
  "the quick brown fox",
  "a lazy dog",
  "a quick dog and a fox",
  "nothing of the kind",
  "fox fox fox",
];
const near = [0.1, 0.9];

describe("the query hybrid", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await server.call("PUT", "/collections/c", { vectors: { size: 2, distance: "Cosine" } });
    await server.call("PUT", "/collections/c/index", { field_name: "body", field_schema: "text" });
    const points = TEXTS.map((body, id) => ({
      id,
      vector: [id, 5 - id],
      payload: { body, even: id % 2 === 0 },
    }));
    expect((await server.call("PUT", POINTS, { points })).status).to.equal(200);
  });
  after(() => server.close());

  const found = async (body: object) => {
    const { status, body: answer, text } = await server.call("POST", QUERY, body);
    expect(status, text).to.equal(200);
    return answer.result.points;
  };
  const hybrid = (parts: object = {}) => ({ hybrid: { text: "quick fox", vector: near, ...parts } });
  const prefetch = (limit = 100) => [
    { query: near, limit },
    { query: { text: "quick fox" }, using: "body", limit },
  ];

  for (const [what, parts, query] of [
    ["by ranks with equal weights", {}, { rrf: { k: 60, weights: [0.5, 0.5] } }],
    ["by ranks with the weight alpha of the vector", { alpha: 0.9 }, { rrf: { k: 60, weights: [0.9, 0.1] } }],
    ["by scores", { fusion: "dbsf" }, { fusion: "dbsf" }],
  ] as const) {
    it(`the query hybrid fuses a search by vector and one by text, ${what}`, async () => {
      expect(await found({ query: hybrid(parts) })).to.deep.equal(
        await found({ prefetch: prefetch(), query }),
      );
    });
  }

  it("the query hybrid finds what the vector finds, in its order, if alpha is 1, and what the text finds if it is 0", async () => {
    const ids = async (body: object) => (await found(body)).map(({ id }: { id: number }) => id);
    expect(await ids({ query: hybrid({ alpha: 1 }) })).to.deep.equal(await ids({ query: near }));
    expect(await ids({ query: hybrid({ alpha: 0 }) })).to.deep.equal(
      await ids({ query: { text: "quick fox" }, using: "body" }),
    );
  });

  it("the query hybrid searches both lists among the points that match the filter", async () => {
    const filter = { must: [{ key: "even", match: { value: true } }] };
    const points = await found({ query: hybrid(), filter });
    expect(points.map(({ id }: { id: number }) => id)).to.have.members([0, 2, 4]);
  });

  it("the query hybrid lets each list find as many points as it asks for", async () => {
    const query = { rrf: { k: 60, weights: [0.5, 0.5] } };
    expect(await found({ query: hybrid({ limit: 1 }) })).to.deep.equal(
      await found({ prefetch: prefetch(1), query }),
    );
  });

  it("the query hybrid takes the id of a point for its vector, and stands in prefetches and in batches", async () => {
    const query = hybrid({ vector: 2 });
    const [first] = await found({ query, limit: 1 });
    const [inner] = await found({ prefetch: { query, limit: 1 }, query: near });
    expect(inner.id).to.equal(first.id);
    const { body } = await server.call("POST", `${QUERY}/batch`, { searches: [{ query, limit: 1 }] });
    expect(body.result[0].points).to.deep.equal([first]);
  });

  it("the query hybrid shows in an explanation what it stands for, and the rank of each hit in both lists", async () => {
    const request = { query: hybrid({ alpha: 0.25 }), limit: 2, params: { explain: true } };
    const { body } = await server.call("POST", QUERY, request);
    const { strategy, expanded, prefetch: parts, hits } = body.explain;
    expect(parts.map(({ found: points }: { found: number }) => points)).to.deep.equal([5, 3]);
    expect(strategy).to.equal("fused");
    expect(parts.map((part: { strategy: string }) => part.strategy)).to.deep.equal(["exact", "text"]);
    const { params: _, ...asked } = expanded;
    expect(await found(asked)).to.deep.equal(body.result.points);
    expect(hits.map(({ id }: { id: number }) => id)).to.deep.equal(
      body.result.points.map(({ id }: { id: number }) => id),
    );
    for (const { ranks } of hits) expect(ranks.filter(Boolean)).not.to.be.empty;
  });

  const REFUSED = [
    [
      "a weight above 1",
      hybrid({ alpha: 1.5 }),
      /^query\.hybrid\.alpha: expected a number from 0 to 1, got 1\.5$/,
    ],
    ["no vector", { hybrid: { text: "fox" } }, /^query\.hybrid\.vector is required$/],
    ["no text", { hybrid: { vector: near } }, /^query\.hybrid\.text is required$/],
    [
      "a weight for dbsf",
      hybrid({ alpha: 0.7, fusion: "dbsf" }),
      /^query\.hybrid\.alpha: dbsf weighs both parts alike/,
    ],
    [
      "a key without a text index",
      hybrid({ text_using: "title" }),
      /^query\.hybrid\.text_using: BM25 requires a text index on field title/,
    ],
    [
      "a vector name that does not exist",
      hybrid({ vector_using: "other" }),
      /^query\.hybrid\.vector_using: collection 'c' has no vector named 'other'/,
    ],
    [
      "another kind of query beside it",
      { ...hybrid(), sample: "random" },
      /^query: give either sample or hybrid, not both$|^query\.hybrid: leave out the other kinds/,
    ],
    ["prefetches", hybrid(), /^query\.hybrid: it makes prefetches of its own/, { prefetch: { query: near } }],
    [
      "a vector of another size, though its weight is 0",
      hybrid({ vector: [1], alpha: 0 }),
      /^Dimension mismatch for vector .*2.*1/,
    ],
    [
      "an unknown collection to look up its vector, though its weight is 0",
      hybrid({ vector: 1, alpha: 0 }),
      /nowhere/,
      { lookup_from: { collection: "nowhere" } },
    ],
    [
      "search params that do not exist for its vector, though its weight is 0",
      hybrid({ alpha: 0 }),
      /params/,
      { params: { hnsw_ef: 0 } },
    ],
    [
      "a text of more than 1 MiB, though its weight is 0",
      hybrid({ text: "fox ".repeat(300_000), alpha: 1 }),
      /at most/,
    ],
  ] as const;
  for (const [what, query, words, rest] of REFUSED) {
    it(`the query hybrid is refused with ${what}`, async () => {
      const { status, body } = await server.call("POST", QUERY, { query, ...rest });
      expect(status, body.status.error).to.equal(words.source === "nowhere" ? 404 : 400);
      expect(body.status.error).to.match(words);
    });
  }

  // A message has one kind of query, and a text that is left out is empty.
  const UNLIKE_MESSAGES = ["no text", "another kind of query beside it"];

  it("the query hybrid is refused over every transport alike, and weighs the ends of alpha alike", async () => {
    const contract = await Contract.open();
    const refused = REFUSED.filter(([what]) => !UNLIKE_MESSAGES.includes(what));
    const c = { collection_name: "c" };
    const answers = await contract
      .same(async (call) => {
        await call("createCollection", { ...c, vectors_config: { size: 2, distance: "Cosine" } });
        await call("createFieldIndex", { ...c, field_name: "body", field_schema: { type: "text" } });
        await call("upsertPoints", { ...c, points: [{ id: 1, vector: near, payload: { body: "a fox" } }] });
        for (const alpha of [0, 1]) await call("queryPoints", { ...c, query: hybrid({ alpha }) });
        for (const [, query, , rest] of refused) await call("queryPoints", { ...c, query, ...rest });
      })
      .finally(() => contract.close());
    for (const { points } of answers.slice(3, 5)) expect(points).to.have.length(1);
    for (const [i, [what, , words]] of refused.entries()) {
      expect(answers[i + 5], what).to.be.instanceOf(Refused);
      expect(answers[i + 5].message).to.match(words);
    }
  });

  it("the query hybrid marks the words of its text in the hits, whatever its weight is", async () => {
    for (const alpha of [0, 0.5, 1]) {
      const request = { query: hybrid({ alpha }), with_highlights: true, with_payload: false };
      const points = await found(request);
      const fox = points.find(({ id }: { id: number }) => id === 0);
      // biome-ignore format: two ranges
      expect(fox.highlights, `alpha ${alpha}`).to.deep.equal({ body: [[4, 9], [16, 19]] });
    }
  });

  it("the query hybrid asks for a name if there are several text indexes that score", async () => {
    await server.call("PUT", "/collections/d", { vectors: { size: 2, distance: "Dot" } });
    for (const field_name of ["a", "b"])
      await server.call("PUT", "/collections/d/index", { field_name, field_schema: "text" });
    const { status, body } = await server.call("POST", "/collections/d/points/query", { query: hybrid() });
    expect(status).to.equal(400);
    expect(body.status.error).to.equal(
      "query.hybrid.text_using: name one of the text indexes that score: a, b",
    );
  });
});
