// Decides which work on vector stores runs in the calling thread, because it takes less time than a message to another
// one.
// The decision: the cost of a search is taken from the last one like it, and counted in bytes that are compared, not in
// time, so the same search runs in the same place whatever else the machine does. The cost of a filter is known when
// the same object was given before, as filters that are cached are.
// The inline work between two rounds of the event loop is limited, too: a request may have a thousand short searches.
import { defer } from "../scheduling/defer.ts";
import type { LocalEngine } from "./local.ts";
import { readsFile, type SharedStore } from "./shared-store.ts";
import type { Hits, SearchOptions, StoreHandle, StoreSpec, StoreWrite } from "./types.ts";

/**
 * Comparing this many bytes takes as long as a message to another thread and its response, 0.1 to 0.2 ms of both
 * threads' time; decision 125 has the measurement.
 */
const MAX_INLINE_BYTES = 2 ** 20;
/** The limit for one round of the event loop: about a millisecond. */
const MAX_INLINE_ROUND_BYTES = 2 ** 23;
/**
 * The limit for one round in the library: about four milliseconds. A caller who awaits one short search after another
 * gets a new round after five (embedded/event-loop-share.ts), so none of them waits for another thread.
 */
export const LIBRARY_ROUND_BYTES = 2 ** 25;

/** The least that a search counts, however little it compares. */
export const MIN_SEARCH_BYTES = 2 ** 15;
const BYTES_OF_F32 = 4;
const BITS_OF_BYTE = 8;
/** Adding a posting takes as long as comparing this many bytes. */
const BYTES_OF_POSTING = 8;
/** An estimate, so that rows need not be looked up before they are read. */
const BYTES_OF_SPARSE_ROW = 1024;

export interface InlineLimits {
  /** The bytes of rows and codes that one search may read. */
  readonly searchBytes: number;
  /** The bytes that all searches of one round of the event loop may read. */
  readonly roundBytes: number;
}

/** The kinds of searches whose costs are recorded separately. */
type SearchKind = "walk" | "indexed" | "exact";

/** The cost of the last searches of a store. */
interface StoreCosts {
  /** The number of slots written since the first record about the store. */
  written: number;
  readonly lastCosts: Map<SearchKind, SearchCost>;
  /** The costs of filtered searches, by the bits of the filter. */
  readonly filtered: WeakMap<Uint32Array, Map<SearchKind, SearchCost>>;
}

interface SearchCost {
  /** Slots that had been written when the search began. */
  readonly written: number;
  readonly compared: number;
  readonly rescored: number;
  /** Candidates that were kept; 0: all slots were compared. */
  readonly ef: number;
}

export class InlineSearch {
  readonly #engine: LocalEngine;
  readonly #limits: InlineLimits;
  #roundBytes = 0;
  readonly #attached = new Set<StoreHandle>();
  readonly #costs = new Map<StoreHandle, StoreCosts>();

  constructor(engine: LocalEngine, limits: Partial<InlineLimits> = {}) {
    this.#engine = engine;
    this.#limits = { searchBytes: MAX_INLINE_BYTES, roundBytes: MAX_INLINE_ROUND_BYTES, ...limits };
  }

  /**
   * Returns the engine for an inline search, with the store attached; null: another thread should search.
   * @param numbers the total length of the queries; absent: there is one query
   */
  forSearch(shared: SharedStore | undefined, options: SearchOptions, numbers?: number): LocalEngine | null {
    // A read of rows in a file may block.
    if (!shared?.spec || readsFile(shared)) return null;
    const storeCosts = this.#costs.get(shared.handle);
    const { filter } = options;
    const lastCost = (filter ? storeCosts?.filtered.get(filter) : storeCosts?.lastCosts)?.get(
      kindOf(options),
    );
    if (!storeCosts || !lastCost) return null;
    const queries = numbers === undefined ? 1 : numbers / shared.spec.dimension;
    // All slots written since then may have to be compared.
    const compared = lastCost.compared + storeCosts.written - lastCost.written;
    return this.#within(shared, queries * bytesFor(shared.spec, options, { ...lastCost, compared }));
  }

