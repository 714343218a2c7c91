// The application of a large upsert in slices: other requests run between two slices, and read the points as before.
import { expect } from "chai";
import type { UpsertPoints } from "../../../src/core/record/operation.ts";
import { decodeOperation, encodeOperation } from "../../../src/core/record/record.ts";
import { countBits } from "../../../src/core/slots/bits.ts";
import { PackedIds } from "../../../src/core/slots/point-id.ts";
import { itWeekly } from "../../support/weekly.ts";
import { configOf, type Opened, open, type TestPoint, upsert, upsertOf } from "./fixtures.ts";

const POINTS = 2_000;
const BYTES = 4_096;

const CONFIG = configOf({ name: "a", size: 1, distance: "Dot" }, { name: "b", size: 1, distance: "Dot" });

/** Points of which every third lacks one of two vectors. */
function points(version: number, from = 0): TestPoint[] {
  const one = Float32Array.of(version);
  return Array.from({ length: POINTS }, (_, i) => ({
    id: from + i,
    vectors: { a: one, ...(i % 3 !== version % 3 && { b: one }) },
    payload: new Uint8Array(BYTES).fill(0x20),
  }));
}

describe("a large upsert", () => {
  let opened: Opened;
  let lsn = 1_000;
  beforeEach(async () => {
    opened = await open();
    await opened.database.create("c", CONFIG);
    await upsert(opened.database, "c", points(1));
  });
  afterEach(() => opened.database.close());

  /** Applies an upsert without the log, and calls `look` after each slice. */
  async function apply(more: readonly TestPoint[], look: (slots: number, vectors: number) => void) {
    const collection = opened.database.collection("c");
    await collection.reserve([more.length]);
    const { type, body } = encodeOperation(upsertOf(collection, more), (bytes) => new Uint8Array(bytes));
    const operation = decodeOperation(type, body) as UpsertPoints;
    const taken = () => collection.segments.all.reduce((sum, { ids }) => sum + ids.slots, 0);
    let before = taken();
    await collection.segments.upsert(operation, ++lsn, (vectors) => {
      look(taken() - before, vectors);
      before = taken();
    });
    return collection;
  }

  it("a large upsert takes its slots in slices of 256 points or 256 KiB, and makes all of them visible at once", async () => {
    const { segments } = opened.database.collection("c");
    const slices: number[] = [];
    const seen = new Set<number>();
    const ids = PackedIds.pack([0, POINTS - 1, POINTS + 100]);
    const asked: unknown[] = [];
    let vectors = 0;
    // Half of the points replace existing ones, half are new.
    await apply(points(2, POINTS / 2), (slots, own) => {
      slices.push(slots);
      vectors += own;
      seen.add(segments.all.reduce((sum, one) => sum + countBits(one.visibleSlots()), 0));
      asked.push([0, 1, 2].map((i) => segments.find(ids, i)?.settled));
    });
    expect(slices).to.have.length(Math.ceil(POINTS / 64));
    expect(Math.max(...slices)).to.equal(64);
    expect([...seen]).to.deep.equal([POINTS]);
    expect(segments.points).to.equal(POINTS * 1.5);
    // After the first slice the first two ids are settled in their old slots and the third is unknown; after the last
    // slice the new slots of two ids are not settled yet.
    expect(asked[0]).to.deep.equal([true, true, undefined]);
    expect(asked.at(-1)).to.deep.equal([true, false, false]);
    expect(vectors).to.equal(points(2).reduce((sum, one) => sum + Object.keys(one.vectors).length, 0));
  });

  itWeekly(
    "a large upsert is read completely or not at all by a request for very many ids that began before it",
    async () => {
      const { reads } = opened.database.collection("c");
      const asked = Promise.resolve(reads.find(Array.from({ length: 300_000 }, (_, i) => i % POINTS)));
      let isFound = false;
      const found = asked.finally(() => {
        isFound = true;
      });
      for (let version = 2; !isFound; version++) {
        const more = points(version).map(({ id, vectors }) => ({ id, vectors, payload: null }));
        await apply(more, () => {});
      }
      const versions = new Set((await found).map((ref) => reads.version(ref!)));
      expect(versions).to.have.lengthOf(1);
    },
  );

  it("a large upsert is read completely or not at all by a request for several ids while it takes its slots", async () => {
    const { reads } = opened.database.collection("c");
    const asked: Promise<(number | null)[]>[] = [];
    await apply(points(2), () => asked.push(Promise.resolve(reads.find([0, POINTS - 1]))));
    expect(asked).to.have.length(Math.ceil(POINTS / 64));
    for (const found of asked) {
      const [first, last] = (await found).map((ref) => reads.version(ref!));
      expect(first).to.equal(last);
    }
  });

  it("a large upsert counts its vectors as its slots are taken, and no longer those of replaced points", async () => {
    const { segments } = opened.database.collection("c");
    const live = () => segments.all.reduce((sum, one) => sum + one.vectors.live, 0);
    const before = live();
    const counts: number[] = [];
    await apply(points(2), () => counts.push(live()));
    const after = points(2).reduce((sum, one) => sum + Object.keys(one.vectors).length, 0);
    expect(counts.at(-1)).to.equal(after);
    for (const count of counts)
      expect(count).to.be.within(Math.min(before, after) - 64, Math.max(before, after) + 64);
  });

  it("a large upsert continues in the next segment when the open one is sealed between two slices", async () => {
    const { segments } = opened.database.collection("c");
    const [first] = segments.all;
    let sealed: Promise<void> | undefined;
    await apply(points(2, POINTS), () => {
      sealed ??= segments.capacity.seal(first!);
    });
    await sealed;
    expect(segments.points).to.equal(2 * POINTS);
    expect(segments.all.length).to.be.at.least(2);
    const all = PackedIds.pack(Array.from({ length: 2 * POINTS }, (_, id) => id));
    for (let i = 0; i < all.length; i++) expect(segments.find(all, i)?.settled, `${i}`).to.equal(true);
  });
});
