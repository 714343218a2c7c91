// Measures the recall of the walks in one graph: the nearest neighbours of some queries by comparing all vectors, and
// walks with more and more candidates until they find nearly all of them.
// The decision: a stored vector stands for a query as long as clients have asked too few. The walk then passes over its
// node, since a walk that comes to it is among its neighbours at once; without that, .98 was measured of walks that
// found .89 for new vectors. While there are enough queries of clients to say something, but few enough to be lucky,
// stored vectors are measured, too, and the lower recall counts. All work is in slices of about a millisecond, so
// searches beside it hardly wait.
import type { Engine } from "../../engine/engine.ts";
import { NO_SLOT } from "../../engine/neighbours.ts";
import type { Hits, StoreHandle } from "../../engine/types.ts";
import { WALK_PRICE } from "../recall/effort.ts";
import { type Curve, LEVELS, type RecallTable, SHARES, type ShareClass } from "../recall/recall-table.ts";
import { countBits } from "../slots/bits.ts";
import { Truth } from "./recall-truth.ts";

interface MeasuredGraph {
  readonly engine: Engine;
  readonly handle: StoreHandle;
  readonly dimension: number;
  readonly slots: number;
  /** Whether the slot has a point. */
  readonly isLive: (slot: number) => boolean;
  /** Whether it has a point with the vector. */
  readonly isUsed: (slot: number) => boolean;
}

export interface MeasuredQueries {
  /** The number of those that clients asked, which are the first. */
  readonly real: number;
  /** One row after another. */
  readonly vectors: Float32Array;
  /** For each the slot that it is the vector of; null: a client asked it. */
  readonly own: readonly (number | null)[];
}

export interface Pace {
  /** Lets other tasks run. @throws when the work has to end */
  readonly pause: () => Promise<void>;
  /** The part of a whole slice after which the next pause is due: 1, or less beside other searches. */
  readonly part: () => number;
}

const [ONE, TEN, HUNDRED] = LEVELS;
/** The candidates of the walks; the last ones are used where the others find too few. */
const LADDER = [10, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192];
/** Wider walks compare so many vectors that comparing all of a smaller segment takes less time. */
const WIDE_EF = 2048;
const SLOTS_PER_EF = 64;
/** Walks with more candidates are not measured once the recall, or the lower end of its interval, is this high. */
const ENOUGH = 0.9995;
const LOW_ENOUGH = 0.997;
/** The multiplications of a slice, and the candidates of its walks; each takes about a millisecond. */
const SLICE_PRODUCTS = 2 ** 23;
const SLICE_CANDIDATES = 1024;
const MAX_SLICE_SLOTS = 4096;
/** The number of candidates that take as long as the way of a walk to its query. */
const CANDIDATES_ON_THE_WAY = 32;
/** For the hundred nearest, this many of the queries are measured: their walks take longer. */
const FEWER_QUERIES = 128;
/** A graph counts as walked if it was for this share of the queries; the other walks were too long. */
const MIN_WALKED_SHARE = 0.75;
/** The least queries of a measurement; from this number on, those of clients are judged by themselves. */
export const MIN_QUERIES = 64;
/** Two standard deviations contain 95 % of the means. */
const DEVIATIONS = 1.96;

/** A mean and the lower end of its interval. */
interface Interval {
  readonly mean: number;
  readonly low: number;
}

/** Measures all classes of filters. */
export async function measureRecall(
  graph: MeasuredGraph,
  queries: MeasuredQueries,
  pace: Pace,
): Promise<Pick<RecallTable, "queries" | "real" | "classes">> {
  const truth = await truthOf(graph, queries, pace);
  const own = truth.own();
  const classes: ShareClass[] = [];
  for (let at = 0; at < SHARES.length; at++) {
    if (own.length === 0 || truth.count(0, at, 1) === 0) break;
    const walks = new ClassWalks(graph, { ...queries, own }, truth, at, pace);
    const [one, ten] = await walks.curves([ONE, TEN], queries.own.length);
    const [hundred] = await walks.curves([HUNDRED], Math.min(FEWER_QUERIES, queries.own.length));
    // Where points were deleted, a filter lets through fewer of the slots.
    const live = at === 0 ? 1 : countBits(truth.filters[0]!) / graph.slots;
    classes.push({ share: SHARES[at]! * live, curves: [one!, ten!, hundred!] });
  }
  return { queries: queries.own.length, real: queries.real, classes };
}

async function truthOf(graph: MeasuredGraph, { vectors, own }: MeasuredQueries, pace: Pace): Promise<Truth> {
  const { engine, handle, slots, isLive, isUsed } = graph;
  const truth = new Truth(slots, own);
  for (let first = 0; first < slots; ) {
    const fitting = Math.floor((pace.part() * SLICE_PRODUCTS) / Math.max(1, vectors.length));
    const count = Math.min(slots - first, Math.max(1, Math.min(MAX_SLICE_SLOTS, fitting)));
    const all = Array.from({ length: count }, (_, i) => first + i);
    truth.admit(all.filter(isLive));
    const slice = Uint32Array.from(all.filter(isUsed));
    if (slice.length > 0) truth.add(await engine.distances(handle, vectors, slice), slice);
    first += count;
    await pace.pause();
  }
  return truth;
}

