// The reads of a collection: existence of points, their contents, and the nearest points to a query.
// The decision: results consist of point references (PointRef); ids and payloads are read only for the returned points.
// Therefore a caller runs everything that belongs to one response inside `collection.reading`. Reads never wait for
// writes, except for a slot that is being written at this moment.
import type { ViewOptions } from "../../engine/graph-view.ts";
import { type CancelSignal, reserveFor } from "../../scheduling/cancel.ts";
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import { runInSlices, runWhole, startInSlices } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { Filter } from "../filter/filter.ts";
import type { MatchPoint } from "../filter/match.ts";
import type { IndexedField } from "../index/indexed-fields.ts";
import { findRefs, readRefs } from "../segment/point-refs.ts";
import { PackedIds } from "../slots/point-id.ts";
import type { PointRef } from "../slots/point-ref.ts";
import type { VectorQuery } from "../vectors/vector-index.ts";
import type { CollectionReads } from "./collection-reads.ts";
import { CountedReads } from "./counted-reads.ts";
import { distances } from "./distances.ts";
import {
  type Neighbourhood,
  neighbourhood,
  type WalkQuery,
  type WatchedSearch,
  watchedSearch,
} from "./graph-view.ts";
import { type MapQuery, mapOf, type PointMap } from "./projection/project.ts";
import { type Hit, type NearestQuery, type Search, search } from "./search.ts";
import { estimate } from "./select/estimate.ts";
import { type FacetHit, type FacetQuery, facet, fieldCounts, knownFacet } from "./select/facet.ts";
import { countOf, isKnown, knownSelections, refsOf, selections } from "./select/matching.ts";
import { type OrderedPoint, type OrderQuery, ordered } from "./select/ordered.ts";
import { type PageQuery, type PointPage, page, pageNow } from "./select/page.ts";
import { type Sample, sample } from "./select/sample.ts";
import { matchPoints } from "./select/verify.ts";
import { type TermStatistics, termStatistics } from "./term-statistics.ts";
import { type ClausePart, explainTexts } from "./text/explain-texts.ts";
import { searchTexts, type TextSearch } from "./text/text-search.ts";

/** Ids that are looked up at once, in a tenth of a millisecond. */
const MAX_IDS_NOW = 1_000;
/** Bytes of a point reference in a list. */
const REF_BYTES = 8;

export class Reads extends CountedReads implements CollectionReads {
  /**
   * Returns reads with a cancel signal: long reads end between two slices once it is set.
   * @throws DeadlineExceeded from its methods
   */
  while(signal: CancelSignal): this {
    return signal === undefined ? this : this.with(signal, this.waitsForOthers);
  }

  /** Returns reads for a write that searches for its points: they wait for other reads instead of being refused. */
  inWrite(signal?: CancelSignal): this {
    return this.with(signal, true);
  }

  protected with(signal: CancelSignal, waitsForOthers: boolean): this {
    const Own = this.constructor as new (...given: ConstructorParameters<typeof Reads>) => this;
    return new Own(this.collection, this.longReads, signal, waitsForOthers);
  }

  /**
   * Returns the point reference of each id, null where there is no such point; they can be read when it returns or
   * resolves.
   */
  find(ids: readonly PointId[]): MaybePromise<(PointRef | null)[]> {
    const packed = startInSlices(PackedIds.packInSlices(ids));
    const segments = this.segments;
    if (packed instanceof Promise || ids.length > MAX_IDS_NOW || (ids.length > 1 && !segments.linking.isIdle))
      return this.#findLater(ids, packed);
    const found = runWhole(findRefs(segments, packed));
    return found.settled ? found.refs : this.#findLater(ids, packed);
  }

