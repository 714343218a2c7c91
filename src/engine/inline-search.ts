// Work on segments in the thread that asks for it: what takes less time than handing it to another thread would.
// The decision: how long a search takes is known from the last one like it, and counted in bytes that are compared, not in
// time, so the same search is done in the same place whatever else the machine does. Filters differ too much to be known.
// What is done here without a pause in between is bounded, too: a request of a thousand little searches is not little.
import { defer } from "../scheduling/defer.ts";
import type { LocalEngine, SharedSegment } from "./local.ts";
import type { Hits, SearchOptions, SegmentHandle, SegmentSpec, SegmentWrite } from "./types.ts";

/**
 * Comparing so many bytes takes as long as a message to another thread and its answer, 0.1 to 0.2 ms of both threads' time;
 * see DECISIONS.md for the measurement.
 */
const MAX_INLINE_BYTES = 2 ** 20;
/** Then others are let in first: a millisecond or so. */
const MAX_INLINE_TURN_BYTES = 2 ** 23;

/** What any search takes, however little it compares. */
export const MIN_SEARCH_BYTES = 2 ** 15;
const BYTES_OF_F32 = 4;
const BITS_OF_BYTE = 8;

export interface InlineLimits {
  /** That one search may compare here. */
  readonly searchBytes: number;
  /** That all may, until others have had their turn. */
  readonly turnBytes: number;
}

/** Searches of these kinds say nothing about each other. */
type Kind = "walk" | "indexed" | "exact";

/** What the last searches of a segment took. */
interface Known {
  /** Slots that were written since anything is known of it. */
  written: number;
  readonly taken: Map<Kind, Taken>;
}

interface Taken {
  /** Slots that had been written when it began. */
  readonly written: number;
  readonly compared: number;
  readonly rescored: number;
  /** Candidates that were kept; 0: none, all were compared. */
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
   * The engine to search in with the segment attached; null: another thread should do it.
   * @param numbers of all queries; unless given there is one
   */
  forSearch(shared: SharedSegment | undefined, options: SearchOptions, numbers?: number): LocalEngine | null {
    // Rows in a file may have to be waited for.
    if (!shared || options.filter || shared.spec.rowsFile !== undefined) return null;
    const known = this.#known.get(shared.handle);
    const taken = known?.taken.get(kindOf(options));
    if (!known || !taken) return null;
    const queries = numbers === undefined ? 1 : numbers / shared.spec.dimension;
    // All that has been written since may have to be compared.
    const compared = taken.compared + known.written - taken.written;
    return this.#within(shared, queries * bytesFor(shared.spec, options, { ...taken, compared }));
  }

  /** The same for rows that are read. */
  forRows(shared: SharedSegment | undefined, rows: number): LocalEngine | null {
    if (!shared || shared.spec.rowsFile !== undefined) return null;
    return this.#within(shared, rows * shared.spec.dimension * BYTES_OF_F32);
  }

  /** The slots that have been written, to be asked before a search and told with what it took. */
  written(segment: SegmentHandle): number {
    return this.#known.get(segment)?.written ?? 0;
  }

  noteWritten(writes: readonly SegmentWrite[]): void {
    for (const { segment, slots } of writes) this.#of(segment).written += slots;
  }

  /** Takes note of what a search took, wherever it was done. */
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

/** A wider walk compares more, a narrower one hardly less. */
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
