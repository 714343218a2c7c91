// Collections without vectors: their points have payloads only, and are stored, overwritten, deleted, saved and found
// like all others.
import { expect } from "chai";
import { parseFilter } from "../../../src/core/filter/parse.ts";
import { copyOf, everything, json } from "./checkpoint-fixtures.ts";
import { configOf, type Opened, open, remove, reopen, type TestPoint, upsert } from "./fixtures.ts";

const IDS = Array.from({ length: 120 }, (_, i) => i);
const point = (id: number, payload: unknown): TestPoint => ({ id, vectors: {}, payload: json(payload) });

async function withPoints(options: Parameters<typeof open>[0] = {}): Promise<Opened> {
  const opened = await open(options);
  await opened.database.create("c", configOf());
  await upsert(
    opened.database,
    "c",
    IDS.map((id) => point(id, { id, even: id % 2 === 0 })),
  );
  return opened;
}

describe("a collection without vectors", () => {
  it("a collection without vectors stores, overwrites and deletes points", async () => {
    const { database } = await withPoints();
    await upsert(database, "c", [point(3, { new: true })]);
    await remove(database, "c", [4, 5]);
    const collection = database.collection("c");
    expect(collection.points).to.equal(118);
    const [three, four] = await everything(database, "c", [3, 4]);
    expect(new TextDecoder().decode(Uint8Array.from(three!.payload!))).to.equal('{"new":true}');
    expect(three!.vectors).to.deep.equal({});
    expect(four).to.equal(null);
    await database.close();
  });

  it("a collection without vectors returns the points that satisfy a filter", async () => {
    const { database } = await withPoints();
    const filter = parseFilter({ must: [{ key: "even", match: { value: true } }] });
    expect(await database.collection("c").reads.count(filter, true)).to.equal(60);
    await database.close();
  });

  it("a collection without vectors has points in no vector index", async () => {
    const { database } = await withPoints();
    expect(await database.collection("c").indexState()).to.include({ indexed: 0, busy: false });
    await database.close();
  });

  it("a collection without vectors frees the memory of deleted points, and begins a new segment when one is full", async () => {
    const { database } = await withPoints({ segments: { maxSlots: 50, vacuumMinSlots: 10 } });
    const { segments } = database.collection("c");
    expect(segments.all.length).to.be.greaterThan(2);
    await remove(database, "c", IDS.slice(0, 100));
    await database.optimized();
    expect(segments.all.reduce((sum, { dead }) => sum + dead, 0)).to.equal(0);
    expect(segments.points).to.equal(20);
    await database.close();
  });

  for (const [how, restart] of [
    ["from the log", async (opened: Opened) => open({ dir: copyOf(opened) })],
    ["from a checkpoint", async (opened: Opened) => reopen(opened)],
    [
      "from a checkpoint and the log",
      async (opened: Opened) => {
        await opened.database.checkpoint();
        await upsert(opened.database, "c", [point(7, { late: 1 })]);
        await remove(opened.database, "c", [8]);
        return open({ dir: copyOf(opened) });
      },
    ],
  ] as const) {
    it(`a collection without vectors is restored ${how}`, async () => {
      const opened = await withPoints();
      const again = await restart(opened);
      const expected = how.endsWith("log") && how.includes("checkpoint") ? 119 : 120;
      expect(again.database.collection("c").points).to.equal(expected);
      const [ten] = await everything(again.database, "c", [10]);
      expect(new TextDecoder().decode(Uint8Array.from(ten!.payload!))).to.equal('{"id":10,"even":true}');
      await upsert(again.database, "c", [point(500, {})]);
      expect(again.database.collection("c").points).to.equal(expected + 1);
      await again.database.close();
    });
  }
});
