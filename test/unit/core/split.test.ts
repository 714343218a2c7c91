// A split of the shards of a collection into two each: where the points are while the segments are divided, after it,
// and after a start in between.
import { expect } from "chai";
import type { Collection } from "../../../src/core/collection/collection.ts";
import { pointsIn, vectorsIn } from "../../../src/core/collection/live-vectors.ts";
import { rebuild } from "../../../src/core/rebuild/rebuild.ts";
import { clearShard, isUndivided } from "../../../src/core/segment/undivided.ts";
import { PackedIds } from "../../../src/core/slots/point-id.ts";
import { shardOf } from "../../../src/core/slots/shard-of.ts";
import { recordBuffer, takeSnapshot } from "../../../src/core/snapshot/take.ts";
import { until } from "../../support/until.ts";
import {
  found,
  type Opened,
  open,
  remove,
  setPayloads,
  stored,
  type TestPoint,
  unnamed,
  upsert,
} from "./fixtures.ts";

const POINTS = 700;
const segments = { maxSlots: 90, spareSegments: 1, vacuumMinSlots: 10 };
const pointOf = (id: number, x = id): TestPoint => ({ id, vectors: { "": Float32Array.of(x, 0) } });
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const points = (from = 0, to = POINTS) => range(from, to).map((id) => pointOf(id));
const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

