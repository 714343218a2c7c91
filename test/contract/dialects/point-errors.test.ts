// Errors about points and filters, in both dialects.
import { expect } from "chai";
import {
  badRequest,
  format,
  isTold,
  type Mistake,
  startWithPoints,
  validation,
  wrongInput,
} from "../../support/both-dialects.ts";
import { AS_QDRANT, type TestServer } from "../../support/rest.ts";

const C = "/collections/c/points";
const N = "/collections/n/points";
const VECTOR = [1, 2, 3, 4];
const NO_POINT_7 = [404, "Not found: No point with id 7 found"] as const;

const upsert = (vector: unknown): Mistake["request"] => ["PUT", C, { points: [{ id: 1, vector }] }];
const count = (must: unknown): Mistake["request"] => ["POST", `${C}/count`, { filter: { must } }];

const GEO =
  "Wrong format of GeoPoint payload: expected `lat` = 91 within [-90;90] and `lon` = 1 within [-180;180]";
const UNKNOWN_CONDITION =
  'Expected some form of condition, which can be a field condition (like {"key": "city", "match": {"value": "Berlin"}}), ' +
  'has_id, has_vector, is_empty, is_null, nested, slice or a filter, got unknown key "nope"';
const LONG_TEXT =
  "expected at most 65536 characters in all text, text_any and phrase of one filter, got 1000000 up to here";

