// What a collection, its segments and one segment are created with.
// The decision: all members of SegmentParts have defaults, so a test creates a segment from nothing. A number is never
// used twice, so a file that an earlier run left behind belongs to no segment.
import type { FilterCache } from "../index/filter-cache.ts";
import type { IndexedFields } from "../index/indexed-fields.ts";
import type { PageCache } from "../payload/page-cache.ts";
import type { DividedShard } from "../slots/shard-division.ts";
import type { VectorKinds } from "../vectors/kinds.ts";
import type { VectorsInForce } from "./segment-field.ts";

/** The connections that the segments of all collections have in common. */
export interface SharedParts {
  /** The cache through which payloads are read from files; absent: they stay in memory. */
  readonly pages?: PageCache | undefined;
  /** Keeps results of filters; absent: none are kept. */
  readonly filters?: FilterCache | undefined;
  /** The kinds of vector indexes; absent: dense ones alone. */
  readonly kinds?: VectorKinds | undefined;
}

export interface SegmentSetParts extends SharedParts {
  /** The directory, with which the keys of the files begin. */
  readonly directory: string;
  /** The number of shards; absent: 1. */
  readonly shards?: number | undefined;
  /** Numbers below this were given to segments by an earlier run. */
  readonly firstNumber?: number;
}

export interface SegmentParts extends SharedParts {
  readonly number?: number;
  /** The shard whose points it has; absent: the only one. */
  readonly of?: DividedShard;
  /** The maximum number of slots. */
  readonly limit?: number;
  /** The directory, with which the keys of the files begin. */
  readonly directory?: string;
  /** Absent: no payload field is indexed. */
  readonly indexed?: IndexedFields;
  /** The vectors that the collection has now; absent: those of the segment. */
  readonly inForce?: VectorsInForce;
}
