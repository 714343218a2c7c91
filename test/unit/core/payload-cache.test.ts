// The cache of payload pages: the reads it saves, its limit of memory, and when it frees pages.
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "chai";
import { FLOOR_BYTES } from "../../../src/core/payload/page-cache.ts";
import { PAGE_BYTES } from "../../../src/core/payload/page-file.ts";
import { NodePayloadFiles } from "../../../src/storage/node-payload-files.ts";
import { itWeekly } from "../../support/weekly.ts";
import { rejection } from "../engine/fixtures.ts";
import { append, KIB, MIB, payload, TestStore, testCache } from "./payload-fixtures.ts";

const LENGTH = 4 * KIB;
const PER_PAGE = PAGE_BYTES / LENGTH;

/** A store of the given size whose payloads are all saved. */
function saved(place: ReturnType<typeof testCache>, bytes: number, key = "u/0/payloads.bin"): TestStore {
  const test = new TestStore(place, key);
  for (let slot = 0; slot < bytes / LENGTH; slot++) test.put(payload(LENGTH, slot));
  test.save();
  return test;
}

/** How many descriptors of this process are open on the file. */
const opened = (path: string) =>
  readdirSync("/proc/self/fd").filter((fd) => linkOf(`/proc/self/fd/${fd}`) === path).length;

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null; // closed since it was listed
  }
}

describe("the cache of payload pages", () => {
  it("the cache of payload pages reads a page once, and no file for a cached page", async () => {
    const place = testCache();
    const test = saved(place, MIB);
    await test.differing();
    expect(place.files.takeReads()).to.equal(MIB / PAGE_BYTES);
    expect(await test.differing()).to.deep.equal([]);
    expect(place.files.takeReads()).to.equal(0);
  });

  it("the cache of payload pages has the checksum of a payload compared once while its page stays", async () => {
    const place = testCache();
    const test = saved(place, MIB);
    const tiny = new TestStore(place, "u/1/payloads.bin");
    for (let slot = 0; slot < 8; slot++) tiny.put(payload(7, slot));
    tiny.save();
    // The first read waits for the pages, so only the second can note what is intact in them.
    await Promise.all([test.store.read([0, 1]), tiny.store.read([0, 1])]);
    await Promise.all([test.store.read([0, 1]), tiny.store.read([0, 1])]);
    place.files.checksums = 0;
    expect((await test.differing([0, 1, 2])).length + (await tiny.differing([0, 1])).length).to.equal(0);
    expect(place.files.checksums, "of slot 2, and of payloads too short to be told apart").to.equal(1 + 2);
  });

  it("the cache of payload pages reads the missing pages of one call concurrently, up to a limit", async () => {
    const place = testCache();
    const test = saved(place, 4 * MIB);
    await test.differing([0, 10, 100, 200].map((page) => page * PER_PAGE));
    expect(place.files.most).to.equal(4);
    expect(await test.differing()).to.deep.equal([]);
    expect(place.files.most).to.equal(FLOOR_BYTES / PAGE_BYTES);
  });

  it("the cache of payload pages reads a page once for all concurrent callers", async () => {
    const place = testCache();
    const test = saved(place, MIB);
    const readers = Array.from({ length: 20 }, () => test.differing([0, PER_PAGE]));
    expect(await Promise.all(readers)).to.deep.equal(new Array(20).fill([]));
    expect(place.files.takeReads()).to.equal(2);
  });

  it("the cache of payload pages stays within its share of the memory, and still returns every payload", async () => {
    const place = testCache(64 * MIB);
    const tests = [0, 1, 2].map((i) => saved(place, 4 * MIB, `u/${i}/payloads.bin`));
    const answers = await Promise.all([...tests, ...tests].map((test) => test.differing()));
    expect(answers.flat()).to.deep.equal([]);
    expect(place.cache.bytes).to.equal(2 * MIB);
    expect(place.memory.used).to.equal(2 * MIB);
  });

  itWeekly(
    "the cache of payload pages keeps pages that are read repeatedly when many others are read once",
    async () => {
      const place = testCache(64 * MIB);
      const test = saved(place, 16 * MIB);
      for (let page = 8; page < 1024; page++) {
        if (page % 16 === 0) await test.differing([0, PER_PAGE, 2 * PER_PAGE]);
        await test.differing([page * PER_PAGE]);
      }
      const { reads } = place.files;
      expect(reads.filter(({ offset }) => offset < 3 * PAGE_BYTES)).to.have.length(3);
      expect(reads).to.have.length(3 + 1016);
    },
  );

  it("the cache of payload pages frees memory for other uses down to its minimum, and never takes the last free memory", async () => {
    const place = testCache(256 * MIB);
    const test = saved(place, 8 * MIB);
    await test.differing();
    const { memory, cache } = place;
    expect(cache.bytes).to.equal(8 * MIB);
    const others = memory.limit - memory.used;
    expect(memory.reserve(others, "lasting")).to.equal(true);
    expect(memory.reserve(MIB, "lasting"), "a megabyte of it").to.equal(true);
    expect(cache.bytes).to.equal(7 * MIB);
    expect(memory.reserve(6 * MIB, "passing"), "all but the floor").to.equal(true);
    expect(memory.reserve(1, "passing"), "the floor").to.equal(false);
    expect(cache.bytes).to.equal(FLOOR_BYTES);
    expect(await test.differing(), "read through the floor").to.deep.equal([]);
    expect(cache.bytes).to.equal(FLOOR_BYTES);
    memory.release(others);
    memory.keepBack();
    memory.add(memory.limit - memory.used - 17 * MIB);
    await test.differing();
    expect(cache.bytes, "what is above the sixteenth").to.equal(FLOOR_BYTES + MIB);
  });

  it("the cache of payload pages fails a read whose file is dropped meanwhile, and keeps no memory for it", async () => {
    const place = testCache();
    const test = saved(place, 4 * MIB);
    const go = place.files.hold();
    const reading = test.store.read([...Array(1024).keys()]);
    test.store.drop();
    go();
    expect((await rejection(reading)).message).to.contain("it has been dropped");
    expect(await rejection(test.store.read([0]))).to.have.property("message", "the file has been dropped");
    while (place.memory.used > 0) await nextTurn();
  });
});

