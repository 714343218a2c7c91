// Decides which work on segments runs in the calling thread, because it takes less time than a message to another one.
// The decision: the cost of a search is taken from the last one like it, and counted in bytes that are compared, not in
// time, so the same search runs in the same place whatever else the machine does. The cost of filters varies too much.
// The inline work between two rounds of the event loop is limited, too: a request may have a thousand short searches.
import { defer } from "../scheduling/defer.ts";
import type { LocalEngine, SharedSegment } from "./local.ts";
import type { Hits, SearchOptions, SegmentHandle, SegmentSpec, SegmentWrite } from "./types.ts";

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

/** The cost of the last searches of a segment. */
interface Known {
  /** Slots that were written since anything is known about the segment. */
  written: number;
  readonly taken: Map<Kind, Taken>;
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
  readonly #attached = new Set<SegmentHandle>();
  readonly #known = new Map<SegmentHandle, Known>();

  constructor(engine: LocalEngine, most: Partial<InlineLimits> = {}) {
    this.#engine = engine;
    this.#most = { searchBytes: MAX_INLINE_BYTES, turnBytes: MAX_INLINE_TURN_BYTES, ...most };
  }

  /**
   * Returns the engine for an inline search, with the segment attached; null: another thread should search.
   * @param numbers the total length of the queries; absent: there is one query
   */
  forSearch(shared: SharedSegment | undefined, options: SearchOptions, numbers?: number): LocalEngine | null {
    // A read of rows in a file may block.
    if (!shared || options.filter || shared.spec.rowsFile !== undefined) return null;
    const known = this.#known.get(shared.handle);
    const taken = known?.taken.get(kindOf(options));
    if (!known || !taken) return null;
    const queries = numbers === undefined ? 1 : numbers / shared.spec.dimension;
    // All slots written since then may have to be compared.
    const compared = taken.compared + known.written - taken.written;
    return this.#within(shared, queries * bytesFor(shared.spec, options, { ...taken, compared }));
  }

  /** Returns the engine for an inline read of rows, with the segment attached; null: another thread should read. */
  forRows(shared: SharedSegment | undefined, rows: number): LocalEngine | null {
    if (!shared || shared.spec.rowsFile !== undefined) return null;
    return this.#within(shared, rows * shared.spec.dimension * BYTES_OF_F32);
  }

  /** Returns the number of written slots; to be read before a search and passed to `note` after it. */
  written(segment: SegmentHandle): number {
    return this.#known.get(segment)?.written ?? 0;
  }

  noteWritten(writes: readonly SegmentWrite[]): void {
    for (const { segment, slots } of writes) this.#of(segment).written += slots;
  }

  /** Records the cost of a search, wherever it ran. */
  note(segment: SegmentHandle, options: SearchOptions, hits: Hits, written: number): void {
    if (options.filter) return;
    const { compared, rescored, ef } = hits;
    this.#of(segment).taken.set(kindOf(options), { compared, rescored, ef, written });
  }

  #of(segment: SegmentHandle): Known {
    const known = this.#known.get(segment) ?? { written: 0, taken: new Map() };
    this.#known.set(segment, known);
    return known;
  }

  drop(segment: SegmentHandle): void {
    this.#known.delete(segment);
    if (this.#attached.delete(segment)) void this.#engine.drop(segment);
  }

  #within(shared: SharedSegment, bytes: number): LocalEngine | null {
    const { searchBytes, turnBytes } = this.#most;
    if (bytes > searchBytes || this.#turnBytes + bytes > turnBytes) return null;
    if (this.#turnBytes === 0) defer(() => this.#endTurn());
    this.#turnBytes += Math.max(bytes, MIN_SEARCH_BYTES);
    return this.#with(shared);
  }

  #endTurn(): void {
    this.#turnBytes = 0;
  }

  #with(shared: SharedSegment): LocalEngine {
    if (!this.#attached.has(shared.handle)) {
      this.#engine.join(shared);
      this.#attached.add(shared.handle);
    }
    return this.#engine;
  }
}

function kindOf({ exact, indexedOnly }: SearchOptions): Kind {
  return exact ? "exact" : indexedOnly ? "indexed" : "walk";
}

/** Estimates the bytes that a search compares. A larger ef compares more; a smaller one hardly less. */
function bytesFor(
  { dimension, encoding }: SegmentSpec,
  { ef, ignoreCodes }: SearchOptions,
  taken: Taken,
): number {
  const wider = taken.ef === 0 ? 1 : Math.max(1, ef / taken.ef);
  const rowBytes = dimension * BYTES_OF_F32;
  const coded = ignoreCodes ? "none" : encoding;
  const codeBytes = coded === "none" ? rowBytes : coded === "int8" ? dimension : dimension / BITS_OF_BYTE;
  return wider * (taken.compared * codeBytes + taken.rescored * rowBytes);
}
