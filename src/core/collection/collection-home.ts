// Where a collection comes from, and whom it tells what.
import type { LongReads } from "../../memory/long-reads.ts";
import type { PageCache } from "../payload/page-cache.ts";
import type { VectorKinds } from "../vectors/kinds.ts";

/** Where a collection comes from, if it was not created just now, and how its files are read. */
export interface CollectionHome {
  /** Through which payloads are read from files; without, they stay in memory. */
  readonly pages?: PageCache | undefined;
  /** The kinds of vectors that there are. */
  readonly kinds?: VectorKinds | undefined;
  /** Those of all collections together; without, its own are on no account. */
  readonly longReads?: LongReads;
  readonly created?: number;
  /** Records about it up to this LSN are in what was saved. */
  readonly covered?: number;
  /** The number of the first segment that it makes. */
  readonly firstSegment?: number;
  /** It stays in its files, with so many points, until it is woken. */
  readonly unloadedPoints?: number | null;
  /** Is told in a sentence when walks do not find what they should. */
  readonly onNotice?: ((text: string) => void) | undefined;
}