describe("payload files under Node", () => {
  it("payload files under Node are kept open up to a limit, the latest ones, and all of them can be read", async () => {
    const { dir } = testCache();
    const files = new NodePayloadFiles(dir, 3);
    for (let i = 0; i < 10; i++) append(join(dir, `${i}.bin`), [payload(50, i)], 0);
    const into = Array.from({ length: 10 }, () => new Uint8Array(50));
    await Promise.all(into.map((bytes, i) => files.read(`${i}.bin`, 0, bytes)));
    expect(into).to.deep.equal(into.map((_, i) => payload(50, i)));
    expect(files.open).to.equal(3);
    files.close("9.bin");
    files.close("0.bin");
    expect(files.open).to.equal(2);
  });

  it("payload files under Node can be read to the end when they are closed meanwhile, and be opened again", async () => {
    const { dir } = testCache();
    const files = new NodePayloadFiles(dir);
    append(join(dir, "a"), [payload(9, 1)], 0);
    const into = new Uint8Array(20);
    const reading = files.read("a", 4, into);
    files.close("a");
    expect(await reading).to.equal(5);
    while (opened(join(dir, "a")) > 0) await nextTurn();
    expect(await files.read("a", 8, into)).to.equal(1);
    expect(opened(join(dir, "a"))).to.equal(1);
  });

  it("payload files under Node are not created by reading, and a missing file is tried again", async () => {
    const { dir } = testCache();
    const files = new NodePayloadFiles(dir);
    expect(await rejection(files.read("a", 0, new Uint8Array(1)))).to.have.property("code", "ENOENT");
    expect(existsSync(join(dir, "a"))).to.equal(false);
    append(join(dir, "a"), [payload(9, 1)], 0);
    expect(await files.read("a", 0, new Uint8Array(9))).to.equal(9);
  });
});
