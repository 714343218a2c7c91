// The nearest points of one segment, all of them or those that satisfy a filter.
// The decision: what indexes settle goes to the engine as bits. Where many points have to be looked at, the nearest are
// searched first and only they are looked at, more of them until enough satisfy the filter; when so few do that most
// would be looked at anyway, all are, and the engine gets their bits. Whatever way, k are found whenever k match.

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
import { type Candidates, candidates } from "./select.ts";
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

/** A nearest-neighbour query to one segment. */
type SegmentQuery = Omit<NearestQuery, "trace"> & { readonly trace: SegmentTrace | undefined };

/** So many points are looked at without searching first: it takes no longer than the search. */
const FEW = 512;
/** The first hits that are looked at. */
const FIRST_HITS = 64;
/** Hits are asked for until they would be more than this part of the points in question, or more than this. */
const MOST_HITS = 1 / 4;
const MOST_ASKED = 16_384;
/** More than the share that passed promises, so that one more search is mostly enough. */
const MARGIN = 1.5;
/** The factor by which the next search asks for more if no hit passed. */
const FAR = 8;

/** Returns the hits of each query, in their order; at once if there is no filter and the search runs inline. */
export function nearestIn(
  segment: CollectionSegment,
  queries: readonly VectorQuery[],
  wanted: NearestQuery,
): MaybePromise<readonly SegmentHits[]> {
  const { field, k, params, trace: traces, filter } = wanted;
  if (!filter && !traces) return segment.vectors.search(queries, { field, k, params, filter: null });
  const trace = traces?.of(segment);
  const query = { ...wanted, trace };
  const find = () => (filter ? filtered(segment, queries, query) : ask(segment, queries, query, k, null));
  return trace ? trace.timed(async () => find()) : find();
}

async function filtered(
  segment: CollectionSegment,
  queries: readonly VectorQuery[],
  wanted: SegmentQuery,
): Promise<readonly SegmentHits[]> {
  const { trace, signal } = wanted;
  const filter = wanted.filter!;
  const slots = segment.searchableSlots();
  const plan = (note?: PlanScope["note"]) => candidates(segment, filter, slots, signal, note);
  const { sure, open } = await (trace ? trace.planned(plan) : plan());
  const toLookAt = countBits(open);
  if (toLookAt === 0) return ask(segment, queries, wanted, wanted.k, sure);
  if (toLookAt > FEW) {
    const look = new PostFilter(segment, slots, { sure, open }, { filter, trace, signal });
    return Promise.all(queries.map((query) => lookAtNearest(look, query, wanted)));
  }
  const bits = union(sure, await verify(segment, filter, open, signal));
  trace?.noteLooks(toLookAt);
  trace?.noteMatching(bits);
  return ask(segment, queries, wanted, wanted.k, bits);
}

/** @param bits the slots that may be found; null: all */
function ask(
  segment: CollectionSegment,
  queries: readonly VectorQuery[],
  { field, params, trace }: SegmentQuery,
  k: number,
  bits: Bits | null,
): MaybePromise<readonly SegmentHits[]> {
  if (bits && isEmpty(bits)) return queries.map(() => NONE);
  const hits = segment.vectors.search(queries, { field, k, params, filter: bits });
  if (bits === null) return trace ? andThen(hits, (found) => noted(found, trace, false)) : hits;
  return Promise.resolve(hits).then((found) =>
    withConcurrentOverwrites(segment, field.name, queries, noted(found, trace, true), bits, k, trace),
  );
}

function noted(hits: Hits[], trace: SegmentTrace | undefined, filtered: boolean): Hits[] {
  if (trace) for (const own of hits) trace.noteSearch(own, filtered);
  return hits;
}

const NONE: SegmentHits = { slots: new Uint32Array(0), distances: new Float32Array(0), complete: true };

/** Searches for more and more, and keeps what satisfies the filter. */
async function lookAtNearest(
  look: PostFilter,
  query: VectorQuery,
  wanted: SegmentQuery,
): Promise<SegmentHits> {
  const { segment, possible, count } = look;
  const { k } = wanted;
  for (let asked = Math.max(FIRST_HITS, 2 * k); asked <= Math.min(count * MOST_HITS, MOST_ASKED); ) {
    throwIfCancelled(wanted.signal);
    const [hits] = await ask(segment, [query], wanted, asked, possible);
    const passed = await look.passing(hits!);
    if (passed.slots.length >= k || hits!.complete) {
      wanted.trace?.noteSearchFirst();
      return nearestOf(passed, k);
    }
    const needed = passed.slots.length > 0 ? (k * hits!.slots.length) / passed.slots.length : FAR * asked;
    asked = Math.max(2 * asked, Math.ceil(needed * MARGIN));
  }
  const [hits] = await ask(segment, [query], wanted, k, await look.all());
  return hits!;
}

function nearestOf({ slots, distances, complete }: SegmentHits, k: number): SegmentHits {
  if (slots.length <= k) return { slots, distances, complete };
  return { slots: slots.slice(0, k), distances: distances.slice(0, k), complete: false };
}

interface LookedFor {
  readonly filter: Filter;
  readonly trace: SegmentTrace | undefined;
  readonly signal: Signal;
}

/** Looks at points of a segment, at each once however many queries come upon it. */
class PostFilter {
  readonly segment: CollectionSegment;
  /** The slots that may satisfy the filter; null: any may. */
  readonly possible: Bits | null;
  /** How many those are. */
  readonly count: number;
  readonly #filter: Filter;
  readonly #sure: Bits;
  readonly #open: Bits;
  readonly #trace: SegmentTrace | undefined;
  readonly #signal: Signal;
  readonly #seen = new Map<number, boolean>();
  #all: Promise<Bits> | null = null;

  constructor(
    segment: CollectionSegment,
    slots: Bits,
    { sure, open }: Candidates,
    { filter, trace, signal }: LookedFor,
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

  /** Those of the hits whose points satisfy the filter. */
  async passing({ slots, distances, complete }: SegmentHits): Promise<SegmentHits> {
    const unseen = [...slots].filter((slot) => !hasBit(this.#sure, slot) && !this.#seen.has(slot));
    const passed = await passes(this.segment, this.#filter, unseen, this.#signal);
    this.#trace?.noteLooks(unseen.length);
    unseen.forEach((slot, i) => {
      this.#seen.set(slot, passed[i]!);
    });
    const kept = [...slots.keys()].filter(
      (i) => hasBit(this.#sure, slots[i]!) || this.#seen.get(slots[i]!) === true,
    );
    return {
      slots: Uint32Array.from(kept, (i) => slots[i]!),
      distances: Float32Array.from(kept, (i) => distances[i]!),
      complete,
    };
  }

  /** All slots that satisfy the filter. */
  all(): Promise<Bits> {
    this.#all ??= this.#lookAtAll();
    return this.#all;
  }

  async #lookAtAll(): Promise<Bits> {
    const matching = union(await verify(this.segment, this.#filter, this.#open, this.#signal), this.#sure);
    this.#trace?.noteLooks(countBits(this.#open));
    this.#trace?.noteMatching(matching);
    return matching;
  }
}
