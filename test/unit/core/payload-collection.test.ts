// A collection with payloads in files: reads over several segments, rebuilds, and drops.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "chai";
import { CHANGING } from "../../../src/core/collection/collection-state.ts";
import type { CollectionSegment } from "../../../src/core/segment/segment.ts";
import { CollectionDeleted } from "../../../src/errors/collections.ts";
import { newEngine, rejection } from "../engine/fixtures.ts";
import { type TestPoint, unnamed } from "./fixtures.ts";
import { append, payload, type TestCache, testCache } from "./payload-fixtures.ts";
import { LooseCollection, UUID } from "./segment-fixtures.ts";

const points = (count: number): TestPoint[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    vectors: { "": Float32Array.of(id, 1) },
    payload: id % 3 === 0 ? null : payload(200 + id, id),
  }));

/** Writes all payloads of the segment to its file, as a checkpoint does. */
function save({ number, payloads, ids }: CollectionSegment, { dir, files }: TestCache): void {
  const sums = Uint32Array.from({ length: ids.slots }, (_, slot) => {
    const { offset, length } = payloads.location(slot);
    return length === 0 ? 0 : files.crc32(payloads.parts(offset, offset + length)[0]!);
  });
  append(join(dir, UUID, `${number}`, "payloads.bin"), payloads.parts(0, payloads.end), 0);
  payloads.saved(payloads.end, sums, 0);
}

async function savedCollection(place: TestCache, count: number) {
  const { memory, cache } = place;
  const settings = { maxSlots: 40, vacuumMinSlots: 10 };
  const loose = new LooseCollection(newEngine({ memory }), unnamed(2), settings, { pages: cache });
  await loose.upsert(points(count));
  for (const segment of loose.collection.segments.all) save(segment, place);
  return loose;
}

async function payloadsOf({ collection }: LooseCollection, ids: readonly number[]) {
  return collection.reading(async () => {
    const slots = (await collection.reads.find(ids)).map((slot) => slot!);
    return {
      read: await collection.reads.payloads(slots),
      lengths: slots.map((slot) => collection.reads.payloadLength(slot)),
    };
  });
}

describe("a collection with payloads in files", () => {
  it("a collection with payloads in files reads payloads of several segments in one call, in the requested order, saved or not", async () => {
    const place = testCache();
    const loose = await savedCollection(place, 100);
    const [more] = points(101).slice(100);
    await loose.upsert([more!]);
    const ids = [99, 100, 3, 1, 50, 1];
    const wanted = ids.map((id) => (id === 100 ? more! : points(100)[id]!).payload!);
    const { read, lengths } = await payloadsOf(loose, ids);
    expect(read).to.deep.equal(wanted);
    expect(lengths).to.deep.equal(wanted.map((bytes) => bytes?.length ?? 0));
    expect(place.files.takeReads()).to.equal(2);
    expect(loose.collection.segments.all.map(({ payloads }) => payloads.unsaved)).to.deep.equal([0, 0, 300]);
  });

  it("a collection with payloads in files copies payloads from the files in a rebuild, and closes the old files", async () => {
    const place = testCache();
    const loose = await savedCollection(place, 80);
    await loose.remove(Array.from({ length: 20 }, (_, i) => i));
    await loose.optimize();
    expect(place.files.takeReads()).to.be.above(0);
    const ids = Array.from({ length: 60 }, (_, i) => 20 + i);
    const { read } = await payloadsOf(loose, ids);
    expect(read).to.deep.equal(ids.map((id) => points(80)[id]!.payload));
    await loose.collection.drop();
    expect(place.memory.used).to.equal(0);
  });

  it("a collection with payloads in files reports that it was dropped to a read in progress", async () => {
    const place = testCache();
    const loose = await savedCollection(place, 100);
    const go = place.files.hold();
    const reading = payloadsOf(loose, [1, 50, 98]);
    const failed = rejection(reading);
    // The drop begins after the reads.
    while (place.files.reads.length < 3) await nextTurn();
    loose.collection.state = CHANGING;
    await loose.collection.drop();
    rmSync(join(place.dir, UUID), { recursive: true });
    go();
    expect(await failed).to.be.instanceOf(CollectionDeleted);
  });
});
