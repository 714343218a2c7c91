// A collection whose points are spread by shard over several collections, which are read together through bytes.
// The decision: the collections may be in one database, since a part knows nothing of the others. Every call and every
// answer is encoded and decoded, and begins at an odd address.
import type { Collection } from "../../../../src/core/collection/collection.ts";
import type { Database } from "../../../../src/core/database/database.ts";
import { answerBytes, BytesPart } from "../../../../src/core/sharding/bytes-part.ts";
import { GatheredReads } from "../../../../src/core/sharding/gathered-reads.ts";
import type { PartSource, ReadPart } from "../../../../src/core/sharding/part.ts";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import type { DividedShard, SomeShards } from "../../../../src/core/slots/shard-division.ts";
import { shardOf } from "../../../../src/core/slots/shard-of.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";

/** Returns the points of each shard. */
export function byShard<T extends { readonly id: PointId }>(points: readonly T[], shards: number): T[][] {
  const all: T[][] = Array.from({ length: shards }, () => []);
  const ids = PackedIds.pack(points.map(({ id }) => id));
  for (const [i, point] of points.entries()) all[shardOf(ids, i, shards)]!.push(point);
  return all;
}

/** Returns bytes that begin at an odd address, as those of a socket may. */
function moved(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(bytes.length + 1);
  copy.set(bytes, 1);
  return copy.subarray(1);
}

/** Returns the part with a shard that is the collection of this name, as it is when it is asked. */
export function partOf(database: Database, name: string, of: DividedShard): ReadPart {
  return partOfSource(() => database.collection(name), of);
}

export function partOfSource(source: () => PartSource, { shard, division }: DividedShard): ReadPart {
  return partOfShards(source, { shards: [shard], division });
}

export function partOfShards(source: () => PartSource, shards: SomeShards): ReadPart {
  const send = async (call: Uint8Array) => moved(await answerBytes(source(), moved(call), undefined));
  return new BytesPart(shards, send);
}

/** Makes the first collection read the points of all. @param parts those of the collections, in the order of shards */
export function gather(collections: readonly Collection[], parts: readonly ReadPart[]): GatheredReads {
  const most = () =>
    collections.reduce((sum, { ownReads }) => sum + Math.max(ownReads.size, ownReads.slots), 0);
  const reads = GatheredReads.of(collections[0]!, parts, {
    shards: collections[0]!.config.shards ?? 1,
    most,
  });
  collections[0]!.reads = reads;
  return reads;
}

/** Returns the error with which the work ends. */
export async function rejectionOf(work: () => Promise<unknown>): Promise<Error> {
  try {
    await work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("it was not refused");
}
