// Decides which work on vector stores runs in the calling thread, because it takes less time than a message to another
// one.
// The decision: the cost of a search is taken from the last one like it, and counted in bytes that are compared, not in
// time, so the same search runs in the same place whatever else the machine does. The cost of a filter is known when
// the same object was given before, as filters that are cached are.
// The inline work between two rounds of the event loop is limited, too: a request may have a thousand short searches.
import { defer } from "../scheduling/defer.ts";
import type { LocalEngine, SharedStore } from "./local.ts";
import type { Hits, SearchOptions, StoreHandle, StoreSpec, StoreWrite } from "./types.ts";

/**
 * Comparing so many bytes takes as long as a message to another thread and its response, 0.1 to 0.2 ms of both threads'
 * time; decision 125 has the measurement.
 */
const MAX_INLINE_BYTES = 2 ** 20;
/** The limit for one round of the event loop: about a millisecond. */
const MAX_INLINE_TURN_BYTES = 2 ** 23;

/** The least that a search counts, however little it compares. */
export const MIN_SEARCH_BYTES = 2 ** 15;
const BYTES_OF_F32 = 4;
const BITS_OF_BYTE = 8;

export interface InlineLimits {
  /** The limit for one search. */
  readonly searchBytes: number;
  /** The limit for all searches of one round of the event loop. */
  readonly turnBytes: number;
}

/** Kinds of searches; the cost of one kind says nothing about that of another. */
type Kind = "walk" | "indexed" | "exact";

/** The cost of the last searches of a store. */
interface Known {
  /** Slots that were written since anything is known about the store. */
  written: number;
  readonly taken: Map<Kind, Taken>;
  /** By the bits of their filter. */
  readonly filtered: WeakMap<Uint32Array, Map<Kind, Taken>>;
}

interface Taken {
  /** Slots that had been written when the search began. */
  readonly written: number;
  readonly compared: number;
  readonly rescored: number;
  /** Candidates that were kept; 0: all slots were compared. */
  readonly ef: number;
}

export class InlineSearch {
  readonly #engine: LocalEngine;
  readonly #most: InlineLimits;
  #turnBytes = 0;
  readonly #attached = new Set<StoreHandle>();
  readonly #known = new Map<StoreHandle, Known>();

  constructor(engine: LocalEngine, most: Partial<InlineLimits> = {}) {
    this.#engine = engine;
    this.#most = { searchBytes: MAX_INLINE_BYTES, turnBytes: MAX_INLINE_TURN_BYTES, ...most };
  }

  /**
   * Returns the engine for an inline search, with the store attached; null: another thread should search.
   * @param numbers the total length of the queries; absent: there is one query
   */
  forSearch(shared: SharedStore | undefined, options: SearchOptions, numbers?: number): LocalEngine | null {
    // A read of rows in a file may block.
    if (!shared || shared.spec.rowsFile !== undefined) return null;
    const known = this.#known.get(shared.handle);
    const { filter } = options;
    const taken = (filter ? known?.filtered.get(filter) : known?.taken)?.get(kindOf(options));
    if (!known || !taken) return null;
    const queries = numbers === undefined ? 1 : numbers / shared.spec.dimension;
    // All slots written since then may have to be compared.
    const compared = taken.compared + known.written - taken.written;
    return this.#within(shared, queries * bytesFor(shared.spec, options, { ...taken, compared }));
  }

  /** Returns the engine for an inline read of rows, with the store attached; null: another thread should read. */
  forRows(shared: SharedStore | undefined, rows: number): LocalEngine | null {
    if (!shared || shared.spec.rowsFile !== undefined) return null;
    return this.#within(shared, rows * shared.spec.dimension * BYTES_OF_F32);
  }

  /** Returns the number of written slots; to be read before a search and passed to `note` after it. */
  written(store: StoreHandle): number {
    return this.#known.get(store)?.written ?? 0;
  }

  noteWritten(writes: readonly StoreWrite[]): void {
    for (const { store, slots } of writes) this.#of(store).written += slots;
  }

  /** Records the cost of a search, wherever it ran. */
  note(store: StoreHandle, options: SearchOptions, hits: Hits, written: number): void {
    const { compared, rescored, ef } = hits;
    const known = this.#of(store);
    const taken = options.filter ? filteredOf(known, options.filter) : known.taken;
    taken.set(kindOf(options), { compared, rescored, ef, written });
  }

  #of(store: StoreHandle): Known {
    const known = this.#known.get(store) ?? { written: 0, taken: new Map(), filtered: new WeakMap() };
    this.#known.set(store, known);
    return known;
  }

  drop(store: StoreHandle): void {
    this.#known.delete(store);
    if (this.#attached.delete(store)) void this.#engine.drop(store);
  }

  #within(shared: SharedStore, bytes: number): LocalEngine | null {
    const { searchBytes, turnBytes } = this.#most;
    if (bytes > searchBytes || this.#turnBytes + bytes > turnBytes) return null;
    if (this.#turnBytes === 0) defer(() => this.#endTurn());
    this.#turnBytes += Math.max(bytes, MIN_SEARCH_BYTES);
    return this.#with(shared);
  }

  #endTurn(): void {
    this.#turnBytes = 0;
  }

  #with(shared: SharedStore): LocalEngine {
    if (!this.#attached.has(shared.handle)) {
      this.#engine.join(shared);
      this.#attached.add(shared.handle);
    }
    return this.#engine;
  }
}

function filteredOf({ filtered }: Known, filter: Uint32Array): Map<Kind, Taken> {
  const taken = filtered.get(filter) ?? new Map<Kind, Taken>();
  filtered.set(filter, taken);
  return taken;
}

function kindOf({ exact, indexedOnly }: SearchOptions): Kind {
  return exact ? "exact" : indexedOnly ? "indexed" : "walk";
}

/** Estimates the bytes that a search compares. A larger ef compares more; a smaller one hardly less. */
function bytesFor(
  { dimension, encoding }: StoreSpec,
  { ef, ignoreCodes }: SearchOptions,
  taken: Taken,
): number {
  const wider = taken.ef === 0 ? 1 : Math.max(1, ef / taken.ef);
  const rowBytes = dimension * BYTES_OF_F32;
  const coded = ignoreCodes ? "none" : encoding;
  const codeBytes = coded === "none" ? rowBytes : coded === "int8" ? dimension : dimension / BITS_OF_BYTE;
  return wider * (taken.compared * codeBytes + taken.rescored * rowBytes);
}
