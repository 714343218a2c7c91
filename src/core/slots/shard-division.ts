// Shards before and after a split, which makes two shards of each.
// The decision: a shard is named with the number of shards that its collection had then, its division. So a segment, a
// read or a call from before a split keeps its name, and every later division can be told from it: a shard of n has
// the points of two shards of 2 n (shard-of.ts).

/** Some shards of a collection, by their numbers in a division. */
export interface SomeShards {
  readonly shards: readonly number[];
  /** The number of shards of the collection when these were named. */
  readonly division: number;
}

/** One shard of a collection. */
export interface DividedShard {
  readonly shard: number;
  readonly division: number;
}

/** That of a collection with one shard. */
export const ONLY_SHARD: DividedShard = { shard: 0, division: 1 };

/** Returns the shards that have the points of the given ones. @param division the same one or a later one */
export function shardsIn({ shards, division: before }: SomeShards, division: number): readonly number[] {
  return before === division
    ? shards
    : shards.flatMap((shard) => partsOf({ shard, division: before }, division));
}

/** Returns the shards into which a shard was divided, ascending. @param division the same one or a later one */
export function partsOf({ shard, division: before }: DividedShard, division: number): number[] {
  const parts = Math.max(1, Math.round(division / before));
  return Array.from({ length: parts }, (_, part) => shard * parts + part);
}

/** Whether two shards, of any divisions of a collection, have points in common. */
export function overlap(one: DividedShard, other: DividedShard): boolean {
  return (
    one.shard * other.division < (other.shard + 1) * one.division &&
    other.shard * one.division < (one.shard + 1) * other.division
  );
}
