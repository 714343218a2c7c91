// The trace of a search with `explain`: for each segment the method of the search and its cost.
// The decision: a search without a trace does no work for it. Figures are counted where the work is done; none is
// derived afterwards.
import type { Hits, SparseFigures } from "../../../engine/types.ts";
import type { SegmentExplanation, ServedCondition, Strategy } from "../../../schema/explain.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { type Bits, countBits } from "../../slots/bits.ts";
import type { PlanScope } from "./plan.ts";
import type { Candidates } from "./select.ts";

/** The figures of the trace of a segment, of this server or of another one. */
export interface TracedSegment {
  readonly explanation: SegmentExplanation;
  /** The conditions of the filter, with the index that decided each. */
  readonly served: readonly ServedCondition[];
  /** The figures of its searches among sparse vectors; null: there were none. */
  readonly sparse: SparseFigures | null;
  /** The figures of its search by text; null: there was none. */
  readonly texts: TextFigures | null;
  readonly planMs: number;
  /** The milliseconds that tracing itself took. */
  readonly ownMs: number;
}

export class SearchTrace {
  readonly #segments = new Map<CollectionSegment, SegmentTrace>();
  readonly #others: TracedSegment[] = [];

  /** Returns the trace of the segment; repeated searches of it are added up. */
  of(segment: CollectionSegment): SegmentTrace {
    const trace = this.#segments.get(segment) ?? new SegmentTrace(segment);
    this.#segments.set(segment, trace);
    return trace;
  }

  /** Adds segments that another server has searched. */
  add(traced: readonly TracedSegment[]): void {
    this.#others.push(...traced);
  }

  get segments(): TracedSegment[] {
    return [...this.#segments.values(), ...this.#others];
  }
}

/** The numbers of what a ranking by text read. */
interface RankFigures {
  /** Entries of lists, and ranges of documents. */
  readonly postings: number;
  readonly windows: number;
}

interface TextFigures extends RankFigures {
  readonly clauses: number;
}

export class SegmentTrace implements TracedSegment {
  readonly #points: number;
  readonly #slots: number;
  #strategy: Strategy = "no_match";
  #indexed: number | null = null;
  #visited = 0;
  #rescored = 0;
  #ef: number | null = null;
  #searches = 0;
  #filter: SegmentExplanation["filter"] = null;
  #served: readonly ServedCondition[] = [];
  #sparse: SparseFigures | null = null;
  #texts: TextFigures | null = null;
  #planMs = 0;
  #ownMs = 0;
  #ms = 0;

  constructor(segment: CollectionSegment) {
    this.#points = segment.ids.size;
    this.#slots = segment.ids.slots;
  }

  async timed<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#ms += performance.now() - began;
    }
  }

  /** Times the planning of the filter, and collects how its conditions were decided. */
  async planned(plan: (note: PlanScope["note"]) => Promise<Candidates>): Promise<Candidates> {
    const began = performance.now();
    const served: ServedCondition[] = [];
    const candidates = await plan((condition) => served.push(condition));
    const planned = performance.now();
    this.#planMs += planned - began;
    const known = countBits(candidates.sure);
    const open = candidates.open ? countBits(candidates.open) : 0;
    const { checked = 0 } = this.#filter ?? {};
    this.#filter = { matching: open === 0 ? known : null, known, open, checked };
    this.#served = served;
    this.#ownMs += performance.now() - planned;
    return candidates;
  }

  noteChecked(points: number): void {
    if (this.#filter) this.#filter.checked += points;
  }

  noteMatching(bits: Bits): void {
    if (this.#filter) this.#filter.matching = countBits(bits);
  }

  /** @param filtered whether the search was limited to some of the slots */
  noteSearch({ compared, rescored, ef, indexed, method: served, sparse }: Hits, filtered: boolean): void {
    if (sparse) this.#sparse = sumOf(this.#sparse, sparse);
    this.#searches++;
    this.#visited += compared - rescored;
    this.#rescored += rescored;
    this.#indexed = indexed;
    if (served === "walk") this.#ef = Math.max(ef, this.#ef ?? 0);
    if (served === "exact") this.#strategy = "exact";
    else if (served === "walk") this.#strategy = filtered ? "filtered_hnsw" : "hnsw";
    else this.#strategy = filtered ? "payload_first" : "full_scan";
  }

  /** @param documents the texts of the segment */
  noteTexts(documents: number, clauses: number, { postings, windows }: RankFigures): void {
    this.#texts = { clauses, postings, windows };
    this.#strategy = "text";
    this.#searches++;
    this.#indexed = documents;
    this.#visited += postings;
  }

  /** The figures of its search by text; null: there was none. */
  get texts(): TextFigures | null {
    return this.#texts;
  }

  noteSearchFirst(): void {
    this.#strategy = "search_first";
  }

  /** Adds slots that were measured outside of the search of the engine. */
  noteMeasured(slots: number): void {
    this.#rescored += slots;
  }

  /** The figures of its searches among sparse vectors; null: there were none. */
  get sparse(): SparseFigures | null {
    return this.#sparse;
  }

  get planMs(): number {
    return this.#planMs;
  }

  /** The milliseconds that tracing itself took, on the thread that all segments share. */
  get ownMs(): number {
    return this.#ownMs;
  }

  /** The conditions of the filter, with the index that decided each. */
  get served(): readonly ServedCondition[] {
    return this.#served;
  }

  get explanation(): SegmentExplanation {
    return {
      points: this.#points,
      slots: this.#slots,
      indexed: this.#indexed,
      strategy: this.#strategy,
      visited: this.#visited,
      rescored: this.#rescored,
      ef: this.#ef,
      searches: this.#searches,
      filter: this.#filter,
      time_ms: this.#ms - this.#ownMs,
    };
  }
}

/** Returns the total of the searches among sparse vectors; null: there were none. */
export function sparseFigures(traces: readonly Pick<SegmentTrace, "sparse">[]): SparseFigures | null {
  return traces.reduce<SparseFigures | null>((sum, { sparse }) => (sparse ? sumOf(sum, sparse) : sum), null);
}

/** Adds up the figures of two searches for the same query; the strategy is that of the second. */
function sumOf(one: SparseFigures | null, other: SparseFigures): SparseFigures {
  if (one === null) return other;
  return {
    terms: Math.max(one.terms, other.terms),
    postings: one.postings + other.postings,
    windows: one.windows + other.windows,
    windowsSkipped: one.windowsSkipped + other.windowsSkipped,
    strategy: other.strategy,
  };
}

/** Returns the conditions that an index decided in every segment. @param all at least one segment */
export function servedInAll(all: readonly (readonly ServedCondition[])[]): ServedCondition[] {
  return all[0]!.map((first, i) => ({
    ...first,
    index: all.map((conditions) => conditions[i]!.index).find((index) => index !== null) ?? null,
    settles: all.every((conditions) => conditions[i]!.settles),
  }));
}
