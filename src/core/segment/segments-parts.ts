// What the segments of a collection, and one segment, are created with.
// The decision: all members of SegmentParts have defaults, so a test creates a segment from nothing. A number is never
// used twice, so a file that an earlier run left behind belongs to no segment.
import type { FilterCache } from "../index/filter-cache.ts";
import type { IndexedFields } from "../index/indexed-fields.ts";
import type { PageCache } from "../payload/page-cache.ts";
import type { VectorKinds } from "../vectors/kinds.ts";

export interface SegmentsParts {
  /** The directory, with which the keys of the files begin. */
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
  readonly number?: number;
  /** The maximum number of slots. */
  readonly limit?: number;
  /** The directory, with which the keys of the files begin. */
  readonly directory?: string;
  /** The cache through which saved payloads are read; absent: payloads stay in memory. */
  readonly pages?: PageCache | undefined;
  /** Keeps results of filters; absent: none are kept. */
  readonly filters?: FilterCache | undefined;
  readonly kinds?: VectorKinds | undefined;
  /** Absent: no payload field is indexed. */
  readonly indexed?: IndexedFields;
}
