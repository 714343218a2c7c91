// Points that are written, read, counted and deleted over every transport, with equal results and errors.
import { expect } from "chai";
import { RawJson } from "../../../src/schema/leaf.ts";
import { type Call, Contract } from "../../support/transports/contract.ts";

const c = { collection_name: "c" };
const BIG = 13570027672830659665n;
const UUID = "550e8400-e29b-41d4-a716-446655440000";
const raw = (json: string) => new RawJson(Buffer.from(json), 8);

const POINTS = [
  {
    id: BIG,
    vector: [1, 2, 3, 4],
    payload: raw('{"n": 9007199254740993, "m": -9007199254740995, "x": 5.0, "i": 5}'),
  },
  {
    id: UUID,
    vector: [0.1, -0.2, 0.3, 3e-5],
    payload: { city: "Köln \u{1F600}", tags: ["a", "b"], none: null, deep: { er: [[1], []] } },
  },
  { id: 0, vector: [0, 0, 0, 1] },
  { id: 9007199254740993n, vector: [4, 3, 2, 1], payload: {} },
];
const ALL = [BIG, UUID, 0, 9007199254740993n];

async function fill(call: Call) {
  await call("createCollection", { ...c, vectors_config: { size: 4, distance: "Dot" } });
  await call("upsertPoints", { ...c, points: POINTS });
}

