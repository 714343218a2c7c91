// What the segments of a collection, and one segment, are created with.
// The decision: all members of SegmentParts have defaults, so a test creates a segment from nothing. A number is never
// used twice, so a file that an earlier run left behind belongs to no segment.
import type { FilterCache } from "../index/filter-cache.ts";
import type { IndexedFields } from "../index/indexed-fields.ts";
import type { PageCache } from "../payload/page-cache.ts";
import type { VectorKinds } from "../vectors/kinds.ts";

/** Where the files of a collection are, and through what payloads are read from them. */
export interface SegmentsParts {
  /** The directory, as the keys of the files begin. */
  readonly directory: string;
  readonly pages?: PageCache | undefined;
  /** Keeps results of filters; absent: none are kept. */
  readonly filters?: FilterCache | undefined;
  readonly kinds?: VectorKinds | undefined;
  /** Numbers below this were given to segments by an earlier run. */
  readonly firstNumber?: number;
}

/** The environment of a segment; all members have defaults. */
export interface SegmentParts {
  /** Its number in the collection. */
  readonly number?: number;
  /** The most slots it may have. */
  readonly limit?: number;
  /** Where its files are, as their keys begin. */
  readonly directory?: string;
  /** Through which the payloads in its file are read; without, they stay in memory. */
  readonly pages?: PageCache | undefined;
  /** Keeps results of filters; absent: none are kept. */
  readonly filters?: FilterCache | undefined;
  /** The kinds of its vectors. */
  readonly kinds?: VectorKinds | undefined;
  /** The payload fields that are indexed; without, none are. */
  readonly indexed?: IndexedFields;
}
