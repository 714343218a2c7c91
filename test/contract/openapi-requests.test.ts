// Requests in the OpenAPI document. The decision: the document refuses what the server refuses in every state, so that
// generated clients cannot send it, and accepts what the server accepts.
import { expect } from "chai";
import { EXAMPLES } from "../../src/api/openapi/examples.ts";
import { OPERATIONS } from "../../src/api/operations/index.ts";
import { requestProblem } from "../support/openapi.ts";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";
const vectors_config = { size: 4, distance: "Dot" };
const vector = [1, 2, 3, 4];
const range = { key: "a", range: { gt: 1 } };

describe("the OpenAPI document", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ extendedApi: true });
    await createCollection(server);
    await server.call("PUT", POINTS, { points: [{ id: 1, vector, payload: { a: 1 } }] });
  });
  after(() => server.close());

  const REFUSED: readonly [method: string, path: string, body: unknown][] = [
    ["PUT", POINTS, {}],
    ["PUT", POINTS, { points: [], batch: { ids: [], vectors: [] } }],
    ["PUT", POINTS, { points: [{ id: -1, vector }] }],
    ["PUT", POINTS, { points: [{ id: 1, vector: [] }] }],
    ["PUT", POINTS, { points: [{ id: 1, vector, metadata: {} }] }],
    ["POST", `${POINTS}/payload`, { payload: null, points: [1] }],
    ["POST", `${POINTS}/payload`, { payload: { a: 1 } }],
    ["POST", `${POINTS}/payload`, { payload: { a: 1 }, points: [1], key: "" }],
    ["POST", `${POINTS}/payload/delete`, { keys: [""], points: [1] }],
    ["POST", `${POINTS}/delete`, {}],
    ["PUT", `${POINTS}/vectors`, { points: [] }],
    ["POST", `${POINTS}/vectors/delete`, { points: [1] }],
    ["POST", `${POINTS}/vectors/delete`, { points: [1], vector: [] }],
    ["POST", `${POINTS}/search`, { vector, limit: 10_001 }],
    ["POST", `${POINTS}/search`, { vector, filters: {} }],
    ["POST", `${POINTS}/search`, { vector, params: { ef: 1 } }],
    ["POST", `${POINTS}/scroll`, { limit: 0 }],
    ["POST", `${POINTS}/query`, { query: {} }],
    ["POST", `${POINTS}/query`, { query: [[1, 2]] }],
    ["POST", `${POINTS}/query`, { with_payload: { include: ["a"], exclude: ["a"] } }],
    ["POST", `${POINTS}/query`, { with_payload: {} }],
    ["POST", `${POINTS}/query`, { prefetch: { query: vector, limt: 1 } }],
    ["POST", `${POINTS}/query`, { prefetch: { query: vector }, query: { formula: { sum: [1], of: 2 } } }],
    ["POST", `${POINTS}/query`, { prefetch: { query: vector }, query: { formula: { max: [] } } }],
    ["POST", `${POINTS}/query`, { filter: { min_should: { conditions: null, min_count: 1 } } }],
    ["POST", `${POINTS}/batch`, { operations: [{}] }],
    ["POST", `${POINTS}/batch`, { operations: [{ delete: { points: [1] }, upsert: { points: [] } }] }],
    ["PUT", "/collections/d", {}],
    ["PUT", "/collections/d", { vectors_config, hnsw_config: { M: 9 } }],
    [
      "PUT",
      "/collections/d",
      { vectors_config, quantization_config: { scalar: { type: "int8" }, binary: {} } },
    ],
    ["PUT", "/collections/d", { sparse_vectors: { a: { index: { datatype: "turbo4" } } } }],
    ["PUT", "/collections/d", { vectors_config: { ...vectors_config, multivector_config: {} } }],
    ["PUT", "/collections/c/index", { field_name: "a" }],
    ["PUT", "/collections/c/index", { field_name: "a", field_schema: { type: "text", scoring: "bm25" } }],
    ["PUT", "/collections/c/index", { field_name: "a", field_schema: { type: "keyword", nested: 1 } }],
    ["POST", "/aliases", { actions: [{ create_alias: { collection_name: "c", alias_name: "" } }] }],
    ["POST", "/aliases", { actions: [{ create_alias: { collection_name: "c", alias_name: "a/b" } }] }],
    ["POST", "/collections/c/facet", { key: "" }],
  ];
  for (const [method, path, body] of REFUSED) {
    it(`the OpenAPI document refuses a request that the server refuses: ${method} ${path} ${JSON.stringify(body)}`, async () => {
      expect((await server.call(method, path, body)).status).to.equal(400);
      expect(requestProblem(method, path, body)).not.to.equal(null);
    });
  }

  const TAKEN: readonly [method: string, path: string, body: unknown][] = [
    ["PUT", POINTS, { batch: { ids: [1], vectors: [vector], payloads: [null] } }],
    ["POST", `${POINTS}/payload`, { payload: { a: 1 }, points: [1], key: null }],
    ["POST", `${POINTS}/query`, { query: null, filter: null, prefetch: null, limit: null }],
    [
      "POST",
      `${POINTS}/query`,
      { query: { nearest: 1 }, filter: { must: range, should: [] }, limit: 10_000 },
    ],
    [
      "POST",
      `${POINTS}/query`,
      { prefetch: [{ query: vector }], query: { formula: { max: ["$score", range] } } },
    ],
    ["POST", `${POINTS}/search`, { vector: { name: "", vector } }],
    ["POST", `${POINTS}/count`, {}],
    [
      "PUT",
      "/collections/e",
      { vectors_config: { a: { ...vectors_config, hnsw_config: null } }, sparse_vectors: {} },
    ],
    ["PUT", "/collections/f", { sparse_vectors: { a: { index: { datatype: null }, modifier: "idf" } } }],
    ["PUT", "/collections/c/index", { field_name: "a", field_schema: { type: "integer", range: null } }],
    ["PATCH", "/collections/c", { metadata: { any: [1, { thing: null }] }, params: null }],
  ];
  for (const [method, path, body] of TAKEN) {
    it(`the OpenAPI document accepts a request that the server accepts: ${method} ${path} ${JSON.stringify(body)}`, async () => {
      expect((await server.call(method, path, body)).status).to.equal(200);
      expect(requestProblem(method, path, body)).to.equal(null);
    });
  }

  it("the OpenAPI document accepts its own examples of requests", () => {
    for (const { id, rest } of OPERATIONS) {
      const example = EXAMPLES[id];
      if (example) expect(requestProblem(rest.method, rest.path, example), id).to.equal(null);
    }
  });
});