describe("points over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  it("points over every transport are returned as they were written, with ids of 64 bits, UUIDs, and exact numbers", async () => {
    const answers = await contract.same(async (call) => {
      await fill(call);
      await call("retrievePoints", { ...c, ids: ALL, with_payload: true, with_vectors: true });
      await call("retrievePoints", { ...c, ids: [UUID.toUpperCase().replaceAll("-", "")] });
      await call("retrievePoints", { ...c, ids: ALL, with_payload: ["tags", "n"], with_vectors: false });
      await call("retrievePoints", { ...c, ids: ALL, with_payload: { exclude: ["tags", "n"] } });
      await call("retrievePoints", { ...c, ids: [] });
    });
    const [big, uuid] = answers[2];
    expect(big.id).to.equal(BIG);
    expect(big.payload.n).to.equal(9007199254740993n);
    expect(big.payload.m).to.equal(-9007199254740995n);
    expect(big.payload.x.text).to.equal("5.0");
    expect(uuid.vector).to.deep.equal([0.1, -0.2, 0.3, 3e-5]);
  });

  it("points over every transport are written with and without wait, whose default depends on the dialect", async () => {
    const script = async (call: Call) => {
      await fill(call);
      for (const wait of [undefined, true, false]) {
        const how = { ...c, ...(wait !== undefined && { wait }) };
        await call("upsertPoints", { ...how, points: [{ id: 7, vector: [1, 1, 1, 1] }] });
        await call("setPayload", { ...how, payload: { a: 1 }, points: [7] });
        await call("overwritePayload", { ...how, payload: { b: 1 }, points: [7] });
        await call("deletePayload", { ...how, keys: ["b"], points: [7] });
        await call("clearPayload", { ...how, points: [7] });
        await call("updateVectors", { ...how, points: [{ id: 7, vector: [2, 2, 2, 2] }] });
        await call("createFieldIndex", { ...how, field_name: "a", field_schema: "integer" });
        await call("deleteFieldIndex", { ...how, field_name: "a" });
        await call("batchUpdate", { ...how, operations: [{ clear_payload: { points: [7] } }] });
        await call("deletePoints", { ...how, points: [7] });
      }
    };
    const stateOf = (answer: { status?: string }[] | { status?: string }) =>
      (Array.isArray(answer) ? answer[0]! : answer).status?.toLowerCase();
    const EACH = 10;
    const states = (answers: { status: string }[], of: number) =>
      new Set(answers.slice(2 + EACH * of, 2 + EACH * (of + 1)).map(stateOf));
    const answers = await contract.same(script);
    expect([0, 1, 2].map((of) => [...states(answers, of)])).to.deep.equal([
      ["completed"],
      ["completed"],
      ["acknowledged"],
    ]);
  });

  it("points over every transport are written in each mode, and conditionally with a filter", async () => {
    const answers = await contract.same(async (call) => {
      await fill(call);
      const one = (id: number, x: number) => [{ id, vector: [x, x, x, x], payload: { x } }];
      await call("upsertPoints", { ...c, points: one(0, 8), update_mode: "insert_only" });
      await call("upsertPoints", { ...c, points: one(1, 8), update_mode: "update_only" });
      await call("upsertPoints", { ...c, points: one(2, 8), update_mode: "upsert" });
      const update_filter = { must: [{ key: "x", range: { lt: 9 } }] };
      await call("upsertPoints", { ...c, points: one(2, 9), update_filter });
      await call("upsertPoints", { ...c, points: one(2, 10), update_filter });
      await call("updateVectors", { ...c, points: [{ id: 2, vector: [5, 5, 5, 5] }], update_filter });
      await call("scrollPoints", { ...c, with_vectors: true });
    });
    expect(answers.at(-1).points).to.have.lengthOf(5);
  });

  it("points over every transport are counted and deleted by id and by filter", async () => {
    const answers = await contract.same(async (call) => {
      await fill(call);
      await call("countPoints", c);
      await call("countPoints", { ...c, exact: true, filter: { must: [{ has_id: [BIG, UUID, 5] }] } });
      await call("deletePoints", { ...c, points: [BIG, 12345] });
      await call("countPoints", c);
      await call("deletePoints", {
        ...c,
        filter: { must: [{ key: "city", match: { value: "Köln \u{1F600}" } }] },
      });
      await call("scrollPoints", c);
      await call("deletePoints", { ...c, filter: {} });
      await call("countPoints", c);
    });
    expect(answers[2].count).to.equal(4);
    expect(answers[3].count).to.equal(2);
    expect(answers[7].points.map(({ id }: { id: unknown }) => id)).to.deep.equal([0, 9007199254740993n]);
    expect(answers.at(-1).count).to.equal(0);
  });

  it("points over every transport have several vectors by name, which are set and removed one by one", async () => {
    const answers = await contract.same(async (call) => {
      const vectors_config = {
        a: { size: 2, distance: "Euclid" },
        __proto__x: { size: 3, distance: "Cosine" },
      };
      await call("createCollection", { ...c, vectors_config });
      await call("upsertPoints", {
        ...c,
        points: [
          { id: BIG, vector: { a: [1, 2], __proto__x: [3, 0, 4] } },
          { id: UUID, vector: { a: [5, 6] }, payload: { k: 1 } },
        ],
      });
      await call("updateVectors", { ...c, points: [{ id: UUID, vector: { __proto__x: [1, 0, 0] } }] });
      await call("deleteVectors", { ...c, points: [BIG], vectors: ["a"] });
      await call("scrollPoints", { ...c, with_vectors: true });
      await call("scrollPoints", { ...c, with_vectors: ["a"] });
      await call("deleteVectors", {
        ...c,
        filter: { must: [{ key: "k", match: { value: 1 } }] },
        vectors: ["a"],
      });
      await call("scrollPoints", { ...c, with_vectors: true, filter: { must: [{ has_vector: "a" }] } });
      await call("deleteVectors", { ...c, points: [BIG], vectors: ["b"] });
      await call("updateVectors", { ...c, points: [{ id: 99, vector: { a: [1, 0] } }] });
    });
    expect(answers[4].points).to.have.lengthOf(2);
  });

  it("points over every transport are changed by a batch of many operations", async () => {
    const answers = await contract.same(async (call) => {
      await fill(call);
      await call("batchUpdate", {
        ...c,
        operations: [
          { upsert: { points: [{ id: 1, vector: [1, 0, 0, 0], payload: { a: { b: 1 } } }] } },
          { set_payload: { payload: { c: 2 }, key: "a", points: [1] } },
          { overwrite_payload: { payload: { z: 26n }, filter: { must: [{ has_id: [BIG] }] } } },
          { delete_payload: { keys: ["city", "deep.er"], points: [UUID] } },
          { clear_payload: { points: [0] } },
          { update_vectors: { points: [{ id: 0, vector: [9, 9, 9, 9] }] } },
          { delete_vectors: { points: [1], vectors: [""] } },
          { delete: { points: [9007199254740993n] } },
        ],
      });
      await call("scrollPoints", { ...c, with_vectors: true });
      await call("batchUpdate", { ...c, operations: [] });
    });
    expect(answers[2]).to.have.lengthOf(8);
    expect(answers[3].points).to.have.lengthOf(4);
  });

  it("points over every transport are refused with the same errors", async () => {
    const answers = await contract.same(async (call) => {
      await call("upsertPoints", { ...c, points: POINTS });
      await fill(call);
      await call("upsertPoints", { ...c, points: [{ id: 5, vector: [1, 2] }] });
      await call("upsertPoints", { ...c, points: [{ id: "not-a-uuid", vector: [1, 2, 3, 4] }] });
      await call("upsertPoints", { ...c, points: [{ id: 5, vector: { other: [1, 2, 3, 4] } }] });
      await call("upsertPoints", { ...c, points: [{ id: 5, vector: { indices: [1], values: [1] } }] });
      await call("upsertPoints", {
        ...c,
        points: [
          {
            id: 5,
            vector: [
              [1, 2],
              [3, 4],
            ],
          },
        ],
      });
      await call("retrievePoints", { ...c, ids: [BIG, 404] });
      await call("scrollPoints", { ...c, limit: 0 });
      await call("scrollPoints", { ...c, limit: 1_000_000 });
      await call("countPoints", {
        ...c,
        filter: {
          must: [
            { key: "a", range: {}, match: { value: 1 } },
            { key: "", match: { value: 1 } },
          ],
        },
      });
      await call("countPoints", { ...c, filter: { min_should: { conditions: [], min_count: 1 } } });
      await call("setPayload", { ...c, payload: { a: 1 }, points: [1], key: "a[" });
    });
    expect(answers.filter((answer) => answer instanceof Error)).to.have.lengthOf(11);
  });
});
