// Saved payloads are read from their file byte for byte, and missing or changed bytes of the file are reported.
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { PAGE_BYTES } from "../../../src/core/payload/page-file.ts";
import { CollectionDamaged } from "../../../src/errors/failures.ts";
import { runInSlices } from "../../../src/scheduling/slices.ts";
import { integer, rejection, withSeed } from "../engine/fixtures.ts";
import { append, KIB, MIB, payload, TestStore, testCache } from "./payload-fixtures.ts";

const KEY = "6ba7b810-9dad-11d1-80b4-00c04fd430c8/3/payloads.bin";

function storeOf(lengths: readonly number[], place = testCache()) {
  const test = new TestStore(place, KEY);
  lengths.forEach((length, slot) => {
    test.put(length === 0 ? null : payload(length, slot));
  });
  return { test, store: test.store, ...place };
}

/** Changes one byte of a file. */
function flip(path: string, offset: number): void {
  const bytes = readFileSync(path);
  bytes[offset]! ^= 1;
  writeFileSync(path, bytes);
}

describe("saved payloads", () => {
  it("saved payloads are returned whatever part of them has been saved", () =>
    withSeed(async (random) => {
      const lengths = Array.from({ length: 2_000 }, () => (random() < 0.1 ? 0 : integer(random, 1, 600)));
      const { test, store } = storeOf(lengths);
      for (let slots = 0; slots < lengths.length; slots += integer(random, 1, 500)) {
        test.save(slots);
        expect(await test.differing()).to.deep.equal([]);
      }
      test.save();
      expect(await test.differing()).to.deep.equal([]);
      expect(store.unsaved).to.equal(0);
    }));

  it("saved payloads are returned when they cross pages, fill a page exactly, and are larger than many pages", async () => {
    const { test } = storeOf([
      PAGE_BYTES - 1,
      2,
      PAGE_BYTES - 1,
      PAGE_BYTES,
      0,
      MIB,
      3 * PAGE_BYTES,
      1,
      5 * MIB,
      9,
    ]);
    test.save();
    expect(await test.differing()).to.deep.equal([]);
    expect(await test.differing()).to.deep.equal([]);
  });

  it("saved payloads take no memory except in the cache, which releases it when the store is dropped", async () => {
    const { test, store, memory, cache } = storeOf(new Array(1_000).fill(500));
    test.save(500);
    const half = store.bytes;
    test.save();
    expect(half).to.be.within(250_000, 400_000);
    expect(store.bytes).to.equal(0);
    expect(memory.used).to.equal(0);
    await test.differing();
    expect(memory.used).to.equal(cache.bytes).and.to.be.above(500_000);
    store.drop();
    expect(memory.used).to.equal(0);
  });

  it("saved payloads are unchanged when saving is reported a second time, or for fewer of them", async () => {
    const { test, store } = storeOf([100, 200, 300]);
    test.save();
    store.saved(600, test.sums(), 0);
    store.saved(100, test.sums().subarray(0, 1), 0);
    expect(store.unsaved).to.equal(0);
    expect(await test.differing()).to.deep.equal([]);
  });

  it("saved payloads can still be read by a reader that began while they were in memory", async () => {
    const { test, store } = storeOf([100, 200]);
    const read = store.read([0, 1]);
    test.save();
    test.put(payload(5_000, 9));
    expect(await read).to.deep.equal([payload(100, 0), payload(200, 1)]);
  });

  it("saved payloads are found in a page that was read before they were appended to it", async () => {
    const { test } = storeOf([100, 100]);
    test.save();
    await test.differing();
    test.put(payload(200, 7));
    test.save();
    expect(await test.differing()).to.deep.equal([]);
  });

  it("saved payloads are found in a page whose read began before they were saved", async () => {
    const { test, files } = storeOf([100]);
    test.save();
    const go = files.hold();
    const first = test.differing([0]);
    test.put(payload(200, 1));
    test.save();
    const second = test.differing([0, 1]);
    go();
    expect(await first).to.deep.equal([]);
    expect(await second).to.deep.equal([]);
    expect(files.takeReads()).to.equal(2);
  });

  it("saved payloads are not confused with bytes of an earlier attempt to save", async () => {
    const { test } = storeOf([100]);
    test.save();
    append(test.path, [payload(300, 99)], 100);
    expect(await test.differing()).to.deep.equal([]);
    test.put(payload(300, 1));
    test.save();
    expect(await test.differing()).to.deep.equal([]);
  });

  it("saved payloads are found by a new store that knows their positions", async () => {
    const before = storeOf([100, 0, 300, 20_000]);
    before.test.save();
    const { store } = new TestStore(before, KEY);
    const places = [0, 1, 2, 3].map((slot) => before.store.location(slot));
    const put = store.restore({
      end: before.store.end,
      offsets: Float64Array.from(places, ({ offset }) => offset),
      lengths: Uint32Array.from(places, ({ length }) => length),
      sums: before.test.sums(),
      isLive: (slot) => slot !== 2,
    });
    await runInSlices(put);
    store.put(4, payload(50, 4));
    expect(store.liveBytes).to.equal(20_150);
    expect(store.unsaved).to.equal(50);
    expect(store.location(4)).to.deep.equal({ offset: 20_400, length: 50 });
    expect(await store.read([4, 3, 2, 1, 0])).to.deep.equal([
      payload(50, 4),
      payload(20_000, 3),
      payload(300, 2),
      null,
      payload(100, 0),
    ]);
  });
});

