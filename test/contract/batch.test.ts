// Batches of write operations over REST. The decision: operations are executed in their order, and the whole batch is
// checked before the first of them writes.
import { expect } from "chai";
import { MAX_BATCH_OPERATIONS } from "../../src/schema/limits.ts";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";
const UUID = "550e8400-e29b-41d4-a716-446655440000";

describe("POST .../points/batch", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());
  beforeEach(async () => {
    await createCollection(server, { size: 1, distance: "Dot" });
    await server.call("PUT", POINTS, { points: [{ id: 1, vector: [1], payload: { n: 1 } }] });
  });
  afterEach(() => server.call("DELETE", "/collections/c"));

  const batch = (operations: unknown[], query = "") =>
    server.call("POST", `${POINTS}/batch${query}`, { operations });
  const point = (id: number | string, n = 0) => ({
    upsert: { points: [{ id, vector: [n], payload: { n } }] },
  });

  async function stored(): Promise<unknown[][]> {
    const { body } = await server.call("POST", `${POINTS}/scroll`, { with_vector: true });
    return body.result.points.map((one: Record<string, unknown>) => [one.id, one.payload, one.vector]);
  }

  it("POST .../points/batch executes every kind of write; each operation sees the results of the operations before it", async () => {
    const { status, body } = await batch([
      { upsert: { batch: { ids: [2, 3, 4], vectors: [[2], [3], [4]] } } },
      { set_payload: { payload: { a: { b: 1 } }, points: [2] } },
      {
        set_payload: { payload: { c: 2 }, key: "a", filter: { must: [{ key: "a.b", match: { value: 1 } }] } },
      },
      { overwrite_payload: { payload: { o: 1, p: 2 }, points: [3] } },
      { delete_payload: { keys: ["p"], points: [3] } },
      { clear_payload: { filter: { must: [{ key: "n", match: { value: 1 } }] } } },
      { update_vectors: { points: [{ id: 2, vector: [22] }] } },
      { delete_vectors: { points: [3], vector: [""] } },
      { delete: { points: [4] } },
    ]);
    expect(status).to.equal(200);
    expect(body.result.map((one: { status: string }) => one.status)).to.deep.equal(
      new Array(9).fill("Completed"),
    );
    const numbers = body.result.map((one: { operation_id: number }) => one.operation_id);
    expect(numbers).to.deep.equal(Array.from(numbers, (_, i) => numbers[0] + i));
    expect(await stored()).to.deep.equal([
      [1, {}, [1]],
      [2, { a: { b: 1, c: 2 } }, [22]],
      [3, { o: 1 }, {}],
    ]);
  });

  it("POST .../points/batch accepts an empty list of operations, and answers Acknowledged with wait=false", async () => {
    expect((await batch([])).body.result).to.deep.equal([]);
    const { body } = await batch([point(2), point(3)], "?wait=false");
    expect(body.result.map((one: { status: string }) => one.status)).to.deep.equal([
      "Acknowledged",
      "Acknowledged",
    ]);
  });

  const REFUSED: readonly [second: unknown, status: number, error: string][] = [
    [
      { upsert: { points: [{ id: 5, vector: [1, 2] }] } },
      400,
      "Dimension mismatch for vector '5': expected 1, got 2",
    ],
    [{ upsert: {} }, 400, "operations[1].upsert.points is required"],
    [
      { upsert: { points: [{ id: "x", vector: [1] }] } },
      400,
      'operations[1].upsert.points[0].id: expected an unsigned 64-bit integer or a UUID, got "x"',
    ],
    [{ set_payload: { payload: {} } }, 400, "operations[1].set_payload.points or filter is required"],
    [{ set_payload: { points: [1] } }, 400, "operations[1].set_payload.payload is required"],
    [{ delete: { points: [1] }, upsert: { points: [] } }, 400, "operations[1]: expected one of "],
    [{ remove: {} }, 400, "operations[1]: expected one of "],
    [{}, 400, "operations[1]: expected one of "],
    [{ delete: { filter: { mist: [] } } }, 400, "Invalid filter at operations[1].delete.filter: unknown key"],
    [
      { delete_vectors: { points: [1], vector: ["x"] } },
      400,
      "operations[1].delete_vectors.vector: collection 'c' has no vector named 'x'",
    ],
    [{ set_payload: { payload: {}, points: [7] } }, 404, "Point not found: 7"],
  ];
  for (const [second, status, error] of REFUSED) {
    it(`POST .../points/batch writes nothing of the first operation when the second is refused: ${error}`, async () => {
      const before = await stored();
      const answer = await batch([point(2), second, point(3)]);
      expect(answer.status).to.equal(status);
      expect(answer.body.status.error.slice(0, error.length)).to.equal(error);
      expect(await stored()).to.deep.equal(before);
    });
  }

  it("POST .../points/batch checks the ids of an operation against the result of earlier operations", async () => {
    const set = (id: number | string) => ({ set_payload: { payload: { s: 1 }, points: [id] } });
    const fine = await batch([
      point(UUID.toUpperCase()),
      set(UUID),
      { delete: { points: [1] } },
      point(1),
      set(1),
    ]);
    expect(fine.status).to.equal(200);
    const before = await stored();
    const gone = await batch([point(2), { delete: { points: [1] } }, set(1)]);
    expect([gone.status, gone.body.status.error]).to.deep.equal([404, "Point not found: 1"]);
    const notMade = await batch([{ upsert: { ...point(9).upsert, update_mode: "update_only" } }, set(9)]);
    expect(notMade.body.status.error).to.equal("Point not found: 9");
    expect(await stored()).to.deep.equal(before);
  });

  it("POST .../points/batch keeps what was written before an operation that failed while it ran, and executes none after it", async () => {
    const answer = await batch([
      point(2),
      { delete: { filter: { must: [{ key: "n", match: { value: 1 } }] } } },
      { set_payload: { payload: { s: 1 }, points: [1] } },
      point(3),
    ]);
    expect([answer.status, answer.body.status.error]).to.deep.equal([404, "Point not found: 1"]);
    expect(await stored()).to.deep.equal([[2, { n: 0 }, [0]]]);
  });

  it("POST .../points/batch runs without writes of other requests between its operations", async () => {
    const increments = Array.from({ length: 10 }, (_, n) => batch([point(50, n), point(51, n)]));
    await Promise.all([
      ...increments,
      ...Array.from({ length: 5 }, () => batch([{ delete: { points: [50, 51] } }])),
    ]);
    const both = await stored();
    const values = both.filter(([id]) => (id as number) >= 50).map(([, payload]) => payload);
    expect([0, 2]).to.include(values.length);
    expect(values[0]).to.deep.equal(values[1]);
  });

  it("POST .../points/batch refuses a batch with too many operations", async () => {
    const { body } = await batch(new Array(MAX_BATCH_OPERATIONS + 1).fill({}));
    expect(body.status.error).to.equal(
      `operations: expected at most ${MAX_BATCH_OPERATIONS} items, got ${MAX_BATCH_OPERATIONS + 1}`,
    );
  });
});
