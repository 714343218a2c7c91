// Kinds of vector indexes: a kind that the core does not know is created, written, searched, saved, restored, rebuilt
// and dropped through the same code as dense vectors.
import { expect } from "chai";
import { DEFAULT_SEARCH } from "../../../src/core/config/search-params.ts";
import type { Filter } from "../../../src/core/filter/filter.ts";
import { parsePath } from "../../../src/core/filter/path.ts";
import type { EncodedOperation } from "../../../src/core/record/record.ts";
import { slotOf } from "../../../src/core/slots/point-ref.ts";
import { recordBuffer, takeSnapshot } from "../../../src/core/snapshot/take.ts";
import { between, bytes, roundRandom, seedOf } from "../../support/chance.ts";
import { alive, WITH_BYTES } from "../../support/flat-byte-index.ts";
import { copyOf, json } from "./checkpoint-fixtures.ts";
import { configOf, type Opened, open, remove, type TestPoint, unnamed, upsert } from "./fixtures.ts";

const SIZE = 5;
const DENSE = { name: "", size: 2, distance: "Euclid" } as const;
const BYTES = { name: "bytes", size: SIZE, distance: "Euclid", kind: "bytes" } as const;
/** Limits so small that segments become full, and are rebuilt after deletions. */
const SEGMENTS = { maxSlots: 16, vacuumMinSlots: 4, deletedThreshold: 0.3, spareSegments: 1 };
const IDS = 40;
const K = 10;
const EVEN: Filter = {
  must: [{ kind: "field", path: parsePath("even"), check: { kind: "value", value: true } }],
  ...{ should: [], mustNot: [], minShould: null },
};
const SEED = seedOf();

/** The byte vectors that a collection should have, by id. */
type Model = Map<number, Uint8Array>;

const openIn = (dir?: string) =>
  open({ ...(dir !== undefined && { dir }), segments: SEGMENTS, more: { vectorKinds: WITH_BYTES } });

const distance = (a: Uint8Array, b: Uint8Array) =>
  Math.fround(Math.sqrt(a.reduce((sum, x, i) => sum + (x - b[i]!) ** 2, 0)));

/** Writes, overwrites and deletes points, a third of which have no byte vector. */
async function write({ database }: Opened, model: Model, round: number): Promise<void> {
  const random = roundRandom(SEED, round);
  const points = new Map<number, TestPoint>();
  for (let i = between(random, 1, 12); i > 0; i--) {
    const id = between(random, 1, IDS);
    const vector = random() < 0.33 ? null : bytes(random, SIZE);
    const vectors = { "": Float32Array.of(id, 1), ...(vector && { bytes: vector }) };
    points.set(id, { id, vectors, payload: json({ even: id % 2 === 0 }) });
    model.delete(id);
    if (vector) model.set(id, vector);
  }
  await upsert(database, "a", [...points.values()]);
  const gone = [between(random, 1, IDS), between(random, 1, IDS)];
  await remove(database, "a", gone);
  for (const id of gone) model.delete(id);
}

/** A database whose collection "a" has dense vectors and byte vectors, and the vectors it should have. */
async function filled(): Promise<{ opened: Opened; model: Model }> {
  const opened = await openIn();
  const model: Model = new Map();
  await opened.database.create("a", configOf(DENSE, BYTES));
  for (let round = 0; round < 20; round++) await write(opened, model, round);
  return { opened, model };
}

/** Expects exactly the nearest points of the model, with their scores, for several queries. */
async function expectNearest({ database }: Opened, model: Model, filter: Filter | null = null) {
  const collection = database.collection("a");
  const queries = Array.from({ length: 5 }, (_, i) => bytes(roundRandom(SEED, 1000 + i), SIZE));
  const nearest = { field: collection.field("bytes")!, k: K, params: DEFAULT_SEARCH, filter };
  await collection.reading(async () => {
    const found = await collection.reads.search(queries, nearest);
    for (const [i, hits] of found.entries()) {
      const ids = hits.map(({ ref }) => collection.reads.idOf(ref) as number);
      const scores = hits.map(({ score }) => Math.fround(score));
      const candidates = [...model].filter(([id]) => filter === null || id % 2 === 0);
      const expected = candidates.map(([, vector]) => distance(queries[i]!, vector)).sort((a, b) => a - b);
      expect(scores, `SEED=${SEED}`).to.deep.equal(expected.slice(0, K));
      expect(
        ids.map((id) => distance(queries[i]!, model.get(id)!)),
        `SEED=${SEED}`,
      ).to.deep.equal(scores);
    }
  });
}

