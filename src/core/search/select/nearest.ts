// The nearest points of one segment, all of them or those that satisfy a filter.
// The decision: the slots that the plan decides go to the engine as bits. If the payloads of many points have to be
// checked, the search runs first and only its hits are checked; it asks for more hits until enough of them satisfy the
// filter. If most points would have to be checked that way, all are checked, and the engine gets their bits. Every way
// finds k points whenever k match.

import type { Hits } from "../../../engine/types.ts";
import { type CancelSignal as Signal, throwIfCancelled } from "../../../scheduling/cancel.ts";
import { andThen, type MaybePromise } from "../../../scheduling/maybe-promise.ts";
import type { FieldConfig } from "../../config/collection-config.ts";
import type { SearchParams } from "../../config/search-params.ts";
import type { Filter } from "../../filter/filter.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { type Bits, countBits, hasBit, isEmpty, union } from "../../slots/bits.ts";
import type { VectorQuery } from "../../vectors/vector-index.ts";
import { withConcurrentOverwrites } from "./concurrent-overwrites.ts";
import type { SegmentHits } from "./merge.ts";
import type { PlanScope } from "./plan.ts";
import type { SearchTrace, SegmentTrace } from "./search-trace.ts";
import { candidates, knownMatches } from "./select.ts";
import { passes, verify } from "./verify.ts";

/** A nearest-neighbour query over segments. */
interface NearestQuery {
  readonly field: FieldConfig;
  readonly k: number;
  readonly params: SearchParams;
  readonly filter?: Filter | null | undefined;
  readonly trace?: SearchTrace | undefined;
  /** The cancel signal, checked between slices of points and between searches. */
  readonly signal?: Signal;
}

interface SegmentQuery extends Omit<NearestQuery, "trace"> {
  readonly trace: SegmentTrace | undefined;
  /** The slots that could be searched when the query began. */
  readonly slots: Bits;
}

/** Up to this number of points are checked before the search, because that takes no longer than the search. */
const MAX_CHECKED_FIRST = 512;
/** The least number of hits that the first search of a post-filter requests. */
const MIN_REQUESTED_HITS = 64;
/** A post-filter requests at most this share of the points that may match, and at most this number. */
const MAX_HITS_SHARE = 1 / 4;
const MAX_REQUESTED_HITS = 16_384;
/** The next search requests more hits than the share that passed calls for, so that mostly no third one is needed. */
const REQUEST_MARGIN = 1.5;
/** The factor by which the next search asks for more if no hit passed. */
const FACTOR_WITHOUT_HITS = 8;

/** Returns the hits of each query, in their order; at once if no filter is planned and the search runs inline. */
export function nearestIn(
  segment: CollectionSegment,
  queries: readonly VectorQuery[],
  options: NearestQuery,
): MaybePromise<readonly SegmentHits[]> {
  const { field, k, params, trace: traces, filter, signal } = options;
  if (!filter && !traces) return segment.vectors.search(queries, { field, k, params, filter: null });
  const trace = traces?.of(segment);
  const slots = segment.searchableSlots();
  // Named one by one: properties that are added to a spread object cost a microsecond each.
  const query: SegmentQuery = { field, k, params, filter, trace, signal, slots };
  if (trace) {
    const find = async () =>
      filter ? filtered(segment, queries, query) : searchSlots(segment, queries, query, k, null);
    return trace.timed(find);
  }
  const known = knownMatches(segment, filter!, slots);
  return known ? searchSlots(segment, queries, query, k, known) : filtered(segment, queries, query);
}

async function filtered(
  segment: CollectionSegment,
  queries: readonly VectorQuery[],
  options: SegmentQuery,
): Promise<readonly SegmentHits[]> {
  const { trace, signal, slots } = options;
  const filter = options.filter!;
  const plan = (note?: PlanScope["note"]) => candidates(segment, filter, slots, signal, note);
  const { sure, open } = await (trace ? trace.planned(plan) : plan());
  if (open === null) return searchSlots(segment, queries, options, options.k, sure);
  const openCount = countBits(open);
  if (openCount > MAX_CHECKED_FIRST) {
    const postFilter = new PostFilter(segment, slots, { sure, open }, { filter, trace, signal });
    return Promise.all(queries.map((query) => searchThenFilter(postFilter, query, options)));
  }
  const bits = union(sure.slice(), await verify(segment, filter, open, signal));
  trace?.noteChecked(openCount);
  trace?.noteMatching(bits);
  return searchSlots(segment, queries, options, options.k, bits);
}

/** @param bits the slots that may be found; null: all */
function searchSlots(
  segment: CollectionSegment,
  queries: readonly VectorQuery[],
  options: SegmentQuery,
  k: number,
  bits: Bits | null,
): MaybePromise<readonly SegmentHits[]> {
  const { field, params, trace, slots } = options;
  if (bits === slots) return searchAll(segment, queries, options, k);
  if (bits && isEmpty(bits)) return queries.map(() => NO_HITS);
  const hits = segment.vectors.search(queries, { field, k, params, filter: bits });
  if (bits === null) return trace ? andThen(hits, (found) => noteSearches(found, trace, false)) : hits;
  return andThen(hits, (found) => {
    noteSearches(found, trace, true);
    if (segment.searchableSlots() === slots) return found;
    return withConcurrentOverwrites(segment, field, queries, found, bits, k, trace);
  });
}

