// The origin of a collection and its connections to the rest of the database.
import type { LongReads } from "../../memory/long-reads.ts";
import type { FilterCache } from "../index/filter-cache.ts";
import type { PageCache } from "../payload/page-cache.ts";
import type { VectorKinds } from "../vectors/kinds.ts";

/** The caches and kinds that all collections share, and the saved state of one. */
export interface CollectionParts {
  /** The cache through which payloads are read from files; absent: they stay in memory. */
  readonly pages?: PageCache | undefined;
  /** Keeps results of filters; absent: none are kept. */
  readonly filters?: FilterCache | undefined;
  /** The kinds of vector indexes; absent: dense ones alone. */
  readonly kinds?: VectorKinds | undefined;
  /** The long reads of all collections; absent: they are not limited by memory. */
  readonly longReads?: LongReads;
  readonly created?: number;
  /** The LSN up to which its saved state contains the records. */
  readonly covered?: number;
  /** The number of the first new segment. */
  readonly firstSegment?: number;
  /** Null or absent: its points are loaded. */
  readonly unloadedPoints?: number | null;
  /** Receives a sentence when the recall of a vector is low. */
  readonly onNotice?: ((text: string) => void) | undefined;
}