describe("a damaged payload file", () => {
  it("a damaged payload file is reported with the position of the damaged payload, and the others can be read", async () => {
    const { test, store } = storeOf([1000, 1000, 1000]);
    test.save();
    flip(test.path, 1500);
    const error = await rejection(store.read([0, 1, 2]));
    expect(error).to.be.instanceOf(CollectionDamaged);
    expect(error.message).to.equal(
      "collection is damaged: 3/payloads.bin at byte 1000: a payload of 1000 bytes differs from its checksum",
    );
    expect((error.cause as Error).message).to.contain(`collections/${KEY} at byte 1000`);
    expect(await test.differing([0, 2])).to.deep.equal([]);
  });

  it("a damaged payload file is detected at each read, in cached pages and others", async () => {
    const { test, store } = storeOf([1000, MIB]);
    test.save();
    flip(test.path, 10);
    flip(test.path, 1000 + MIB / 2);
    for (const slot of [0, 0, 1, 1]) {
      expect(await rejection(store.read([slot]))).to.be.instanceOf(CollectionDamaged);
    }
  });

  it("a damaged payload file is reported with its end when it is too short", async () => {
    const { test, store } = storeOf([1000, 40 * KIB, MIB]);
    test.save();
    truncateSync(test.path, 20_000);
    expect(statSync(test.path).size).to.equal(20_000);
    const ends = "collection is damaged: 3/payloads.bin at byte 20000: the file ends too early";
    expect((await rejection(store.read([1]))).message).to.equal(ends);
    expect(await test.differing([0])).to.deep.equal([]);
    truncateSync(test.path, 500_000);
    const later = "collection is damaged: 3/payloads.bin at byte 500000: the file ends too early";
    expect((await rejection(store.read([2]))).message).to.equal(later);
  });

  it("a damaged payload file is not reported when the process may not open another file", async () => {
    const { test, store, files } = storeOf([1000, MIB]);
    test.save();
    files.read = async () => {
      throw Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" });
    };
    for (const slot of [0, 1]) {
      const error = await rejection(store.read([slot]));
      expect(error).to.not.be.instanceOf(CollectionDamaged);
      expect(error).to.include({ code: "TOO_MANY_OPEN_FILES", message: "too many open files" });
    }
  });

  it("a damaged payload file is reported when it is missing", async () => {
    const { test, store } = storeOf([1000, MIB]);
    test.save();
    rmSync(test.path);
    for (const slot of [0, 1]) {
      const { message } = await rejection(store.read([slot]));
      expect(message).to.match(
        /^collection is damaged: 3\/payloads\.bin at byte \d+: it cannot be read: ENOENT/,
      );
    }
  });
});