  async #findLater(ids: readonly PointId[], packing: MaybePromise<PackedIds>): Promise<(PointRef | null)[]> {
    const packed = await packing;
    // Of several ids some would be found as the upsert leaves them and some as they were.
    const segments = this.segments;
    const { linking } = segments;
    while (ids.length > 1 && !linking.isIdle) await linking.settled();
    const { tasks } = linking;
    const find = () => startInSlices(findRefs(segments, packed));
    let found = await find();
    // If an upsert began between two slices, the ids are looked up again while none can begin.
    if (ids.length > 1 && linking.tasks !== tasks) found = await linking.run(find);
    if (!found.settled) await this.collection.settled();
    return found.refs;
  }

  /**
   * Returns the nearest points to each of the queries, in their order, best first; see search.ts. The point references
   * of a result that is returned at once are valid until the caller waits.
   */
  search(queries: readonly VectorQuery[], nearest: NearestQuery): MaybePromise<Hit[][]> {
    return this.searchBy(search, queries, nearest);
  }

  /** @param search which form the hits have */
  protected searchBy<T>(
    search: Search<T>,
    queries: readonly VectorQuery[],
    nearest: NearestQuery,
  ): MaybePromise<T[][]> {
    const { filter = null, trace } = nearest;
    const segments = this.segments;
    const find = (signal: CancelSignal) =>
      search(segments, queries, signal === nearest.signal ? nearest : { ...nearest, signal });
    if (filter !== null && (trace || !isKnown(segments, filter)))
      return this.onAccount(filter, (signal) => this.byThreads(async () => find(signal)));
    if (trace) return this.byThreads(async () => find(this.signal));
    const found = segments.engine.reads.admitAtOnce(() => find(this.signal));
    return found instanceof Promise ? this.collection.guard(found) : found;
  }

  /** Returns all points that satisfy the filter, each once, in arbitrary order. */
  matching(filter: Filter | null): Promise<PointRef[]> {
    return this.readingRefs(filter, async (segments, signal) => {
      const selected = await selections(segments, filter, signal);
      reserveFor(signal, countOf(selected) * REF_BYTES);
      return runInSlices(refsOf(selected), signal);
    });
  }

  /** Counts the points that satisfy the filter. @param exact false: returns an estimate if that is less work */
  count(filter: Filter | null, exact: boolean): MaybePromise<number> {
    const known = knownSelections(this.segments, filter);
    if (known) return countOf(known);
    return this.readingRefs(filter, async (segments, signal) =>
      exact ? countOf(await selections(segments, filter, signal)) : estimate(segments, filter, signal),
    );
  }

  /** Returns points in the order of their ids. */
  page(query: PageQuery): MaybePromise<PointPage> {
    const now = query.filter === null ? pageNow(this.segments, query) : null;
    if (now) return now;
    return this.readingRefs(query.filter, (segments, signal) => page(segments, query, signal));
  }

  /** Returns points in the order of an indexed field. @throws NoFieldIndex */
  ordered(query: OrderQuery): Promise<OrderedPoint[]> {
    return this.readingRefs(query.filter ?? null, (segments, signal) => ordered(segments, query, signal));
  }

  /** Returns the values of an indexed field with their numbers of points. @throws NoFieldIndex */
  facet(query: FacetQuery): MaybePromise<FacetHit[]> {
    const known = knownFacet(this.segments, query);
    return known ?? this.readingRefs(query.filter, (segments, signal) => facet(segments, query, signal));
  }

  /** Returns the number of points in each payload index, by the path of the field. */
  indexedPoints(): Promise<Record<string, number>> {
    return this.searchSegments(async (segments) => fieldCounts(segments));
  }

  /** Draws `count` of the points that satisfy the filter at random; all of them if there are fewer. */
  async sample(filter: Filter | null, count: number): Promise<PointRef[]> {
    return (await this.drawn(filter, count)).refs;
  }

  /** Draws points like `sample`, and counts those of which they were drawn. */
  drawn(filter: Filter | null, count: number): Promise<Sample> {
    return this.readingRefs(filter, (segments, signal) => sample(segments, filter, count, signal));
  }

  /**
   * Returns for each query the distance of each point reference, in their order: the distance of the engine, lower is
   * nearer, with the bits of an exact search (see scoreOf). NaN where a point lacks the vector. The number of point
   * references is not limited.
   */
  distances(
    field: FieldConfig,
    queries: readonly VectorQuery[],
    refs: readonly PointRef[],
  ): Promise<Float32Array[]> {
    return this.byThreads((segments) => distances(segments, field, queries, refs));
  }

  /** Returns positions on a plane and the nearest neighbours of points. */
  map(query: MapQuery): Promise<PointMap> {
    return this.searchSegments(() => this.byThreads((segments) => mapOf(segments, query, this.signal)));
  }

  /** Returns the part of the graph around a point that has the vector. */
  neighbourhood(field: FieldConfig, point: PointRef, options: ViewOptions): Promise<Neighbourhood> {
    return this.searchSegments(() =>
      this.byThreads((segments) => neighbourhood(segments, field, point, options)),
    );
  }

  /** Searches with the steps of the walk in each segment. */
  watch(query: Float32Array, request: WalkQuery): Promise<WatchedSearch> {
    return this.searchSegments(() => this.byThreads((segments) => watchedSearch(segments, query, request)));
  }

  /** Returns the referenced points, in order, in the form in which filters check them. */
  points(refs: readonly PointRef[]): Promise<MatchPoint[]> {
    return this.searchSegments(async (segments) => readRefs(refs, (slot) => segments.at(slot), matchPoints));
  }

  /**
   * Returns how many vectors of the field there are, and how many have each index.
   * @param filter counts only points that match; null: all
   */
  termStatistics(field: FieldConfig, indices: Uint32Array, filter: Filter | null): Promise<TermStatistics> {
    return this.readingRefs(filter, (segments, signal) =>
      termStatistics(segments, field, indices, filter, signal),
    );
  }

  /** Returns the text index on a path as the collection has it; null: there is none. */
  textField(path: string): IndexedField | null {
    const field = this.segments.indexed.get(path);
    return field?.tokenizer ? field : null;
  }

  /** Returns the points whose texts fit a query best. @throws NoTextIndex */
  searchTexts(search: TextSearch): Promise<readonly Hit[]> {
    return this.readingRefs(search.filter, (segments, signal) => searchTexts(segments, search, signal));
  }

  /** Returns what each clause of a query gives to the scores of points. */
  explainTexts(search: TextSearch, refs: readonly PointRef[]): Promise<ClausePart[][]> {
    return this.readingRefs(search.filter, (segments, signal) =>
      explainTexts(segments, search, refs, signal),
    );
  }
}
