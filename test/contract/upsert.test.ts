// Upserts over REST in columns, with modes and with conditions; deletions by filter. The decision: conditions are
// checked against the points before the request.
import { expect } from "chai";
import { MAX_BATCH_POINTS } from "../../src/schema/limits.ts";
import { count, createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";

describe("upserts", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());
  beforeEach(() => createCollection(server, { size: 2, distance: "Dot" }));
  afterEach(() => server.call("DELETE", "/collections/c"));

  const put = (body: unknown) => server.call("PUT", POINTS, body);

  /** Returns payload and vector of all points by id. */
  async function stored(): Promise<Record<string, unknown[]>> {
    const { body } = await server.call("POST", `${POINTS}/scroll`, { with_vector: true });
    const points = body.result.points as { id: number; payload: unknown; vector: unknown }[];
    return Object.fromEntries(points.map(({ id, payload, vector }) => [id, [payload, vector]]));
  }

  async function refuses(body: unknown, error: string) {
    const answer = await put(body);
    expect([answer.status, answer.body.status.error]).to.deep.equal([400, error]);
    expect(await count(server)).to.equal(0);
  }

  describe("in columns", () => {
    it("upserts in columns take a list of vectors, and payloads if there are any", async () => {
      const batch = {
        ids: [1, 2],
        vectors: [
          [1, 0],
          [2, 0],
        ],
        payloads: [{ a: 1 }, null],
      };
      expect((await put({ batch })).body.result.status).to.equal("Completed");
      await put({ batch: { ids: [3], vectors: [[3, 0]] } });
      expect(await stored()).to.deep.equal({ 1: [{ a: 1 }, [1, 0]], 2: [{}, [2, 0]], 3: [{}, [3, 0]] });
    });

    it("upserts in columns take lists of vectors by name", async () => {
      await server.call("DELETE", "/collections/c");
      await createCollection(server, { a: { size: 1, distance: "Dot" }, b: { size: 2, distance: "Dot" } });
      await put({
        batch: {
          ids: [1, 2],
          vectors: {
            a: [[1], [2]],
            b: [
              [3, 4],
              [5, 6],
            ],
          },
        },
      });
      expect(await stored()).to.deep.equal({
        1: [{}, { a: [1], b: [3, 4] }],
        2: [{}, { a: [2], b: [5, 6] }],
      });
    });

    const REFUSED: readonly [batch: unknown, error: string][] = [
      [{ ids: [1, 2], vectors: [[1, 0]] }, "batch.vectors: expected as many as there are ids, 2, got 1"],
      [{ ids: [1], vectors: { "": [] } }, "batch.vectors: expected as many as there are ids, 1, got 0"],
      [
        { ids: [1], vectors: [[1, 0]], payloads: [] },
        "batch.payloads: expected as many as there are ids, 1, got 0",
      ],
      [
        { ids: [1], vectors: { x: [[1, 0]] } },
        "batch.vectors: collection 'c' has no vector named 'x'; it has the unnamed one",
      ],
      [{ ids: [1], vectors: [[1]] }, "Dimension mismatch for vector '1': expected 2, got 1"],
      [
        { ids: [1], vectors: [[[1, 0]]] },
        "batch.vectors[0][0]: expected a number, got an array; multivectors are not supported",
      ],
      [{ vectors: [] }, "batch.ids is required"],
      [
        { ids: ["x"], vectors: [[1, 0]] },
        'batch.ids[0]: expected an unsigned 64-bit integer or a UUID, got "x"',
      ],
      [
        { ids: new Array(MAX_BATCH_POINTS + 1).fill(1), vectors: [] },
        `batch.ids: expected at most ${MAX_BATCH_POINTS} items, got ${MAX_BATCH_POINTS + 1}`,
      ],
    ];
    for (const [batch, error] of REFUSED)
      it(`upserts in columns are refused: ${error}`, () => refuses({ batch }, error));
  });

  it("upserts take either points or a batch, and not both", async () => {
    await refuses({}, "points is required");
    await refuses({ points: null, batch: null }, "points is required");
    await refuses({ points: [], batch: { ids: [], vectors: [] } }, "give points or batch, not both");
  });

  describe("with a mode or a condition", () => {
    const both = [
      { id: 1, vector: [9, 9], payload: { new: true } },
      { id: 5, vector: [9, 9] },
    ];
    beforeEach(() => put({ points: [1, 2].map((n) => ({ id: n, vector: [n, 0], payload: { n } })) }));

    const OLD = { 1: [{ n: 1 }, [1, 0]], 2: [{ n: 2 }, [2, 0]] };
    const CHANGED = [{ new: true }, [9, 9]];
    const ADDED = [{}, [9, 9]];
    const one = { must: [{ key: "n", match: { value: 1 } }] };
    const two = { must: [{ key: "n", match: { value: 2 } }] };

    it("upserts replace existing points and insert new ones with the mode upsert", async () => {
      await put({ points: both, update_mode: "upsert" });
      expect(await stored()).to.deep.equal({ ...OLD, 1: CHANGED, 5: ADDED });
    });

    it("upserts keep existing points with the mode insert_only", async () => {
      await put({ points: both, update_mode: "insert_only" });
      expect(await stored()).to.deep.equal({ ...OLD, 5: ADDED });
    });

    it("upserts insert no new points with the mode update_only", async () => {
      await put({ points: both, update_mode: "update_only" });
      expect(await stored()).to.deep.equal({ ...OLD, 1: CHANGED });
    });

    it("upserts replace existing points that match and insert new ones with update_filter", async () => {
      await put({ points: both, update_filter: one });
      expect(await stored()).to.deep.equal({ ...OLD, 1: CHANGED, 5: ADDED });
    });

    it("upserts keep existing points that do not match with update_filter", async () => {
      await put({ points: both, update_filter: two });
      expect(await stored()).to.deep.equal({ ...OLD, 5: ADDED });
    });

    it("upserts replace only existing points that match with update_only and update_filter", async () => {
      await put({ points: both, update_mode: "update_only", update_filter: two });
      expect(await stored()).to.deep.equal(OLD);
    });

    it("upserts check their condition against the points before the request", async () => {
      const points = [1, 2].map((n) => ({ id: 7, vector: [n, n], payload: { n } }));
      await put({ points, update_mode: "insert_only" });
      expect(await stored()).to.deep.equal({ ...OLD, 7: [{ n: 2 }, [2, 2]] });
    });

    it("upserts are refused for an invalid point even if they would write nothing", async () => {
      const answer = await put({ points: [{ id: 5, vector: [1] }], update_mode: "update_only" });
      expect(answer.body.status.error).to.equal("Dimension mismatch for vector '5': expected 2, got 1");
    });

    it("upserts are refused with an invalid mode or condition", async () => {
      const mode = await put({ points: [], update_mode: "replace" });
      expect(mode.body.status.error).to.equal(
        'update_mode: expected "upsert", "insert_only" or "update_only", got "replace"',
      );
      const filter = await put({ points: [], update_filter: { mist: [] } });
      expect(filter.body.status.error).to.match(/^Invalid filter at update_filter: unknown key "mist"/);
    });

    it("upserts let one of several concurrent inserts of an id succeed", async () => {
      const attempts = Array.from({ length: 20 }, (_, n) =>
        put({ points: [{ id: 100, vector: [n, n], payload: { n } }], update_mode: "insert_only" }),
      );
      const answers = await Promise.all(attempts);
      expect(answers.map(({ status }) => status)).to.deep.equal(new Array(20).fill(200));
      const first = answers.map(({ body }) => body.result.operation_id as number);
      const winner = first.indexOf(Math.min(...first));
      expect((await stored())[100]).to.deep.equal([{ n: winner }, [winner, winner]]);
    });
  });
});

