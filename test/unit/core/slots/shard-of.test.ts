// The shard of a point: it is the same on every server and for ever, spreads all kinds of ids evenly, and is divided
// without moving points.
import { expect } from "chai";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import { shardOf } from "../../../../src/core/slots/shard-of.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";

/** Returns the first 32 bits of the hash of an id: its shard, if there were 2^32. */
function firstBits(id: PointId): string {
  return shardOf(PackedIds.pack([id]), 0, 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}

/** Returns the number of the ids in each shard. */
function countsOf(ids: readonly PointId[], shards: number): number[] {
  const packed = PackedIds.pack(ids);
  const counts = new Array<number>(shards).fill(0);
  ids.forEach((_, i) => {
    counts[shardOf(packed, i, shards)]!++;
  });
  return counts;
}

const uuidOf = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
const COUNT = 20_000;
const KINDS_OF_IDS: Record<string, readonly PointId[]> = {
  "consecutive integers": Array.from({ length: COUNT }, (_, i) => i),
  "multiples of 4096": Array.from({ length: COUNT }, (_, i) => i * 4096),
  "integers beyond 2^53": Array.from({ length: COUNT }, (_, i) => 2n ** 63n + BigInt(i)),
  "consecutive UUIDs": Array.from({ length: COUNT }, (_, i) => uuidOf(i)),
};

describe("the shard of a point", () => {
  // Computed by the xxhash package of Python 3.6.0 over the bytes that shard-of.ts names.
  const HASHES: [PointId, string][] = [
    [0, "34c96acdcadb1bbb"],
    [1, "9f29cb17a2a49995"],
    [42, "b556806fb6d14353"],
    [2 ** 32, "ca6084df268ea2a9"],
    [9007199254740993n, "e61780137af44266"],
    [2n ** 64n - 1n, "85d136adb773c6c9"],
    ["00000000-0000-0000-0000-000000000000", "af09f71516247c32"],
    ["550e8400-e29b-41d4-a716-446655440000", "9c00a35619d3aa77"],
    ["ffffffff-ffff-ffff-ffff-ffffffffffff", "a721445d6a57c444"],
  ];
  for (const [id, hash] of HASHES)
    it(`the hash of id ${id} begins like its XXH64, ${hash}`, () =>
      expect(firstBits(id)).to.equal(hash.slice(0, 8)));

  for (const [kind, ids] of Object.entries(KINDS_OF_IDS)) {
    it(`each of 64 shards gets its part of ${kind}, within a third`, () => {
      for (const count of countsOf(ids, 64))
        expect(count).to.be.within((COUNT / 64) * 0.66, (COUNT / 64) * 1.34);
    });
  }

  it("an id of shard s of n is in shard 2 s or 2 s + 1 of 2 n, for every n", () => {
    const packed = PackedIds.pack(KINDS_OF_IDS["consecutive UUIDs"]!.slice(0, 500));
    for (let n = 1; n <= 32; n++)
      for (let i = 0; i < packed.length; i++)
        expect(Math.floor(shardOf(packed, i, 2 * n) / 2)).to.equal(shardOf(packed, i, n));
  });
});