describe("a split of shards", () => {
  let opened: Opened;

  beforeEach(async () => {
    opened = await open({ segments });
  });
  afterEach(() => opened.database.close());

  const own = (): Collection => opened.database.collection("c");
  const undivided = () => own().segments.all.filter((segment) => isUndivided(segment, own().segments));
  const create = (shards: number) => opened.database.create("c", { ...unnamed(2), shards });
  const split = () =>
    opened.database.configure("c", (config) => ({ ...config, shards: 2 * (config.shards ?? 1) }));

  /** Keeps the segments as they are until the function that it returns is called. */
  const holdRebuilds = () => {
    const { upkeep } = own();
    Object.assign(upkeep, { isDue: () => false });
    return () => {
      Reflect.deleteProperty(upkeep, "isDue");
      return opened.database.rebuildAll(own(), false);
    };
  };

  const restart = async (saves: boolean) => {
    await opened.database.close(saves);
    opened = await open({ dir: opened.dir, segments });
  };

  /** Expects that each shard has its points, and that they are found, each once. */
  const expectDivided = async (ids: readonly number[]) => {
    await opened.database.optimized();
    expect(undivided()).to.deep.equal([]);
    const packed = PackedIds.pack(ids);
    const { shards, byShard } = own().segments;
    for (const [shard, all] of byShard.entries()) {
      const there = all.flatMap(({ ids: inSegment }) =>
        range(0, inSegment.slots)
          .filter((slot) => inSegment.isCurrent(slot))
          .map((slot) => Number(inSegment.idOf(slot))),
      );
      const expected = ids.filter((_, i) => shardOf(packed, i, shards) === shard);
      expect(there.sort((a, b) => a - b)).to.deep.equal(expected);
    }
    await expectFound(ids);
  };

  const expectFound = async (ids: readonly number[]) => {
    const hits = await found(opened.database, "c", Float32Array.of(-1, 0), POINTS + 100);
    expect(hits.map(({ id }) => id)).to.deep.equal(ids);
  };

  it("a split of shards divides the points of each shard between two, from 1 shard to 64 and from 3 to 6", async () => {
    await create(1);
    await upsert(opened.database, "c", points());
    for (const shards of [2, 4, 8, 16, 32, 64]) {
      await split();
      expect(own().segments.shards).to.equal(shards);
      await expectDivided(range(0, POINTS));
    }
    await opened.database.create("d", { ...unnamed(2), shards: 3 });
    await upsert(opened.database, "d", points());
    await opened.database.configure("d", (config) => ({ ...config, shards: 6 }));
    await opened.database.optimized();
    expect(own().segments.points).to.equal(POINTS);
  });

  it("a split of shards copies nothing at first: the points stay in their segments and are found there", async () => {
    await create(2);
    await upsert(opened.database, "c", points());
    const finish = holdRebuilds();
    const before = own().segments.all.map(({ number }) => number);
    await split();
    expect(own().segments.all.map(({ number }) => number)).to.include.members(before);
    expect(undivided().length).to.be.above(1);
    await expectFound(range(0, POINTS));
    await finish();
    await expectDivided(range(0, POINTS));
  });

  it("a split of shards leaves points that are overwritten, deleted or get payloads before their segments are divided right", async () => {
    await create(2);
    await upsert(opened.database, "c", points());
    const finish = holdRebuilds();
    await split();
    await upsert(opened.database, "c", points(0, 100));
    await remove(opened.database, "c", range(50, 150));
    await setPayloads(opened.database, "c", new Map([[200, Uint8Array.of(123, 125)]]));
    const rest = [...range(0, 50), ...range(150, POINTS)];
    await expectFound(rest);
    await finish();
    await expectDivided(rest);
    expect((await stored(opened.database, "c", 200))?.payload).to.deep.equal([123, 125]);
  });

  it("a split of shards beside writes and searches loses no point and finds none twice", async () => {
    await create(1);
    await upsert(opened.database, "c", points());
    let isOver = false;
    const writer = async (first: number) => {
      for (let at = first; !isOver; at = (at + 40) % POINTS)
        await upsert(opened.database, "c", points(at, Math.min(POINTS, at + 40)));
    };
    const searcher = async () => {
      while (!isOver) await expectFound(range(0, POINTS));
    };
    const work = Promise.all([writer(0), writer(300), searcher(), searcher()]);
    // Some are split again while a rebuild is under way.
    for (let n = 0; n < 6; n++) {
      await split();
      await until(() => (n % 2 === 0 ? own().upkeep.running : undivided().length === 0));
    }
    isOver = true;
    await work;
    expect(own().upkeep.failure).to.equal(null);
    expect(own().segments.shards).to.equal(64);
    await expectDivided(range(0, POINTS));
  });

  for (const [when, splits] of [
    ["before its points are counted", [1]],
    ["while they are copied", [2]],
    ["before they are counted, and again while they are copied", [1, 2]],
  ] as const) {
    it(`a rebuild of several segments ends right if the shards are split ${when}`, async () => {
      await create(1);
      holdRebuilds();
      await upsert(opened.database, "c", points());
      await remove(opened.database, "c", range(0, POINTS / 2));
      const sources = own().segments.all.slice(0, 4);
      expect(sources.filter(({ ids }) => ids.size > 0).length).to.be.above(0);
      let steps = 0;
      const step = async (number: number) => {
        if (splits.some((at) => at === number)) await split();
      };
      await rebuild(
        {
          ...{ engine: opened.engine, segments: own().segments, indexFirst: false, onTargets: () => {} },
          exclusively: async (work) => {
            if (++steps === 1) await step(1);
            await own().exclusively(work);
          },
          pause: async () => {
            if (++steps === 2) await step(2);
          },
        },
        sources,
      );
      await restart(true);
      await expectDivided(range(POINTS / 2, POINTS));
    });
  }

  for (const [when, saves] of [
    ["from the log", false],
    ["from a checkpoint with undivided segments", true],
  ] as const) {
    it(`a split of shards is finished after a start ${when}`, async () => {
      await create(2);
      await upsert(opened.database, "c", points(0, 500));
      await opened.database.checkpoint();
      holdRebuilds();
      await split();
      await upsert(opened.database, "c", points(400, POINTS));
      await restart(saves);
      expect(own().segments.shards).to.equal(4);
      await expectDivided(range(0, POINTS));
      await restart(true);
      await expectDivided(range(0, POINTS));
    });
  }

  it("a split of shards counts the points and vectors of undivided segments once over all shards", async () => {
    await create(2);
    await upsert(opened.database, "c", points());
    holdRebuilds();
    await split();
    const shards = range(0, 4);
    expect(sum(shards.map((shard) => pointsIn(own().segments, shard)))).to.equal(POINTS);
    expect(sum(shards.map((shard) => vectorsIn(own(), shard)!))).to.equal(POINTS);
    expect(opened.database.vectors).to.equal(POINTS);
  });

  it("a split of shards lets reads have both parts of an undivided shard, and refuses one of them alone while the other is here", async () => {
    await create(2);
    await upsert(opened.database, "c", points());
    const finish = holdRebuilds();
    await split();
    own().ensureServes({ shards: [0, 1], division: 4 });
    own().ensureServes({ shards: [0], division: 2 });
    for (const shards of [[0], [1, 2, 3], [0, 3]])
      expect(() => own().ensureServes({ shards, division: 4 })).to.throw(/has not divided/);
    await finish();
    for (const shards of [[0], [1, 2, 3], [0, 3]]) own().ensureServes({ shards, division: 4 });
  });

  it("a split of shards refuses to copy a shard by its number from before, which is that of other points now", async () => {
    await create(2);
    await upsert(opened.database, "c", points());
    await split();
    const sink = { begin: async () => {}, write: async () => {} };
    const taking = takeSnapshot(own(), sink, recordBuffer(), { shard: 1, division: 2 });
    expect(await taking.then(String, (error: Error) => error.message)).to.contain("have been split");
    const now = { shard: 1, division: 4 };
    expect(await takeSnapshot(own(), sink, recordBuffer(), now)).to.be.within(1, POINTS - 1);
  });

  it("a shard can be cleared while its points are in undivided segments, and the other part of the split stays", async () => {
    await create(1);
    await upsert(opened.database, "c", points());
    const finish = holdRebuilds();
    await split();
    await own().exclusively(() => clearShard(own().segments, 1));
    const packed = PackedIds.pack(range(0, POINTS));
    const rest = range(0, POINTS).filter((_, i) => shardOf(packed, i, 2) === 0);
    await expectFound(rest);
    await finish();
    await expectDivided(rest);
  });

  it("a shard of many points in undivided segments is cleared in slices of at most 4096, with other work in between", async () => {
    await create(1);
    const settings = { maxSlots: 20_000, spareSegments: 1, vacuumMinSlots: 10 };
    await opened.database.close();
    opened = await open({ segments: settings });
    await create(1);
    await upsert(opened.database, "c", points(0, 15_000));
    holdRebuilds();
    await split();
    const { remove: removeNow } = own().segments;
    const sizes: number[] = [];
    own().segments.remove = (removed) => {
      sizes.push(removed.ids.length);
      return removeNow.call(own().segments, removed);
    };
    await own().exclusively(() => clearShard(own().segments, 1));
    expect(sum(sizes)).to.be.within(7_000, 8_000);
    expect(Math.max(...sizes)).to.be.at.most(4_096);
    expect(own().segments.points).to.equal(15_000 - sum(sizes));
  });

  it("a split of shards works with shards of very different sizes and points that all go to one part", async () => {
    await create(1);
    const packed = PackedIds.pack(range(0, 4 * POINTS));
    const ids = range(0, 4 * POINTS).filter((_, i) => shardOf(packed, i, 16) === 5);
    await upsert(
      opened.database,
      "c",
      ids.map((id) => pointOf(id)),
    );
    for (let n = 0; n < 3; n++) await split();
    await expectDivided(ids);
  });

  it("a split of shards works on collections without points, and with deleted points only", async () => {
    await create(1);
    await split();
    await expectDivided([]);
    await upsert(opened.database, "c", points());
    await remove(opened.database, "c", range(0, POINTS));
    await split();
    await expectDivided([]);
    await upsert(opened.database, "c", points(0, 10));
    await expectDivided(range(0, 10));
  });
});
