// The file keys of the segments of a collection, and their numbers across restarts.
// The decision: a number is never used twice, so a file that an earlier run left behind belongs to no segment.
import type { PageCache } from "../payload/page-cache.ts";

/** Where the files of a collection are, and through what payloads are read from them. */
export interface SegmentsHome {
  /** The directory, as the keys of the files begin. */
  readonly directory: string;
  readonly pages?: PageCache | undefined;
  /** Numbers below this were given to segments by an earlier run. */
  readonly firstNumber?: number;
}