const MISTAKES: Readonly<Record<string, Mistake>> = {
  "a point that does not exist": {
    request: ["GET", `${C}/7`],
    native: [404, "Point not found: 7"],
    qdrant: [404, "Not found: Point with id 7 does not exists!"],
  },
  "vectors for a point that does not exist": {
    request: ["PUT", `${C}/vectors?wait=true`, { points: [{ id: 7, vector: VECTOR }] }],
    native: [404, "Point not found: 7"],
    qdrant: NO_POINT_7,
  },
  "a payload for a point that does not exist": {
    request: ["POST", `${C}/payload?wait=true`, { payload: { a: 1 }, points: [7] }],
    native: [404, "Point not found: 7"],
    qdrant: NO_POINT_7,
  },
  "a vector of another length": {
    request: upsert([1, 2, 3]),
    native: [400, "Dimension mismatch for vector '1': expected 4, got 3"],
    qdrant: wrongInput("Vector dimension error: expected dim: 4, got 3"),
  },
  "a named vector of another length": {
    request: ["PUT", N, { points: [{ id: 1, vector: { a: [1, 2, 3] } }] }],
    native: [400, "Dimension mismatch for vector '1': expected 2, got 3"],
    qdrant: wrongInput("Vector dimension error: expected dim: 2, got 3 for vector 'a'"),
  },
  "an empty vector": {
    request: upsert([]),
    native: [400, "Dimension mismatch for vector '1': expected 4, got 0"],
    qdrant: validation("points[0].vector: dense vector must not be empty"),
  },
  "an unknown vector": {
    request: ["PUT", N, { points: [{ id: 1, vector: { x: [1, 2] } }] }],
    native: [400, "points[0].vector: collection 'n' has no vector named 'x'; it has 'a', 'b'"],
    qdrant: wrongInput("Not existing vector name error: x"),
  },
  "an unknown vector to delete": {
    request: ["POST", `${N}/vectors/delete`, { points: [2], vector: ["x"] }],
    native: [400, "vector: collection 'n' has no vector named 'x'; it has 'a', 'b'"],
    qdrant: wrongInput("Not existing vector name error: x"),
  },
  "an update without vectors": {
    request: ["PUT", `${C}/vectors`, { points: [{ id: 1, vector: {} }] }],
    native: [400, "points[0].vector: expected vectors to update, got none"],
    qdrant: validation("points[0].vector: must specify vectors to update for point"),
  },
  "an update of vectors without points": {
    request: ["PUT", `${C}/vectors`, { points: [] }],
    native: [400, "points: expected points to update, got none"],
    qdrant: validation("points: must specify points to update"),
  },
  "a deletion of vectors without names": {
    request: ["POST", `${N}/vectors/delete`, { points: [2], vector: [] }],
    native: [400, "vector: expected vector names to delete, got none"],
    qdrant: validation("vector: must specify vector names to delete"),
  },
  "a payload change without points": {
    request: ["POST", `${C}/payload`, { payload: {} }],
    native: [400, "points or filter is required"],
    qdrant: format("Either list of point ids or filter must be provided"),
  },
  "an upsert without points": {
    request: ["PUT", C, {}],
    native: [400, "points is required"],
    qdrant: format("Invalid PointInsertOperations format"),
  },
  "a deletion of vectors without points": {
    request: ["POST", `${N}/vectors/delete`, { vector: ["a"] }],
    native: [400, "points or filter is required"],
    qdrant: badRequest("No filter or points provided"),
  },
  "columns of unequal length: vectors": {
    request: ["PUT", C, { batch: { ids: [1, 2], vectors: [VECTOR] } }],
    native: [400, "batch.vectors: expected as many as there are ids, 2, got 1"],
    qdrant: validation("batch: number of ids and vectors must be equal (2 != 1)"),
  },
  "columns of unequal length: payloads": {
    request: ["PUT", C, { batch: { ids: [1], vectors: [VECTOR], payloads: [{}, {}] } }],
    native: [400, "batch.payloads: expected as many as there are ids, 1, got 2"],
    qdrant: validation("batch: number of ids and payloads must be equal (1 != 2)"),
  },
  "a condition without a check": {
    request: count({ key: "a" }),
    native: [400, "Invalid filter at filter.must: At least one field condition must be specified"],
    qdrant: validation(
      "count_request.filter.must: Validation error: At least one field condition must be specified [{}]",
    ),
  },
  "a key that is not a string": {
    request: count([{ key: 1, match: { value: 1 } }]),
    native: [400, "Invalid filter at filter.must[0]: Filter condition 'key' must be a string"],
    qdrant: format("Filter condition 'key' must be a string"),
  },
  "a text to match that is too long": {
    request: count({ key: "a", match: { text_any: "word ".repeat(200_000) } }),
    native: [400, `Invalid filter at filter.must: ${LONG_TEXT}`],
    qdrant: format(LONG_TEXT),
  },
  "an unknown condition": {
    request: count({ nope: 1 }),
    native: [400, `Invalid filter at filter.must: ${UNKNOWN_CONDITION}`],
    qdrant: format(UNKNOWN_CONDITION),
  },
  "a position outside the globe": {
    request: count({ key: "a", geo_radius: { center: { lat: 91, lon: 1 }, radius: 1 } }),
    native: [400, `Invalid filter at filter.must.geo_radius.center: ${GEO}`],
    qdrant: format(GEO),
  },
  "a min_should with a count of 0": {
    request: ["POST", `${C}/scroll`, { filter: { min_should: { conditions: [], min_count: 0 } } }],
    native: [400, "Invalid filter at filter.min_should.min_count: min_count must be greater than 0"],
    qdrant: validation(
      "scroll_request.filter.min_should.min_count: Validation error: min_count must be greater than 0 [{}]",
    ),
  },
  "an offset together with an order": {
    request: ["POST", `${C}/scroll`, { order_by: "a", offset: 1 }],
    native: [
      400,
      "offset cannot be used with order_by; go on with order_by.start_from, and with a filter that leaves out the ids already seen",
    ],
    qdrant: wrongInput(
      "Cannot use an `offset` when using `order_by`. The alternative for paging is to use `order_by.start_from` and a filter to exclude the IDs that you've already seen for the `order_by.start_from` value",
    ),
  },
  "an order by a field without an index": {
    request: ["POST", `${C}/scroll`, { order_by: "a" }],
    native: [400, "No range index for order_by key 'a'; create an integer, float or datetime index on it"],
    qdrant: wrongInput(
      "No range index for `order_by` key: `a`. Please create one to use `order_by`. Integer, float and datetime indexes can order points.",
    ),
  },
};

describe("errors about points in each dialect", () => {
  let server: TestServer;
  before(async () => {
    server = await startWithPoints();
  });
  after(() => server.close());

  for (const [what, mistake] of Object.entries(MISTAKES))
    it(`each dialect has its own error for ${what}`, () => isTold(server, mistake));

  it("each dialect has its own error for a refused write with wait=false, which is the default of the qdrant dialect", async () => {
    const status = async (vector: number[]) => {
      const { body } = await server.call("PUT", C, { points: [{ id: 1, vector }] }, AS_QDRANT);
      return body.result?.status ?? body.status.error;
    };
    expect(await status([1, 2])).to.equal("Wrong input: Vector dimension error: expected dim: 4, got 2");
    expect(await status(VECTOR)).to.equal("acknowledged");
  });
});