/** Walks with one number of candidates. */
interface Rung {
  readonly ef: number;
  readonly compared: number;
  /** False: for many queries all vectors were compared. */
  readonly isWalked: boolean;
  /** By level. */
  readonly recalls: readonly Interval[];
}

/** The walks among the slots of one class. */
class ClassWalks {
  readonly #graph: MeasuredGraph;
  readonly #queries: MeasuredQueries;
  readonly #truth: Truth;
  readonly #at: number;
  readonly #pace: Pace;

  constructor(graph: MeasuredGraph, queries: MeasuredQueries, truth: Truth, at: number, pace: Pace) {
    this.#graph = graph;
    this.#queries = queries;
    this.#truth = truth;
    this.#at = at;
    this.#pace = pace;
  }

  /** @param levels the numbers of neighbours, of which the last is requested */
  async curves(levels: readonly number[], queryCount: number): Promise<Curve[]> {
    const k = levels.at(-1)!;
    const rungs: Rung[] = [];
    for (const ef of [k, ...LADDER.filter((wider) => wider > k)]) {
      if (ef > WIDE_EF && ef * SLOTS_PER_EF > this.#graph.slots) break;
      const found = await this.#walks(k, ef, queryCount);
      const walks = found.filter(({ method }) => method === "walk").length;
      const isWalked = walks >= MIN_WALKED_SHARE * found.length;
      const rung = {
        // Walks on 1-bit codes keep more candidates than they are asked for.
        ef: isWalked ? Math.max(ef, ...found.map((hits) => hits.ef)) : ef,
        compared: Math.round(meanOf(found.map((hits) => hits.compared))),
        isWalked,
        recalls: levels.map((level) => this.#lowest(found.map((hits, i) => this.#recall(hits, i, level)))),
      };
      if (rungs.at(-1)?.ef === rung.ef) rungs.pop();
      rungs.push(rung);
      const { mean, low } = rung.recalls.at(-1)!;
      if (!isWalked || mean >= ENOUGH || low >= LOW_ENOUGH) break;
      // Comparing all vectors takes less time, or there are no more candidates.
      if (rung.compared * WALK_PRICE > this.#graph.slots || ef >= this.#graph.slots) break;
    }
    return levels.map((_, at) => ({
      ef: rungs.map(({ ef }) => ef),
      mean: rungs.map(({ recalls }) => recalls[at]!.mean),
      low: rungs.map(({ recalls }) => recalls[at]!.low),
      compared: rungs.map(({ compared }) => compared),
      walked: rungs.filter(({ isWalked }) => isWalked).length,
    }));
  }

  async #walks(k: number, ef: number, queryCount: number): Promise<Hits[]> {
    const { engine, handle, dimension } = this.#graph;
    const { vectors, own } = this.#queries;
    const options = { k, ef, ...(this.#at > 0 && { filter: this.#truth.filters[this.#at]! }) };
    const found: Hits[] = [];
    // The first call tells how much one search compares.
    for (let from = 0, each = 1; from < queryCount; from += each, each = this.#fitting(ef, found)) {
      const end = Math.min(queryCount, from + each);
      const rows = vectors.slice(from * dimension, end * dimension);
      const passedOver = Uint32Array.from(own.slice(from, end), (slot) => slot ?? NO_SLOT);
      found.push(...(await engine.searchWithout(handle, rows, passedOver, options)));
      await this.#pace.pause();
    }
    return found;
  }

  /** Returns the number of searches that one call makes. */
  #fitting(ef: number, found: readonly Hits[]): number {
    const part = this.#pace.part();
    const candidates = (part * SLICE_CANDIDATES) / (CANDIDATES_ON_THE_WAY + ef);
    const compared = Math.max(1, meanOf(found.map((hits) => hits.compared)));
    const products = (part * SLICE_PRODUCTS) / (compared * this.#graph.dimension);
    return Math.max(1, Math.floor(Math.min(candidates, products)));
  }

  /** @param recalls by query; null: it has no neighbours */
  #lowest(recalls: readonly (number | null)[]): Interval {
    const { real } = this.#queries;
    const known = (part: readonly (number | null)[]) => part.filter((recall) => recall !== null);
    if (real < MIN_QUERIES || real >= recalls.length) return intervalOf(known(recalls));
    const parts = [recalls.slice(0, real), recalls.slice(real)].map((part) => intervalOf(known(part)));
    return {
      mean: Math.min(...parts.map(({ mean }) => mean)),
      low: Math.min(...parts.map(({ low }) => low)),
    };
  }

  /** Returns the share of the neighbours that were found; null: there are none. */
  #recall({ slots, distances, method }: Hits, query: number, level: number): number | null {
    const count = this.#truth.count(query, this.#at, level);
    if (count === 0) return null;
    // Every vector was compared.
    if (method !== "walk") return 1;
    const limit = this.#truth.limit(query, this.#at, level);
    const own = this.#queries.own[query] ?? NO_SLOT;
    let near = 0;
    for (let i = 0; i < slots.length && distances[i]! <= limit; i++) if (slots[i] !== own) near++;
    return Math.min(near, count) / count;
  }
}

function intervalOf(values: readonly number[]): Interval {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  // Without any miss the next query may still be one.
  const variance = Math.max(squares / Math.max(1, values.length - 1), 1 / values.length ** 2);
  return { mean, low: Math.max(0, mean - DEVIATIONS * Math.sqrt(variance / values.length)) };
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
