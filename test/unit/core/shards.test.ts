// A collection with several shards: which segments its points are in, after everything that moves points.
import { expect } from "chai";
import { PackedIds } from "../../../src/core/slots/point-id.ts";
import { shardOf } from "../../../src/core/slots/shard-of.ts";
import type { PointId } from "../../../src/schema/leaf.ts";
import {
  found,
  type Opened,
  open,
  remove,
  reopen,
  stored,
  type TestPoint,
  unnamed,
  upsert,
} from "./fixtures.ts";

const SHARDS = 4;
const POINTS = 600;
const CONFIG = { ...unnamed(2), shards: SHARDS };
/** Segments of 40 slots, so each shard has several. */
const segments = { maxSlots: 40, spareSegments: 1, vacuumMinSlots: 10 };

const pointOf = (id: number, x = id): TestPoint => ({ id, vectors: { "": Float32Array.of(x, 0) } });
const points = (count = POINTS) => Array.from({ length: count }, (_, id) => pointOf(id));

/** Returns the ids of each shard, as the segments have them. */
function idsByShard({ database }: Opened): PointId[][] {
  return database.collection("c").segments.byShard.map((shard) =>
    shard.flatMap(({ ids }) =>
      Array.from({ length: ids.slots }, (_, slot) => slot)
        .filter((slot) => ids.isCurrent(slot))
        .map((slot) => ids.idOf(slot)),
    ),
  );
}

function expected(ids: readonly number[]): PointId[][] {
  const packed = PackedIds.pack(ids);
  return Array.from({ length: SHARDS }, (_, shard) =>
    ids.filter((_, i) => shardOf(packed, i, SHARDS) === shard),
  );
}

function expectShards(opened: Opened, ids: readonly number[]): void {
  const sorted = idsByShard(opened).map((shard) => shard.sort((a, b) => Number(a) - Number(b)));
  expect(sorted).to.deep.equal(expected(ids));
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe("a collection with several shards", () => {
  let opened: Opened;

  beforeEach(async () => {
    opened = await open({ segments });
    await opened.database.create("c", CONFIG);
  });
  afterEach(() => opened.database.close());

  it("a collection with several shards puts each point into a segment of its shard, in one batch or one at a time", async () => {
    await upsert(opened.database, "c", points(POINTS - 20));
    for (const id of range(POINTS - 20, POINTS)) await upsert(opened.database, "c", [pointOf(id)]);
    expectShards(opened, range(0, POINTS));
  });

  it("a collection with several shards writes a batch as one record, so a part of it is never stored alone", async () => {
    const first = await upsert(opened.database, "c", points());
    expect(await upsert(opened.database, "c", [pointOf(0)])).to.equal(first + 1);
  });

  it("a collection with several shards takes the last of two points with the same id in a batch", async () => {
    await upsert(opened.database, "c", [
      ...points(),
      ...range(0, POINTS).map((id) => pointOf(id, id + 0.25)),
    ]);
    for (const id of [0, 1, 2, 3, POINTS - 1]) {
      const { vectors } = (await stored(opened.database, "c", id))!;
      expect(vectors[""]).to.deep.equal([id + 0.25, 0]);
    }
  });

  it("a collection with several shards finds every point once, nearest first, over all shards", async () => {
    await upsert(opened.database, "c", points());
    const hits = await found(opened.database, "c", Float32Array.of(0, 0), POINTS);
    expect(hits.map(({ id }) => id)).to.deep.equal(range(0, POINTS));
  });

  it("a collection with several shards keeps each point in its shard when segments are rebuilt", async () => {
    await upsert(opened.database, "c", points());
    await upsert(opened.database, "c", points(POINTS / 2));
    await remove(opened.database, "c", range(0, POINTS / 4));
    await opened.database.rebuildAll(opened.database.collection("c"), true);
    expectShards(opened, range(POINTS / 4, POINTS));
    for (const { dead } of opened.database.collection("c").segments.all) expect(dead).to.equal(0);
  });

  it("a collection with several shards has the same shards after a start from a checkpoint, and takes further points there", async () => {
    await upsert(opened.database, "c", points(POINTS - 100));
    opened = await reopen(opened);
    await upsert(
      opened.database,
      "c",
      range(POINTS - 150, POINTS).map((id) => pointOf(id)),
    );
    expectShards(opened, range(0, POINTS));
    opened = await reopen(opened);
    expectShards(opened, range(0, POINTS));
  });

  it("a collection with several shards has the same shards after a start from the log alone", async () => {
    await upsert(opened.database, "c", points());
    await opened.database.close(false);
    opened = await open({ dir: opened.dir, segments });
    expectShards(opened, range(0, POINTS));
  });

  it("a collection with several shards begins no segment in a shard that gets no points, and none is missing", async () => {
    const inOne = expected(range(0, POINTS))[2] as number[];
    await upsert(
      opened.database,
      "c",
      inOne.map((id) => pointOf(id)),
    );
    const sizes = opened.database.collection("c").segments.byShard.map((shard) => shard.length);
    expect(sizes.map((size, shard) => (shard === 2 ? size > 1 : size === 1))).to.deep.equal([
      true,
      true,
      true,
      true,
    ]);
  });

  it("a collection with several shards leaves the lists of other shards as they are when a segment is begun", async () => {
    await upsert(opened.database, "c", points());
    const { segments } = opened.database.collection("c");
    const before = segments.byShard;
    segments.capacity.restart(1);
    for (const shard of [0, 2, 3]) expect(segments.byShard[shard]).to.equal(before[shard]);
    expect(segments.byShard[1]).to.have.lengthOf(before[1]!.length + 1);
  });
});