/** Searches without a filter where all slots satisfy it, because that takes less time. */
function searchAll(
  segment: CollectionSegment,
  queries: readonly VectorQuery[],
  options: SegmentQuery,
  k: number,
): MaybePromise<readonly SegmentHits[]> {
  const { slots } = options;
  return andThen(searchSlots(segment, queries, options, k, null), (found) => {
    // The hits may have slots that were added meanwhile, of which nothing is known.
    if (segment.searchableSlots() === slots) return found;
    return searchSlots(segment, queries, options, k, slots.slice());
  });
}

function noteSearches(hits: Hits[], trace: SegmentTrace | undefined, filtered: boolean): Hits[] {
  if (trace) for (const hitsOfQuery of hits) trace.noteSearch(hitsOfQuery, filtered);
  return hits;
}

const NO_HITS: SegmentHits = { slots: new Uint32Array(0), distances: new Float32Array(0), complete: true };

/** Requests more and more hits until `k` of them satisfy the filter, or checks all points if that takes too many. */
async function searchThenFilter(
  postFilter: PostFilter,
  query: VectorQuery,
  options: SegmentQuery,
): Promise<SegmentHits> {
  const { segment, possible, count } = postFilter;
  const { k } = options;
  for (
    let requested = Math.max(MIN_REQUESTED_HITS, 2 * k);
    requested <= Math.min(count * MAX_HITS_SHARE, MAX_REQUESTED_HITS);
  ) {
    throwIfCancelled(options.signal);
    const [hits] = await searchSlots(segment, [query], options, requested, possible);
    const passed = await postFilter.passing(hits!);
    if (passed.slots.length >= k || hits!.complete) {
      options.trace?.noteSearchFirst();
      return nearestOf(passed, k);
    }
    const needed =
      passed.slots.length > 0
        ? (k * hits!.slots.length) / passed.slots.length
        : FACTOR_WITHOUT_HITS * requested;
    requested = Math.max(2 * requested, Math.ceil(needed * REQUEST_MARGIN));
  }
  const [hits] = await searchSlots(segment, [query], options, k, await postFilter.allMatching());
  return hits!;
}

function nearestOf({ slots, distances, complete }: SegmentHits, k: number): SegmentHits {
  if (slots.length <= k) return { slots, distances, complete };
  return { slots: slots.slice(0, k), distances: distances.slice(0, k), complete: false };
}

interface PostFilterParts {
  readonly filter: Filter;
  readonly trace: SegmentTrace | undefined;
  readonly signal: Signal;
}

/** Checks points of a segment against a filter, each point once for all queries of a request. */
class PostFilter {
  readonly segment: CollectionSegment;
  /** Null: every slot may satisfy the filter. */
  readonly possible: Bits | null;
  /** The number of possible slots. */
  readonly count: number;
  readonly #filter: Filter;
  readonly #sure: Bits;
  readonly #open: Bits;
  readonly #trace: SegmentTrace | undefined;
  readonly #signal: Signal;
  readonly #checked = new Map<number, boolean>();
  #allMatching: Promise<Bits> | null = null;

  constructor(
    segment: CollectionSegment,
    slots: Bits,
    { sure, open }: { readonly sure: Bits; readonly open: Bits },
    { filter, trace, signal }: PostFilterParts,
  ) {
    this.#signal = signal;
    this.#trace = trace;
    this.segment = segment;
    this.#filter = filter;
    this.#sure = sure;
    this.#open = open;
    const possible = union(sure.slice(), open);
    this.count = countBits(possible);
    this.possible = this.count === countBits(slots) ? null : possible;
  }

  /** Returns the hits whose points satisfy the filter. */
  async passing({ slots, distances, complete }: SegmentHits): Promise<SegmentHits> {
    const unchecked = [...slots].filter((slot) => !hasBit(this.#sure, slot) && !this.#checked.has(slot));
    const passed = await passes(this.segment, this.#filter, unchecked, this.#signal);
    this.#trace?.noteChecked(unchecked.length);
    unchecked.forEach((slot, i) => {
      this.#checked.set(slot, passed[i]!);
    });
    const kept = [...slots.keys()].filter(
      (i) => hasBit(this.#sure, slots[i]!) || this.#checked.get(slots[i]!) === true,
    );
    return {
      slots: Uint32Array.from(kept, (i) => slots[i]!),
      distances: Float32Array.from(kept, (i) => distances[i]!),
      complete,
    };
  }

  /** Returns all slots that satisfy the filter. */
  allMatching(): Promise<Bits> {
    this.#allMatching ??= this.#checkAll();
    return this.#allMatching;
  }

  async #checkAll(): Promise<Bits> {
    const matching = union(await verify(this.segment, this.#filter, this.#open, this.#signal), this.#sure);
    this.#trace?.noteChecked(countBits(this.#open));
    this.#trace?.noteMatching(matching);
    return matching;
  }
}
