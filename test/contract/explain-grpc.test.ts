// `params.explain` over gRPC: the text `explain_json` of an answer is what REST has as `explain`, for each kind of
// search.
import { expect } from "chai";
import { AS_QDRANT, startTestServer, type TestServer } from "../support/rest.ts";
import { QUERY, rows } from "../support/sparse-world.ts";
import { CODECS } from "../support/transports/grpc-codecs.ts";
import { OverGrpc, SERVED } from "../support/transports/over-grpc.ts";
import { asRead, operationOf } from "../support/transports/transport.ts";

const c = { collection_name: "c" };
const ASKED = { limit: 3, params: { explain: true } };
const SPARSE = { ...ASKED, vector: { name: "text", vector: QUERY } };
const DENSE = { ...ASKED, vector: { name: "image", vector: [1] } };
const PLAIN = { limit: 3, vector: { name: "image", vector: [1] } };
const QUERIED = { ...ASKED, query: { nearest: QUERY }, using: "text" };
const BY_TEXT = { ...ASKED, query: { text: "fox dog" } };
const HYBRID = {
  ...ASKED,
  query: { hybrid: { text: "fox dog", vector: [1], vector_using: "image", alpha: 0.3 } },
};

/** The kind of search, its operation, the path over REST, and the request. */
const CASES = [
  ["a sparse search", "searchPoints", "search", SPARSE],
  ["a dense search", "searchPoints", "search", DENSE],
  ["a search with vectors", "searchPoints", "search", { ...SPARSE, with_vector: true }],
  ["a query", "queryPoints", "query", QUERIED],
  ["a query by text", "queryPoints", "query", BY_TEXT],
  ["the query hybrid", "queryPoints", "query", HYBRID],
  ["a batch of searches", "searchBatch", "search/batch", { searches: [SPARSE, PLAIN, DENSE] }],
  [
    "a batch of queries",
    "queryBatch",
    "query/batch",
    { searches: [QUERIED, { query: { nearest: [1] }, using: "image" }, BY_TEXT, HYBRID] },
  ],
] as const;

describe("params.explain over gRPC", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ extendedApi: true });
    await server.call("PUT", "/collections/c", {
      vectors: { image: { size: 1, distance: "Dot" } },
      sparse_vectors: { text: { modifier: "idf" } },
    });
    await server.call("PUT", "/collections/c/index", { field_name: "body", field_schema: "text" });
    const points = [...rows].map(([id, text]) => ({
      id,
      vector: { text, image: [id] },
      payload: { body: `a ${id % 2 === 0 ? "fox" : "dog"} of ${id}` },
    }));
    await server.call("PUT", "/collections/c/points", { points });
  });
  after(() => server.close());

  /** Returns the answer to a request as a message. */
  async function answered(operation: string, request: object, dialect?: "qdrant") {
    const grpc = new OverGrpc(server.grpcAddress, dialect);
    const message = CODECS[operation]!.request.write(asRead(operationOf(operation), { ...c, ...request }));
    const { answered } = grpc.start(SERVED.get(operation)!, message as object);
    return (await answered.finally(() => grpc.close())) as { explain_json?: string; result: object[] };
  }

  for (const [what, operation, path, request] of CASES) {
    it(`params.explain over gRPC gives what REST has beside the result, for ${what}`, async () => {
      const { body } = await server.call("POST", `/collections/c/points/${path}`, request);
      const { explain_json: text } = await answered(operation, request);
      expect(untimed(JSON.parse(text!))).to.deep.equal(untimed(body.explain));
    });
  }

  it("params.explain over gRPC is null in a batch for a search that does not ask", async () => {
    const { explain_json: text } = await answered("searchBatch", { searches: [PLAIN, SPARSE] });
    const [none, one] = JSON.parse(text!);
    expect(none).to.equal(null);
    expect(one.hits).to.have.length(3);
  });

  it("params.explain over gRPC is absent from answers to searches that do not ask", async () => {
    for (const [operation, request] of [
      ["searchPoints", PLAIN],
      ["searchBatch", { searches: [PLAIN] }],
    ] as const)
      expect((await answered(operation, request)).explain_json, operation).to.equal(undefined);
  });

  it("params.explain over gRPC is an unknown field in the package qdrant, as in the dialect over REST", async () => {
    const { body } = await server.call("POST", "/collections/c/points/search", SPARSE, AS_QDRANT);
    expect(body.explain).to.equal(undefined);
    const { result, explain_json: text } = await answered("searchPoints", SPARSE, "qdrant");
    expect([result.length, text]).to.deep.equal([3, undefined]);
  });
});

/** Returns an explanation without its times. */
function untimed(explain: unknown): unknown {
  return JSON.parse(JSON.stringify(explain, (key, value) => (key === "time_ms" ? undefined : value)));
}
