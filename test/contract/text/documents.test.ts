// Documents over every transport: texts with the model BM25 that stand where vectors may. They are written and searched
// as the sparse vectors that they become, and everything wrong with them is refused before anything is stored.
import { expect } from "chai";
import { compileBm25, embedDocument, embedQuery } from "../../../src/text/bm25.ts";
import { AS_QDRANT } from "../../support/rest.ts";
import { type Call, Contract } from "../../support/transports/contract.ts";

const c = { collection_name: "c" };
const model = "qdrant/bm25";
const TEXTS = [
  "The quick brown fox jumps over the lazy dog",
  "Dogs are running in the park, and foxes are not",
  "A vector database of words",
  "",
];
const document = (text: string, options?: object) => ({ text, model, ...(options && { options }) });
/** The answer of a call as JSON, with its numbers as 32-bit floats: they are shown shortened. */
// biome-ignore lint/suspicious/noExplicitAny: answers are of every shape.
const plain = (answer: unknown): any =>
  JSON.parse(JSON.stringify(answer), (name, value) =>
    typeof value === "number" && name !== "id" ? Math.fround(value) : value,
  );

interface Embeddings {
  readonly documents: { indices: number[]; values: number[] }[];
  readonly query: { indices: number[]; values: number[] };
}

const QUERY = "a lazy fox";

async function embeddings(): Promise<Embeddings> {
  const bm25 = await compileBm25({});
  const listed = ({ indices, values }: { indices: Uint32Array; values: Float32Array }) => ({
    indices: Array.from(indices),
    values: Array.from(values),
  });
  return {
    documents: TEXTS.map((text) => listed(embedDocument(text, bm25))),
    query: listed(embedQuery(QUERY, bm25)),
  };
}