describe("deletes by filter", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ vectors: 3 * MAX_BATCH_POINTS });
    await createCollection(server, { size: 1, distance: "Dot" });
  });
  afterEach(() => server.close());

  const remove = (body: unknown) => server.call("POST", `${POINTS}/delete`, body);

  it("deletions by filter delete all points that match, and no others", async () => {
    const points = [1, 2, 3, 4].map((n) => ({ id: n, vector: [n], payload: { odd: n % 2 === 1 } }));
    await server.call("PUT", POINTS, { points });
    const { status, body } = await remove({ filter: { must: [{ key: "odd", match: { value: true } }] } });
    expect([status, body.result.status]).to.deep.equal([200, "Completed"]);
    const { body: left } = await server.call("POST", `${POINTS}/scroll`, {});
    expect(left.result.points.map(({ id }: { id: number }) => id)).to.deep.equal([2, 4]);
  });

  it("deletions by filter delete all points with {}, and are refused without a filter or points", async () => {
    await server.call("PUT", POINTS, { points: [{ id: 1, vector: [1] }] });
    expect((await remove({})).body.status.error).to.equal("points or filter is required");
    expect((await remove({ filter: null })).status).to.equal(400);
    expect(await count(server)).to.equal(1);
    await remove({ filter: {} });
    expect(await count(server)).to.equal(0);
  });

  it("deletions by filter delete more points than one write may contain", async () => {
    const all = 2 * MAX_BATCH_POINTS + 5;
    for (let from = 0; from < all; from += MAX_BATCH_POINTS) {
      const ids = Array.from({ length: Math.min(MAX_BATCH_POINTS, all - from) }, (_, i) => from + i);
      await server.call("PUT", POINTS, { batch: { ids, vectors: ids.map((id) => [id]) } });
    }
    expect(await count(server)).to.equal(all);
    const first = (await remove({ filter: { must_not: [{ has_id: [7] }] } })).body.result.operation_id;
    const second = (await remove({ points: [] })).body.result.operation_id;
    expect([await count(server), second - first]).to.deep.equal([1, 1]);
  });
});
