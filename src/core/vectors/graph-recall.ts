// What is known of the recall of the walks in one graph: the measurements, a sample of the queries that clients ask,
// and the choice of how a search is done.
// The decision: the share of a filter is counted once for each object, because filters that are cached are given again;
// their bits change little, and a class of filters is wide.
import type { Encoding } from "../../engine/abi.ts";
import type { Hits } from "../../engine/types.ts";
import type { SearchParams } from "../config/search-params.ts";
import { chosenEffort, type Effort } from "../recall/effort.ts";
import { QuerySample } from "../recall/query-sample.ts";
import type { RecallTable } from "../recall/recall-table.ts";
import { type Bits, countBits } from "../slots/bits.ts";
import type { VectorQuery } from "./vector-index.ts";

/** How a search was done. */
interface DoneSearch {
  readonly params: SearchParams;
  /** The share of the slots that its filter lets through. */
  readonly share: number;
  /** Null: no recall was asked for. */
  readonly effort: Effort | null;
}

export class GraphRecall {
  /** The measurements; null: there are none yet. See collection/calibrator.ts. */
  table: RecallTable | null = null;
  sample = new QuerySample();
  /** The slots that were written. */
  slots = 0;
  readonly #encoding: Encoding;
  readonly #counts = new WeakMap<Bits, number>();

  /** @param encoding the codes on which the graph is walked */
  constructor(encoding: Encoding) {
    this.#encoding = encoding;
  }

  /**
   * Takes over the sample of another graph of the same vectors, and its measurements, which are due to be repeated.
   * @param isAlike whether the graphs are made alike; otherwise the measurements are not taken over
   */
  inherit({ table, sample }: GraphRecall, isAlike: boolean): void {
    this.sample = sample;
    if (table !== null && isAlike) this.table = { ...table, points: 0 };
  }

  /** Returns the share of the slots that a filter lets through; 1 without a filter. */
  shareOf(filter: Bits | null): number {
    if (filter === null || this.table === null) return 1;
    const count = this.#counts.get(filter) ?? countBits(filter);
    this.#counts.set(filter, count);
    return Math.min(1, count / Math.max(1, this.slots));
  }

  /** Returns how a search is done; null: no recall was asked for. */
  effortFor(params: SearchParams, k: number, share: number): Effort | null {
    const { recall } = params;
    return recall && chosenEffort(this.#tableFor(params), recall.asked, { k, slots: this.slots, share });
  }

  /** Samples queries for which a graph was walked, and notes what the search was expected to find. @returns `found` */
  noted(queries: readonly VectorQuery[], found: Hits[], { params, share, effort }: DoneSearch): Hits[] {
    const { recall } = params;
    let ef = 0;
    let isExact = true;
    for (let i = 0; i < found.length; i++) {
      const hits = found[i]!;
      // Comparing 1-bit codes is not exact.
      if (hits.method === "walk" || (hits.method === "matches" && this.#encoding === "binary"))
        isExact = false;
      if (hits.ef === 0) continue;
      ef = Math.max(ef, hits.ef);
      this.sample.offer(queries[i] as Float32Array);
    }
    if (recall === null) return found;
    const slots = this.slots * share;
    if (effort?.isUnreached) recall.unreached++;
    if (isExact) recall.note(this, { slots, expected: 1, ef: null, measured: null });
    else {
      const expected = effort?.expected ?? null;
      const measured = expected === null ? null : (this.table?.measured ?? null);
      recall.note(this, { slots, expected, ef: ef === 0 ? null : ef, measured });
    }
    return found;
  }

  /** Returns the measurements for a search; null: walks of its kind were not measured. */
  #tableFor({ quantization: { ignore, rescore, oversampling } }: SearchParams): RecallTable | null {
    return ignore || rescore !== null || oversampling !== null ? null : this.table;
  }
}
