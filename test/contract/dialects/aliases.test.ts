// Names of fields that Qdrant accepts besides the documented ones, and counts of 64 bits.
import { expect } from "chai";
import { AS_QDRANT, createCollection, startTestServer, type TestServer } from "../../support/rest.ts";

const POINTS = "/collections/c/points";
const INDEX = "/collections/c/index";
const VECTOR = [1, 2, 3, 4];

describe("field names of the qdrant dialect", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ extendedApi: true });
    await createCollection(server);
  });
  afterEach(() => server.close());

  const call = (method: string, path: string, body: unknown) => server.call(method, path, body, AS_QDRANT);
  const vectorOf = async (id: number) =>
    (await call("POST", POINTS, { ids: [id], with_vector: true })).body.result[0].vector;

  it("field names of the qdrant dialect include `vectors` for the vector of a point", async () => {
    const points = [{ id: 9, vectors: VECTOR, payload: { a: 1 } }];
    expect((await call("PUT", `${POINTS}?wait=true`, { points })).status).to.equal(200);
    expect(await vectorOf(9)).to.deep.equal(VECTOR);
  });

  it("field names of the qdrant dialect include `vectors` in an update of vectors and in a batch of operations", async () => {
    const upsert = { points: [{ id: 1, vectors: VECTOR }] };
    const path = `${POINTS}/batch?wait=true`;
    expect((await call("POST", path, { operations: [{ upsert }] })).status).to.equal(200);
    const points = [{ id: 1, vectors: [4, 3, 2, 1] }];
    expect((await call("PUT", `${POINTS}/vectors?wait=true`, { points })).status).to.equal(200);
    expect(await vectorOf(1)).to.deep.equal([4, 3, 2, 1]);
  });

  it("field names of the qdrant dialect include `field_type` for `field_schema`", async () => {
    const body = { field_name: "n", field_type: "integer" };
    expect((await call("PUT", `${INDEX}?wait=true`, body)).status).to.equal(200);
    const { payload_schema } = (await call("GET", "/collections/c", undefined)).body.result;
    expect(payload_schema.n.data_type).to.equal("integer");
  });

  it("field names of the qdrant dialect are unknown in the native dialect", async () => {
    const points = [{ id: 9, vectors: VECTOR }];
    const { status, body } = await server.call("PUT", POINTS, { points });
    expect([status, body.status.error]).to.deep.equal([
      400,
      "points[0].vectors: unknown field; did you mean vector?",
    ]);
    const index = await server.call("PUT", INDEX, { field_name: "n", field_type: "integer" });
    expect(index.status).to.equal(400);
    expect(index.body.status.error).to.match(/^field_type: unknown field/);
  });
});

describe("a limit from 2^53 to 2^64 - 1", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await createCollection(server);
    await server.call("PUT", POINTS, { points: [1, 2].map((id) => ({ id, vector: VECTOR })) });
  });
  after(() => server.close());

  const bodies: readonly [path: string, field: string][] = [
    ["/search", '"vector":[1,2,3,4],"limit"'],
    ["/search", '"vector":[1,2,3,4],"top"'],
    ["/query", '"query":[1,2,3,4],"limit"'],
    ["/scroll", '"limit"'],
  ];

  for (const [path, field] of bodies) {
    it(`a limit from 2^53 to 2^64 - 1 returns all points from ${path} with ${field.slice(-7)} in the qdrant dialect`, async () => {
      for (const limit of ["9007199254740992", "18446744073709551615"]) {
        const body = `{${field}:${limit}}`;
        const { status, body: answer } = await server.call("POST", POINTS + path, body, AS_QDRANT);
        expect(status, limit).to.equal(200);
        expect(answer.result.points ?? answer.result, limit).to.have.length(2);
      }
    });
  }

  it("a limit from 2^53 to 2^64 - 1 is the largest one allowed, and the refusal of a larger one names the valid range", async () => {
    const body = '{"limit":18446744073709551616}';
    const { status, body: answer } = await server.call("POST", `${POINTS}/scroll`, body, AS_QDRANT);
    expect(status).to.equal(400);
    expect(answer.status.error).to.include("limit: expected an integer from 1 to 18446744073709551615");
  });

  it("a limit from 2^53 to 2^64 - 1 is refused natively with the valid range there", async () => {
    const { status, body } = await server.call("POST", `${POINTS}/scroll`, '{"limit":9007199254740992}');
    expect([status, body.status.error]).to.deep.equal([400, "limit must be 1..10000"]);
  });
});
