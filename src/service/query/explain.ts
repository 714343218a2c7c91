// The explanation of a search: it collects times and traces, and describes them at the end.
// The decision: a single search for the nearest points to one vector, or by text, can be explained, and a hybrid one as
// two of them. Another query of several steps is refused, instead of being explained partly.

import type { SearchParams } from "../../core/config/search-params.ts";
import {
  SearchTrace,
  servedInAll,
  sparseFigures,
  type TracedSegment,
} from "../../core/search/select/search-trace.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import type { Explanation, HitExplanation, HitRank, SegmentExplanation } from "../../schema/explain.ts";
import type { Prefetch } from "../../schema/query-points.ts";

/** A point that a part of a hybrid search found. */
interface Ranked {
  readonly ref: PointRef;
  readonly score: number;
}

export class Explaining {
  readonly trace = new SearchTrace();
  readonly #params: SearchParams;
  readonly #began: number;
  readonly #expanded: Prefetch | null;
  /** The explanations of the searches that a hybrid one consists of, and what they found. */
  readonly #parts: { readonly explaining: Explaining; found: readonly Ranked[] }[] = [];
  #searching = 0;
  #found = 0;
  #shown = 0;

  /**
   * @param began when the request arrived
   * @param expanded the request that a hybrid one stands for; null: it is no hybrid one
   */
  constructor(params: SearchParams, began: number, expanded: Prefetch | null = null) {
    this.#params = params;
    this.#began = began;
    this.#expanded = expanded;
  }

  get isHybrid(): boolean {
    return this.#expanded !== null;
  }

  /** Runs a search that is a part of a hybrid one. The parts have to be begun in their order. */
  async part<T extends { readonly found: readonly Ranked[] }>(
    params: SearchParams,
    search: (explaining: Explaining) => Promise<T>,
  ): Promise<T> {
    const explaining = new Explaining(params, performance.now());
    const part = { explaining, found: [] as readonly Ranked[] };
    this.#parts.push(part);
    explaining.noteSearching();
    const hits = await search(explaining);
    part.found = hits.found;
    explaining.noteFound();
    explaining.noteShown();
    return hits;
  }

  /** Returns the rank and the score of each point in what the parts found. */
  ranksOf(refs: readonly PointRef[]): HitRank[][] {
    const parts = this.#parts.map(({ found }) => {
      const ranks = found.map(({ ref, score }, i) => [ref, { rank: i + 1, score }] as const);
      return new Map<PointRef, HitRank>(ranks);
    });
    return refs.map((ref) => parts.map((ranks) => ranks.get(ref) ?? null));
  }

  /** The parts of the scores of the hits; undefined: not for this kind of vectors. */
  hits: HitExplanation[] | undefined;

  noteSearching(): void {
    this.#searching = performance.now();
  }

  noteFound(): void {
    this.#found = performance.now();
  }

  noteShown(): void {
    this.#shown = performance.now();
  }

  get explanation(): Explanation {
    const traces = this.trace.segments;
    const segments = traces.map(({ explanation }) => ({
      ...explanation,
      time_ms: milliseconds(explanation.time_ms),
    }));
    const conditions = traces.map((trace) => trace.served);
    // Segments are searched at the same time, but their payload indexes are queried one after another.
    const planMs = sum(traces.map((trace) => trace.planMs));
    const ownMs = sum(traces.map((trace) => trace.ownMs));
    const efs = segments.flatMap(({ ef }) => (ef === null ? [] : ef));
    return {
      strategy: this.isHybrid ? "fused" : strategyOf(segments),
      segments,
      visited: sum(segments.map(({ visited }) => visited)),
      rescored: sum(segments.map(({ rescored }) => rescored)),
      ef: efs.length > 0 ? Math.max(...efs) : null,
      filter: filterOf(segments, conditions),
      exact: this.#params.exact,
      ...sparseOf(traces),
      ...textOf(traces),
      ...(this.isHybrid && {
        expanded: this.#expanded,
        prefetch: this.#parts.map(({ explaining, found }) => ({
          ...explaining.explanation,
          found: found.length,
        })),
      }),
      ...(this.hits && { hits: this.hits }),
      time_ms: {
        plan: milliseconds(this.#searching - this.#began + planMs),
        search: milliseconds(this.#found - this.#searching - planMs - ownMs),
        payload: milliseconds(this.#shown - this.#found),
        total: milliseconds(this.#shown - this.#began - ownMs),
      },
    };
  }
}

function sparseOf(traces: readonly TracedSegment[]): Pick<Explanation, "sparse"> {
  const total = sparseFigures(traces);
  if (total === null) return {};
  const { windowsSkipped, ...figures } = total;
  return { sparse: { ...figures, windows_skipped: windowsSkipped } };
}

function textOf(traces: readonly TracedSegment[]): Pick<Explanation, "text"> {
  const all = traces.flatMap(({ texts }) => texts ?? []);
  if (all.length === 0) return {};
  const total = (figure: "postings" | "windows") => sum(all.map((texts) => texts[figure]));
  return { text: { clauses: all[0]!.clauses, postings: total("postings"), windows: total("windows") } };
}

function strategyOf(segments: readonly SegmentExplanation[]): Explanation["strategy"] {
  const strategies = new Set(segments.map(({ strategy }) => strategy));
  const [first] = strategies;
  return first === undefined ? "empty" : strategies.size > 1 ? "mixed" : first;
}

function filterOf(
  segments: readonly SegmentExplanation[],
  conditions: readonly Parameters<typeof servedInAll>[0][number][],
): Explanation["filter"] {
  const filters = segments.flatMap(({ filter }) => (filter === null ? [] : filter));
  if (filters.length === 0) return null;
  const total = (figure: "known" | "open" | "checked") => sum(filters.map((filter) => filter[figure]));
  const matching = filters.map((filter) => filter.matching);
  return {
    served_by: servedInAll(conditions),
    matching: matching.every((points) => points !== null) ? sum(matching) : null,
    known: total("known"),
    open: total("open"),
    checked: total("checked"),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Rounds to microseconds. */
function milliseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
