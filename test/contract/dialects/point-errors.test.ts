// Refusals of requests about points in both dialects.
import { expect } from "chai";
import { AS_QDRANT, createCollection, startTestServer, type TestServer } from "../../support/rest.ts";

/** Method, path, body; status and text in the native dialect; the same in qdrant's. */
type Case = readonly [
  [method: string, path: string, body: unknown],
  native: readonly [number, string],
  qdrant: readonly [number, string],
];

const POINTS = "/collections/c/points";
const INVALID = "Validation error in JSON body: ";
const FORMAT = "Format error in JSON body: ";

const CASES: readonly Case[] = [
  [
    ["PUT", POINTS, {}],
    [400, "points is required"],
    [400, `${FORMAT}Invalid PointInsertOperations format`],
  ],
  [
    ["PUT", POINTS, { batch: { ids: [1, 2], vectors: [[1]] } }],
    [400, "batch.vectors: expected as many as there are ids, 2, got 1"],
    [422, `${INVALID}[batch: number of ids and vectors must be equal (2 != 1)]`],
  ],
  [
    ["PUT", POINTS, { batch: { ids: [1], vectors: [[1]], payloads: [] } }],
    [400, "batch.payloads: expected as many as there are ids, 1, got 0"],
    [422, `${INVALID}[batch: number of ids and payloads must be equal (1 != 0)]`],
  ],
  [
    ["PUT", POINTS, { points: [{ id: 1, vector: [] }] }],
    [400, "Dimension mismatch for vector '1': expected 1, got 0"],
    [422, `${INVALID}[points[0].vector: dense vector must not be empty]`],
  ],
  [
    ["PUT", POINTS, { points: [{ id: 1, vector: { x: [1] } }] }],
    [400, "points[0].vector: collection 'c' has no vector named 'x'; it has the unnamed one"],
    [400, "Wrong input: Not existing vector name error: x"],
  ],
  [
    ["POST", `${POINTS}/payload`, { payload: {} }],
    [400, "points or filter is required"],
    [400, `${FORMAT}Either list of point ids or filter must be provided`],
  ],
  [
    ["POST", `${POINTS}/payload`, { payload: {}, points: [7] }],
    [404, "Point not found: 7"],
    [404, "Not found: No point with id 7 found"],
  ],
  [
    ["PUT", `${POINTS}/vectors`, { points: [] }],
    [400, "points: expected points to update, got none"],
    [422, `${INVALID}[points: must specify points to update]`],
  ],
  [
    ["PUT", `${POINTS}/vectors`, { points: [{ id: 7, vector: {} }] }],
    [400, "points[0].vector: expected vectors to update, got none"],
    [422, `${INVALID}[points[0].vector: must specify vectors to update for point]`],
  ],
  [
    ["PUT", `${POINTS}/vectors`, { points: [{ id: 7, vector: [1] }] }],
    [404, "Point not found: 7"],
    [404, "Not found: No point with id 7 found"],
  ],
  [
    ["POST", `${POINTS}/vectors/delete`, { points: [7], vector: [] }],
    [400, "vector: expected vector names to delete, got none"],
    [422, `${INVALID}[vector: must specify vector names to delete]`],
  ],
  [
    ["POST", `${POINTS}/vectors/delete`, { vector: [""] }],
    [400, "points or filter is required"],
    [400, "Bad request: No filter or points provided"],
  ],
  [
    ["POST", `${POINTS}/vectors/delete`, { points: [7], vector: ["x"] }],
    [400, "vector: collection 'c' has no vector named 'x'; it has the unnamed one"],
    [400, "Wrong input: Not existing vector name error: x"],
  ],
  [
    ["POST", `${POINTS}/scroll`, { order_by: "a", offset: 1 }],
    [
      400,
      "offset cannot be used with order_by; go on with order_by.start_from, and with a filter that leaves out the ids already seen",
    ],
    [
      400,
      "Wrong input: Cannot use an `offset` when using `order_by`. The alternative for paging is to use `order_by.start_from` and a filter to exclude the IDs that you've already seen for the `order_by.start_from` value",
    ],
  ],
];

describe("a refusal of a request about points", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await createCollection(server, { size: 1, distance: "Dot" });
  });
  after(() => server.close());

  for (const [[method, path, body], native, qdrant] of CASES) {
    it(`is told in both dialects: ${method} ${path.slice(POINTS.length)} ${native[1]}`, async () => {
      for (const [expected, headers] of [
        [native, {}],
        [qdrant, AS_QDRANT],
      ] as const) {
        const answer = await server.call(method, `${path}?wait=true`, body, headers);
        expect([answer.status, answer.body.status.error]).to.deep.equal(expected);
      }
    });
  }

  it("comes also with wait=false, which is the default of the qdrant dialect", async () => {
    const points = [{ id: 1, vector: [1, 2] }];
    const { status } = await server.call("PUT", POINTS, { points }, AS_QDRANT);
    expect(status).to.equal(400);
    const fine = await server.call("PUT", POINTS, { points: [{ id: 1, vector: [1] }] }, AS_QDRANT);
    expect(fine.body.result.status).to.equal("acknowledged");
    const batch = { operations: [{ set_payload: { payload: { a: 1 }, points: [1] } }] };
    const completed = await server.call("POST", `${POINTS}/batch?wait=true`, batch, AS_QDRANT);
    expect(completed.body.result.map((one: { status: string }) => one.status)).to.deep.equal(["completed"]);
  });
});