describe("documents over every transport", () => {
  let contract: Contract;
  let embedded: Embeddings;

  before(async () => {
    contract = await Contract.open();
    embedded = await embeddings();
  });
  after(() => contract.close());

  const create = (call: Call) =>
    call("createCollection", {
      ...c,
      vectors_config: { image: { size: 1, distance: "Dot" } },
      sparse_vectors: { body: { modifier: "idf" } },
    });

  /** Returns the points that are stored after the writes, the same over every transport. */
  async function stored(write: (call: Call) => Promise<unknown>) {
    const answers = await contract.same(async (call) => {
      await create(call);
      await write(call);
      await call("scrollPoints", { ...c, with_vectors: true, limit: 20 });
    });
    return plain(answers.at(-1)).points.map(({ id, vector }: { id: number; vector: object }) => [id, vector]);
  }

  const points = TEXTS.map((text, i) => ({ id: i + 1, vector: { body: document(text), image: [i] } }));
  const wanted = () => embedded.documents.map((body, i) => plain([i + 1, { body, image: [i] }]));

  it("documents over every transport are stored as sparse vectors: rows of an upsert", async () => {
    expect(await stored((call) => call("upsertPoints", { ...c, points }))).to.deep.equal(wanted());
  });

  it("documents over every transport are stored as sparse vectors: columns of an upsert", async () => {
    const vectors = { body: points.map(({ vector }) => vector.body), image: points.map((_, i) => [i]) };
    const batch = { ids: points.map(({ id }) => id), vectors };
    const { server } = contract;
    await server.call("PUT", "/collections/c", {
      vectors: { image: { size: 1, distance: "Dot" } },
      sparse_vectors: { body: {} },
    });
    const { status, text } = await server.call("PUT", "/collections/c/points", { batch });
    expect(status, text).to.equal(200);
    const { body } = await server.call("POST", "/collections/c/points/scroll", { with_vector: true });
    const seen = plain(body).result.points.map(({ id, vector }: { id: number; vector: object }) => [
      id,
      vector,
    ]);
    await server.call("DELETE", "/collections/c");
    expect(seen).to.deep.equal(wanted());
  });

  it("documents over every transport are stored as sparse vectors: updates of vectors, and several writes at once", async () => {
    const bare = points.map(({ id, vector: { image } }) => ({ id, vector: { image } }));
    const updates = points.map(({ id, vector: { body } }) => ({ id, vector: { body } }));
    const write = async (call: Call) => {
      await call("upsertPoints", { ...c, points: bare });
      await call("updateVectors", { ...c, points: updates.slice(0, 2) });
      await call("batchUpdate", { ...c, operations: [{ update_vectors: { points: updates.slice(2, 3) } }] });
    };
    // A text without words has an empty vector, and a point with nothing but that is not updated.
    const [last] = wanted()
      .slice(-1)
      .map(([id, { image }]) => [id, { image }]);
    expect(await stored(write)).to.deep.equal([...wanted().slice(0, 3), last]);
  });

  it("documents over every transport are stored as sparse vectors: lines of an import, but for those that are refused", async () => {
    const { server } = contract;
    await server.call("PUT", "/collections/c", {
      vectors: { image: { size: 1, distance: "Dot" } },
      sparse_vectors: { body: {} },
    });
    const wrong = { id: 9, vector: { body: document("x", { k: -1 }) } };
    const lines = [...points, wrong].map((point) => JSON.stringify(point)).join("\n");
    const report = await server.call("POST", "/collections/c/points/import?wait=true", lines);
    expect(report.body.result).to.include({ accepted: 4, rejected: 1 });
    expect(report.body.result.errors[0]).to.deep.equal({
      line: 5,
      error: "vector.body.options: BM25 k1 must be finite and >= 0, got -1",
    });
    const { body } = await server.call("POST", "/collections/c/points/scroll", { with_vector: true });
    await server.call("DELETE", "/collections/c");
    expect(
      plain(body).result.points.map(({ id, vector }: { id: number; vector: object }) => [id, vector]),
    ).to.deep.equal(wanted());
  });

  const text = document(QUERY);
  /** A request with the document, and the part of it that has the vector. */
  const QUERIES: readonly (readonly [string, string, (input: object) => object])[] = [
    ["the nearest", "queryPoints", (input) => ({ query: { nearest: input }, using: "body" })],
    [
      "a prefetch of a prefetch",
      "queryPoints",
      (input) => ({
        prefetch: [
          {
            prefetch: [{ query: { nearest: input }, using: "body" }],
            query: { nearest: [1] },
            using: "image",
          },
        ],
        query: { fusion: "rrf" },
      }),
    ],
    [
      "a batch",
      "queryBatch",
      (input) => ({
        searches: [
          { query: { nearest: 1 }, using: "body" },
          { query: { nearest: input }, using: "body" },
        ],
      }),
    ],
    [
      "a recommendation",
      "queryPoints",
      (input) => ({
        query: { recommend: { positive: [1, input], negative: [input], strategy: "best_score" } },
        using: "body",
      }),
    ],
    [
      "an average of examples",
      "queryPoints",
      (input) => ({ query: { recommend: { positive: [input, 2] } }, using: "body" }),
    ],
    [
      "a discovery",
      "queryPoints",
      (input) => ({
        query: { discover: { target: input, context: [{ positive: input, negative: 3 }] } },
        using: "body",
      }),
    ],
    [
      "a context",
      "queryPoints",
      (input) => ({ query: { context: [{ positive: input, negative: 2 }] }, using: "body" }),
    ],
    [
      "groups",
      "queryGroups",
      (input) => ({ query: { nearest: input }, using: "body", group_by: "n", limit: 2 }),
    ],
  ];

  for (const [what, operation, requestOf] of QUERIES) {
    it(`documents over every transport find what their vectors find: ${what}`, async () => {
      const answers = await contract.same(async (call) => {
        await create(call);
        await call("upsertPoints", {
          ...c,
          points: points.map((point) => ({ ...point, payload: { n: point.id % 2 } })),
        });
        await call(operation, { ...c, ...requestOf(embedded.query) });
        await call(operation, { ...c, ...requestOf(text) });
      });
      const [byVector, byText] = answers.slice(-2).map(plain);
      expect(byText).to.deep.equal(byVector);
      expect(JSON.stringify(byVector)).to.contain('"id":');
    });
  }

  it("documents over every transport may be the query itself, without a name of its kind", async () => {
    const { server } = contract;
    await server.call("PUT", "/collections/c", { sparse_vectors: { body: {} } });
    await server.call("PUT", "/collections/c/points", { points: [{ id: 1, vector: { body: text } }] });
    const request = { query: text, using: "body", limit: 1 };
    for (const dialect of [{}, AS_QDRANT]) {
      const { body } = await server.call("POST", "/collections/c/points/query", request, dialect);
      expect(plain(body).result.points.map(({ id }: { id: number }) => id)).to.deep.equal([1]);
    }
    await server.call("DELETE", "/collections/c");
  });

  it("documents over every transport are embedded with their options, whatever the case of the model", async () => {
    const off = { stopwords: { languages: [], custom: [] }, stemmer: { type: "none" } };
    const options = { tokenizer: "whitespace", avg_len: 5, ...off };
    const vector = { body: { text: "the cat sat on the", model: "Qdrant/BM25", options } };
    const [[, stored1]] = await stored((call) => call("upsertPoints", { ...c, points: [{ id: 1, vector }] }));
    expect(Math.max(...stored1.body.values)).to.be.closeTo(1.375, 1e-6);
    expect(stored1.body.values.length).to.equal(4);
  });

  it("documents over every transport become sparse vectors, so a dense name refuses them", async () => {
    const answers = await contract.same(async (call) => {
      await create(call);
      const refused = (request: Promise<unknown>) =>
        request.then(
          () => "accepted",
          ({ message }) => message,
        );
      await refused(call("upsertPoints", { ...c, points: [{ id: 1, vector: { image: document("x") } }] }));
      await call("countPoints", c);
    });
    expect(plain(answers.at(-1)).count).to.equal(0);
  });
});
