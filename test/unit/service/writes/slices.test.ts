// Large writes are checked against their collection in slices: where they pause, and that the result is the same.
import { expect } from "chai";
import { NATIVE_RULES } from "../../../../src/schema/rules.ts";
import { PointsService } from "../../../../src/service/points.ts";
import { changesOf } from "../../../../src/service/writes/batch.ts";
import { deleteChange } from "../../../../src/service/writes/delete.ts";
import { upsertChange } from "../../../../src/service/writes/upsert.ts";
import { updateVectors } from "../../../../src/service/writes/vectors.ts";
import { bare } from "../../../support/annotated.ts";
import { cutsOf } from "../../../support/cuts.ts";
import { configOf, type Opened, open, unnamed } from "../../core/fixtures.ts";

const SIZE = 1_024;
const MANY = 4_096;
const vector = new Float32Array(SIZE).fill(0.5);
const points = Array.from({ length: MANY }, (_, id) => ({ id, vector, payload: null }));
const ids = points.map(({ id }) => id);

describe("the preparation of a large write", () => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
    await opened.database.create("c", unnamed(SIZE, "Dot"));
  });
  afterEach(() => opened.database.close());
  const collection = () => opened.database.collection("c");

  it("the preparation of a large write is divided into slices of 64 thousand numbers and 256 ids, for rows and columns", () => {
    const rows = cutsOf(upsertChange(collection(), { points }));
    const columns = cutsOf(upsertChange(collection(), { batch: { ids, vectors: Array(MANY).fill(vector) } }));
    // There are 4 million numbers, and 256 more for each point.
    for (const { cuts, value } of [rows, columns]) {
      expect(cuts).to.be.at.least(64 + 16);
      expect(value.mayAdd).to.equal(MANY);
    }
  });

  it("the preparation of a large write is not divided when the write is small", () => {
    expect(cutsOf(upsertChange(collection(), { points: points.slice(0, 40) })).cuts).to.equal(0);
  });

  it("the preparation of a large write is divided into slices when it replaces vectors, deletes by ids, or is one of several", () => {
    expect(cutsOf(updateVectors(collection(), { points })).cuts).to.be.at.least(64);
    expect(cutsOf(deleteChange(collection(), { points: ids })).cuts).to.be.at.least(15);
    const batch = changesOf(collection(), [{ upsert: { points } }, { delete: { points: ids } }], "refused");
    expect(cutsOf(batch).cuts).to.be.at.least(64 + 16 + 15);
  });

  it("the preparation of a large write refuses an invalid last point, and nothing is written", async () => {
    const wrong = [...points.slice(1), { id: 0, vector: Float32Array.of(1), payload: null }];
    const service = new PointsService(opened.database);
    const refused = await service.upsert({ collection_name: "c", points: wrong }, NATIVE_RULES).then(
      () => null,
      (error: Error) => error.message,
    );
    expect(refused).to.contain("Dimension mismatch");
    expect(collection().points).to.equal(0);
  });

  it("the preparation of a large write reads no vector that the write replaces, and the others in slices", async () => {
    const service = new PointsService(opened.database);
    await opened.database.create(
      "two",
      configOf({ name: "a", size: SIZE, distance: "Dot" }, { name: "b", size: SIZE, distance: "Dot" }),
    );
    const both = points.map(({ id }) => ({ id, vector: { a: vector, b: vector }, payload: null }));
    await service.upsert({ collection_name: "two", points: both }, NATIVE_RULES);
    const read: number[] = [];
    const original = opened.engine.read.bind(opened.engine);
    opened.engine.read = (segment, slots) => {
      read.push(slots.length);
      return original(segment, slots);
    };
    const given = new Float32Array(SIZE).fill(2);
    const changed = points.map(({ id }) => ({ id, vector: { a: given } }));
    await service.write({ collection_name: "two", points: changed }, updateVectors, NATIVE_RULES);
    // The vectors named b are read, a megabyte at a time.
    expect(read).to.deep.equal(Array(MANY / 256).fill(256));
    const record = await service.get({ collection_name: "two", id: MANY - 1 });
    expect(record.vector).to.deep.equal({ a: given, b: vector });
  });

  it("the preparation of a large write lets the write be executed before a small one that is called later", async () => {
    const service = new PointsService(opened.database);
    const large = service.upsert({ collection_name: "c", points }, NATIVE_RULES);
    const small = [1, 2, 3].map((n) =>
      service.upsert(
        { collection_name: "c", points: [{ id: 7, vector: new Float32Array(SIZE).fill(n), payload: null }] },
        NATIVE_RULES,
      ),
    );
    const results = await Promise.all([large, ...small]);
    const numbers = results.map((result) => bare(result).operation_id);
    expect(numbers).to.deep.equal(numbers.toSorted((a, b) => a - b));
    const { vector: last } = await service.get({ collection_name: "c", id: 7 });
    expect((last as Float32Array)[0]).to.equal(3);
  });
});