  /** Returns the engine for an inline read of rows, with the store attached; null: another thread should read. */
  forRows(shared: SharedStore | undefined, rows: number): LocalEngine | null {
    if (!shared?.spec || readsFile(shared)) return null;
    return this.#within(shared, rows * shared.spec.dimension * BYTES_OF_F32);
  }

  /**
   * Returns the engine for an inline search among sparse vectors; null: another thread should search. The postings of
   * the terms are counted, so the cost of an earlier search is not needed.
   */
  forSparse(shared: SharedStore | undefined, queries: readonly Uint8Array[]): LocalEngine | null {
    if (!shared || readsFile(shared)) return null;
    const store = this.#with(shared).sparse(shared.handle);
    const postings = queries.reduce((sum, query) => sum + store.postingsOf(query), 0);
    return this.#within(shared, postings * BYTES_OF_POSTING);
  }

  /** Returns the engine for an inline read of sparse vectors; null: another thread should read. */
  forSparseRows(shared: SharedStore | undefined, rows: number): LocalEngine | null {
    return shared && !readsFile(shared) ? this.#within(shared, rows * BYTES_OF_SPARSE_ROW) : null;
  }

  /** Returns the number of written slots; to be read before a search and passed to `note` after it. */
  written(store: StoreHandle): number {
    return this.#costs.get(store)?.written ?? 0;
  }

  noteWritten(writes: readonly StoreWrite[]): void {
    for (const { store, slots } of writes) this.#of(store).written += slots;
  }

  /** Records the cost of a search, wherever it ran. */
  note(store: StoreHandle, options: SearchOptions, hits: Hits, written: number): void {
    const { compared, rescored, ef } = hits;
    const storeCosts = this.#of(store);
    const costs = options.filter ? filteredOf(storeCosts, options.filter) : storeCosts.lastCosts;
    costs.set(kindOf(options), { compared, rescored, ef, written });
  }

  #of(store: StoreHandle): StoreCosts {
    const storeCosts = this.#costs.get(store) ?? {
      written: 0,
      lastCosts: new Map(),
      filtered: new WeakMap(),
    };
    this.#costs.set(store, storeCosts);
    return storeCosts;
  }

  drop(store: StoreHandle): void {
    this.#costs.delete(store);
    if (this.#attached.delete(store)) void this.#engine.drop(store);
  }

  #within(shared: SharedStore, bytes: number): LocalEngine | null {
    const { searchBytes, roundBytes } = this.#limits;
    if (bytes > searchBytes || this.#roundBytes + bytes > roundBytes) return null;
    if (this.#roundBytes === 0) defer(() => this.#endRound());
    this.#roundBytes += Math.max(bytes, MIN_SEARCH_BYTES);
    return this.#with(shared);
  }

  #endRound(): void {
    this.#roundBytes = 0;
  }

  #with(shared: SharedStore): LocalEngine {
    if (!this.#attached.has(shared.handle)) {
      this.#engine.join(shared);
      this.#attached.add(shared.handle);
    }
    return this.#engine;
  }
}

function filteredOf({ filtered }: StoreCosts, filter: Uint32Array): Map<SearchKind, SearchCost> {
  const costs = filtered.get(filter) ?? new Map<SearchKind, SearchCost>();
  filtered.set(filter, costs);
  return costs;
}

function kindOf({ exact, indexedOnly }: SearchOptions): SearchKind {
  return exact ? "exact" : indexedOnly ? "indexed" : "walk";
}

/** Estimates the bytes that a search compares. A larger ef compares more; a smaller one hardly less. */
function bytesFor(
  { dimension, encoding }: StoreSpec,
  { ef, ignoreCodes }: SearchOptions,
  lastCost: SearchCost,
): number {
  const widerEf = lastCost.ef === 0 ? 1 : Math.max(1, ef / lastCost.ef);
  const rowBytes = dimension * BYTES_OF_F32;
  const codesUsed = ignoreCodes ? "none" : encoding;
  const codeBytes =
    codesUsed === "none" ? rowBytes : codesUsed === "int8" ? dimension : dimension / BITS_OF_BYTE;
  return widerEf * (lastCost.compared * codeBytes + lastCost.rescored * rowBytes);
}
