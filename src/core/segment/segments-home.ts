// Where the segments of a collection have their files, and how they are numbered across runs.
// The decision: numbers are never used twice, so a file that an earlier run left behind is nobody's.
import type { PageCache } from "../payload/page-cache.ts";

/** Where the files of a collection are, and through what payloads are read from them. */
export interface SegmentsHome {
  /** The directory, as the keys of the files begin. */
  readonly directory: string;
  readonly pages?: PageCache | undefined;
  /** Numbers below this were given to segments by an earlier run. */
  readonly firstNumber?: number;
}
