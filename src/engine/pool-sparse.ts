// The calls of a pool for sparse vectors that take part in more than one thread.
// The decision: a search among sparse vectors runs inline if its terms have few postings, which costs a look into the
// dictionary; nothing has to be remembered of earlier searches.
import type { Calls } from "../threads/remote.ts";
import { callsClass, FORWARDED_CALLS } from "./calls.ts";
import type { Engine } from "./engine.ts";
import type { InlineSearch } from "./inline-search.ts";
import type { LocalEngine } from "./local.ts";
import type { SharedStore } from "./shared-store.ts";
import type {
  RestoredSparse,
  SavedSparse,
  SparseSearchOptions,
  SparseSpec,
  TermStatistics,
} from "./sparse-types.ts";
import type { Hits, StoreHandle } from "./types.ts";

/** The calls in which only one thread takes part, see calls.ts; the others are methods of the pool. */
const ForwardedCalls = callsClass(FORWARDED_CALLS);

type SparseCalls = Pick<
  Engine,
  "createSparse" | "restoreSparse" | "searchSparse" | "searchSparseNow" | "readSparse" | "termStatistics"
>;

export abstract class PoolSparse extends ForwardedCalls implements SparseCalls {
  protected abstract readonly inline: InlineSearch | undefined;
  /** Has the writer make a store, and keeps it. */
  protected abstract make(work: (writer: Calls<LocalEngine>) => Promise<SharedStore>): Promise<StoreHandle>;
  protected abstract shared(store: StoreHandle): SharedStore | undefined;
  protected abstract readonly askReader: Calls<LocalEngine>["call"];

  createSparse(spec: SparseSpec = {}): Promise<StoreHandle> {
    return this.make((writer) => writer.call("createSharedSparse", spec));
  }

  async restoreSparse(spec: SparseSpec, saved: SavedSparse): Promise<RestoredSparse> {
    let faults: string[] = [];
    const store = await this.make(async (writer) => {
      const restored = await writer.call("restoreSharedSparse", spec, saved);
      faults = restored.faults;
      return restored.shared;
    });
    return { store, faults };
  }

  async searchSparse(
    store: StoreHandle,
    queries: readonly Uint8Array[],
    options: SparseSearchOptions,
  ): Promise<Hits[]> {
    const now = this.searchSparseNow(store, queries, options);
    return now ?? this.askReader("searchSparse", store, queries, options);
  }

  searchSparseNow(
    store: StoreHandle,
    queries: readonly Uint8Array[],
    options: SparseSearchOptions,
  ): Hits[] | null {
    const here = this.inline?.forSparse(this.shared(store), queries);
    return here ? here.searchSparseNow(store, queries, options) : null;
  }

  async readSparse(store: StoreHandle, slots: Uint32Array): Promise<Uint8Array> {
    const here = this.inline?.forSparseRows(this.shared(store), slots.length);
    return here ? here.readSparse(store, slots) : this.askReader("readSparse", store, slots);
  }

  async termStatistics(
    store: StoreHandle,
    indices: Uint32Array,
    within: Uint32Array | null,
  ): Promise<TermStatistics> {
    // Without a corpus the numbers are there already.
    const here = within === null ? this.inline?.forSparseRows(this.shared(store), 1) : null;
    if (here) return here.termStatistics(store, indices, within);
    return this.askReader("termStatistics", store, indices, within);
  }
}