describe("a vector index of a kind that the core does not know", () => {
  it("a vector index of a kind that the core does not know finds vectors that were written, overwritten and deleted, in several segments", async () => {
    const { opened, model } = await filled();
    expect(opened.database.collection("a").segments.all.length).to.be.above(1);
    await expectNearest(opened, model);
    await opened.database.close();
  });

  it("a vector index of a kind that the core does not know finds only points that satisfy a filter", async () => {
    const { opened, model } = await filled();
    await expectNearest(opened, model, EVEN);
    await opened.database.close();
  });

  it("a vector index of a kind that the core does not know returns distances and vectors of points by id", async () => {
    const { opened, model } = await filled();
    const collection = opened.database.collection("a");
    const { reads, segments } = collection;
    const [id, vector] = [...model][0]!;
    const query = bytes(roundRandom(SEED, 7), SIZE);
    await collection.reading(async () => {
      const ref = (await reads.find([id]))[0]!;
      const [distances] = await reads.distances(collection.field("bytes")!, [query], [ref]);
      expect(Math.fround(Math.sqrt(distances![0]!)), `SEED=${SEED}`).to.equal(distance(query, vector));
      const { vectors } = await segments.at(ref).vectors.read("bytes", [slotOf(ref)]);
      expect(vectors.at(0), `SEED=${SEED}`).to.deep.equal(vector);
    });
    await opened.database.close();
  });

  it("a vector index of a kind that the core does not know is restored from a checkpoint with its files, and can be written to afterwards", async () => {
    const { opened, model } = await filled();
    await opened.database.checkpoint();
    const again = await openIn(copyOf(opened));
    await expectNearest(again, model);
    for (let round = 100; round < 105; round++) await write(again, model, round);
    await again.database.checkpoint();
    const last = await openIn(copyOf(again));
    await expectNearest(last, model);
    for (const { database } of [opened, again, last]) await database.close();
  });

  it("a vector index of a kind that the core does not know is restored from the log without a checkpoint", async () => {
    const { opened, model } = await filled();
    await opened.database.checkpoint();
    for (let round = 200; round < 205; round++) await write(opened, model, round);
    const again = await openIn(copyOf(opened));
    await expectNearest(again, model);
    for (const { database } of [opened, again]) await database.close();
  });

  it("a vector index of a kind that the core does not know is rebuilt without the slots of deleted points", async () => {
    const { opened, model } = await filled();
    const { database } = opened;
    const gone = [...model.keys()].slice(5);
    await remove(database, "a", gone);
    for (const id of gone) model.delete(id);
    await database.optimized();
    const { segments, points, upkeep } = database.collection("a");
    expect(upkeep.failure).to.equal(null);
    const slots = segments.all.reduce((sum, { ids }) => sum + ids.slots, 0);
    expect(slots, `SEED=${SEED}`).to.be.below(2 * points + SEGMENTS.vacuumMinSlots * segments.all.length);
    await expectNearest(opened, model);
    await database.close();
  });

  it("a vector index of a kind that the core does not know is in a snapshot, and recovered from it", async () => {
    const { opened, model } = await filled();
    const { database } = opened;
    const records: EncodedOperation[] = [];
    const sink = {
      begin: async () => {},
      write: async ({ type, body }: EncodedOperation) => {
        records.push({ type, body: body.slice() });
      },
    };
    const points = await takeSnapshot(database.collection("a"), sink, recordBuffer());
    const { config } = database.collection("a");
    const at = new Map(model);
    await write(opened, model, 300);
    await database.recover({ name: "a", config, points, next: async () => records.splice(0) });
    await expectNearest(opened, at);
    await database.close();
  });

  it("a vector index of a kind that the core does not know is refused with its name by a database that does not have the kind, before anything is logged", async () => {
    const opened = await open();
    const { database } = opened;
    const error = await database.create("a", configOf(BYTES)).catch((reason: Error) => reason);
    expect(error)
      .to.be.instanceOf(Error)
      .with.property("message")
      .that.contains("'bytes' is of kind 'bytes'");
    expect(database.registered("a")).to.equal(undefined);
    await database.close();
    const again = await openIn(opened.dir);
    expect(again.database.registered("a")).to.equal(undefined);
    await again.database.close();
  });

  it("a vector index of a kind that the core does not know may be the only one of a collection, and releases its memory when the collection is dropped", async () => {
    const before = alive.size;
    const opened = await openIn();
    const { database } = opened;
    await database.create("a", configOf(BYTES));
    await database.create("other", unnamed(2));
    const vector = Uint8Array.of(1, 2, 3, 4, 5);
    await upsert(database, "a", [{ id: 1, vectors: { bytes: vector } }]);
    await expectNearest(opened, new Map([[1, vector]]));
    expect(alive.size).to.equal(before + 1);
    await database.drop("a");
    await database.settled();
    expect(alive.size).to.equal(before);
    await database.close();
  });
});
