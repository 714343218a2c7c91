// Features of Qdrant that this server does not have: multivectors, vectors made from texts and images,
// and a cluster. The decision: a request that uses one is refused by its name, and changes nothing.
import { expect } from "chai";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";

const DENSE = { size: 2, distance: "Dot" };
const DOCUMENT = { text: "a red apple", model: "some/model" };
const IMAGE = { image: "https://example.org/apple.png", model: "some/model" };
const OBJECT = { object: { a: 1 }, model: "some/model" };
/** The error of Qdrant for a model that is not in the server, if no address was configured: status 500. */
const NO_ADDRESS = /^Service internal error: InferenceService URL not configured/;

/** Returns queries with the input in every place that takes one. */
const placesOf = (input: unknown): object[] => [
  { query: input },
  { query: { nearest: input } },
  { query: { nearest: input, mmr: {} } },
  { query: { recommend: { positive: [input] } } },
  { query: { recommend: { positive: [1], negative: [input] } } },
  { query: { discover: { target: input, context: [] } } },
  { query: { context: { positive: 1, negative: input } } },
  { query: { relevance_feedback: feedbackOn(input) } },
  { query: { fusion: "rrf" }, prefetch: { query: input } },
];

function feedbackOn(example: unknown): object {
  return { target: 1, feedback: [{ example, score: 1 }], strategy: { naive: { a: 1, b: 1, c: 1 } } };
}

describe("unsupported requests in the qdrant dialect", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await call("PUT", "/collections/c", { vectors: DENSE });
    await call("PUT", "/collections/n", { vectors: { a: DENSE } });
    await call("PUT", "/collections/c/points?wait=true", { points: [{ id: 1, vector: [1, 2] }] });
  });
  afterEach("a refused request changes no point", async () => {
    const { result } = (await call("GET", "/collections/c/points/1")).body;
    expect(result).to.deep.equal({ id: 1, payload: {}, vector: [1, 2] });
  });
  after(() => server.close());

  const call = (method: string, path: string, body?: unknown) => server.call(method, path, body, AS_QDRANT);

  async function isRefused(method: string, path: string, body: unknown, words: RegExp): Promise<void> {
    const answer = await call(method, path, body);
    const what = `${method} ${path} ${JSON.stringify(body)}`;
    expect([answer.status, answer.body.status.error], what).to.satisfy(
      ([status, text]: [number, string]) => status === (words === NO_ADDRESS ? 500 : 400) && words.test(text),
      `was answered ${answer.text}`,
    );
  }

  it("the qdrant dialect refuses by name a collection of multivectors or shards with keys", async () => {
    for (const [parts, words] of [
      [
        { vectors: { ...DENSE, multivector_config: { comparator: "max_sim" } } },
        /multivectors are not supported/,
      ],
      [{ sharding_method: "custom" }, /there are no shard keys/],
    ] as const) {
      await isRefused("PUT", "/collections/new", { vectors: DENSE, ...parts }, words);
    }
    expect((await call("GET", "/collections/new/exists")).body.result.exists).to.equal(false);
  });

  for (const [what, input, words] of [
    ["multivectors", [[1, 2], [3, 4]], /multivectors|between multi and regular/], // biome-ignore format: one row each
    ["texts for a model elsewhere", DOCUMENT, NO_ADDRESS],
    ["images for a model elsewhere", IMAGE, NO_ADDRESS],
    ["objects for a model elsewhere", OBJECT, NO_ADDRESS],
  ] as const) {
    it(`the qdrant dialect refuses by name ${what} in points`, async () => {
      for (const [collection, vector] of [
        ["c", input],
        ["c", { "": input }],
        ["n", { a: input }],
      ] as const) {
        const points = [{ id: 1, vector }];
        for (const path of ["points", "points/vectors"])
          await isRefused("PUT", `/collections/${collection}/${path}`, { points }, words);
        const operations = [{ upsert: { points } }];
        await isRefused("POST", `/collections/${collection}/points/batch`, { operations }, words);
      }
      await isRefused("PUT", "/collections/c/points", { batch: { ids: [1], vectors: [input] } }, words);
    });

    it(`the qdrant dialect refuses by name ${what} in queries`, async () => {
      for (const body of placesOf(input)) {
        await isRefused("POST", "/collections/c/points/query", body, words);
        await isRefused("POST", "/collections/c/points/query/batch", { searches: [body] }, words);
        await isRefused("POST", "/collections/c/points/query/groups", { ...body, group_by: "a" }, words);
      }
      const search = { vector: { name: "a", vector: input }, limit: 1 };
      await isRefused("POST", "/collections/n/points/search", search, words);
      await isRefused("POST", "/collections/c/points/recommend", { positive: [input], limit: 1 }, words);
    });
  }

  for (const [method, path] of [
    ["GET", "/collections/c/shards"],
    ["PUT", "/collections/c/shards"],
    ["POST", "/collections/c/shards/delete"],
    ["GET", "/collections/c/shards/0/snapshots"],
    ["POST", "/cluster/recover"],
  ] as const) {
    it(`the qdrant dialect refuses by name the cluster operation ${method} ${path}`, () =>
      isRefused(
        method,
        path,
        undefined,
        /^Bad request: .* not supported: there are no shard keys, no snapshots of shards and no consensus/,
      ));
  }

  it("the qdrant dialect refuses on a server alone to place shards elsewhere, as Qdrant does", async () => {
    const move_shard = { shard_id: 0, from_peer_id: 1, to_peer_id: 2 };
    await isRefused(
      "POST",
      "/collections/c/cluster",
      { move_shard },
      /^Bad request: Distributed mode disabled$/,
    );
    const up = { start_resharding: { direction: "up" } };
    await isRefused("POST", "/collections/c/cluster", up, /^Bad request: Distributed mode disabled$/);
    const abort = { abort_resharding: {} };
    await isRefused(
      "POST",
      "/collections/c/cluster",
      abort,
      /^Bad request: abort_resharding is not supported$/,
    );
  });

  it("the native dialect answers 404 to the cluster operations of Qdrant", async () => {
    expect((await server.call("GET", "/collections/c/shards")).status).to.equal(404);
  });
});
