// The origin of a collection and its connections to the rest of the database.
import type { LongReads } from "../../memory/long-reads.ts";
import type { SharedParts } from "../segment/segment-parts.ts";

/** The connections that all collections share, and the saved state of one. */
export interface CollectionParts extends SharedParts {
  /** The long reads of all collections; absent: they are not limited by memory. */
  readonly longReads?: LongReads;
  /** The id of this server in its cluster; null or absent: it is in none. */
  readonly server?: string | null;
  readonly created?: number;
  /** The LSN up to which its saved state contains the records. */
  readonly covered?: number;
  /** The LSN of the record that set its configuration; absent: that of its creation. */
  readonly configured?: number | undefined;
  /** Segments below this number exist already. */
  readonly firstSegment?: number;
  /** Null or absent: its points are loaded. */
  readonly unloadedPoints?: number | null;
  /** The shards that were complete on this server when it was saved; absent: all that it is to have. */
  readonly savedShards?: readonly number[] | undefined;
  /** Receives a sentence when the recall of a vector is low. */
  readonly onNotice?: ((text: string) => void) | undefined;
}
