// The reads of a collection, as services use them.
// The decision: two classes implement this. `Reads` reads the segments of this server; `GatheredReads` (core/sharding)
// asks the servers that have the shards and merges what they return. Everything above, such as fusion, groups and
// formulas, is written once and does not know which of the two it uses. Results consist of point references, which
// are valid in the `reading` in which they were returned; some facts about a point are known at once by its reference.
import type { ViewOptions } from "../../engine/graph-view.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { Filter } from "../filter/filter.ts";
import type { MatchPoint } from "../filter/match.ts";
import type { IndexedField } from "../index/indexed-fields.ts";
import type { VectorRow } from "../record/vector-rows.ts";
import type { PackedIds } from "../slots/point-id.ts";
import type { PointRef } from "../slots/point-ref.ts";
import type { VectorQuery } from "../vectors/vector-index.ts";
import type { Neighbourhood, WalkQuery, WatchedSearch } from "./graph-view.ts";
import type { MapQuery, PointMap } from "./projection/project.ts";
import type { Hit, NearestQuery } from "./search.ts";
import type { FacetHit, FacetQuery } from "./select/facet.ts";
import type { OrderedPoint, OrderQuery } from "./select/ordered.ts";
import type { PageQuery, PointPage } from "./select/page.ts";
import type { TermStatistics } from "./term-statistics.ts";
import type { ClausePart } from "./text/explain-texts.ts";
import type { TextSearch } from "./text/text-search.ts";

/** Points that were found: facts that are known at once, and contents that are read. */
export interface FoundPoints {
  idOf(ref: PointRef): PointId;
  /** Compares the ids of two points: integers come before UUIDs. Negative if that of `a` comes first. */
  compareIds(a: PointRef, b: PointRef): number;
  /** Returns the ids of the referenced points, in order, in the form of log records. */
  packedIds(refs: readonly PointRef[]): PackedIds;
  /** Returns the packed ids of any number of point references. */
  manyPackedIds(refs: readonly PointRef[]): Promise<PackedIds>;
  hasVector(name: string, ref: PointRef): boolean;
  /** Returns the bytes of the payload of the referenced point, 0 if it has none. */
  payloadLength(ref: PointRef): number;
  version(ref: PointRef): number;
  /** Returns the bytes of a vector, for estimates; 0 if the point has none of this name. */
  vectorBytes(name: string, ref: PointRef): number;
  /**
   * Tells whether a point was deleted on another server after it was found and before it was read, so that it is left
   * out of results. A point of this server can be read until the `reading` ends.
   */
  isGone(ref: PointRef): boolean;
  /**
   * Returns the payloads of the referenced points, in order, at once if all are in memory; null where there is none.
   * They must not be changed.
   * @param versions receives the versions of the points whose payloads these are
   */
  payloads(refs: readonly PointRef[], versions?: number[]): MaybePromise<(Uint8Array | null)[]>;
  /**
   * Returns the vectors called `name` of the referenced points, in order; null where a point has none.
   * @param versions receives the versions of the points whose vectors these are; nothing from a read of this server
   * alone, where a reference leads to the same vector until the `reading` ends
   */
  vectors(name: string, refs: readonly PointRef[], versions?: number[]): Promise<(VectorRow | null)[]>;
  /** Returns the referenced points, in order, in the form in which filters check them. */
  points(refs: readonly PointRef[]): Promise<MatchPoint[]>;
}

export interface CollectionReads extends FoundPoints {
  /** The number of points; of several servers, a number that is not smaller. */
  readonly size: number;
  /** The slots of all segments, including those whose point was deleted; of several servers, not less. */
  readonly slots: number;
  /** Returns reads with a cancel signal. @throws DeadlineExceeded from its methods */
  while(signal: CancelSignal): CollectionReads;
  /** Returns reads for a write that searches for its points: they wait for other reads instead of being refused. */
  inWrite(signal?: CancelSignal): CollectionReads;
  /** Runs `work`. The point references that it finds are valid until it is done, and only in it. */
  reading<T>(work: () => Promise<T>): Promise<T>;
  /** Returns the point reference of each id, null where there is no such point. */
  find(ids: readonly PointId[]): MaybePromise<(PointRef | null)[]>;
  /** Returns the nearest points to each of the queries, in their order, best first; see search.ts. */
  search(queries: readonly VectorQuery[], nearest: NearestQuery): MaybePromise<Hit[][]>;
  /** Returns all points that satisfy the filter, each once, in arbitrary order. */
  matching(filter: Filter | null): Promise<PointRef[]>;
  /** Counts the points that satisfy the filter. @param exact false: returns an estimate if that is less work */
  count(filter: Filter | null, exact: boolean): MaybePromise<number>;
  /** Returns points in the order of their ids. */
  page(query: PageQuery): MaybePromise<PointPage>;
  /** Returns points in the order of an indexed field. @throws NoFieldIndex */
  ordered(query: OrderQuery): Promise<OrderedPoint[]>;
  /** Returns the values of an indexed field with their numbers of points. @throws NoFieldIndex */
  facet(query: FacetQuery): MaybePromise<FacetHit[]>;
  /** Returns the number of points in each payload index, by the path of the field. */
  indexedPoints(): Promise<Record<string, number>>;
  /** Draws `count` of the points that satisfy the filter at random; all of them if there are fewer. */
  sample(filter: Filter | null, count: number): Promise<PointRef[]>;
  /**
   * Returns for each query the engine's distance of each point reference, in their order: lower is nearer, with the
   * bits of an exact search (see scoreOf). NaN where a point lacks the vector.
   */
  distances(
    field: FieldConfig,
    queries: readonly VectorQuery[],
    refs: readonly PointRef[],
  ): Promise<Float32Array[]>;
  /** Returns positions on a plane and the nearest neighbours of points. */
  map(query: MapQuery): Promise<PointMap>;
  /** Returns the part of the graph around a point that has the vector. */
  neighbourhood(field: FieldConfig, point: PointRef, options: ViewOptions): Promise<Neighbourhood>;
  /** Searches with the steps of the walk in each segment. */
  watch(query: Float32Array, request: WalkQuery): Promise<WatchedSearch>;
  /**
   * Returns how many vectors of the field there are, and how many have each index.
   * @param filter counts only points that match; null: all
   */
  termStatistics(field: FieldConfig, indices: Uint32Array, filter: Filter | null): Promise<TermStatistics>;
  /** Returns the text index on a path as the collection has it; null: there is none. */
  textField(path: string): IndexedField | null;
  /** Returns the points whose texts fit a query best. @throws NoTextIndex */
  searchTexts(search: TextSearch): Promise<readonly Hit[]>;
  /** Returns what each clause of a query gives to the scores of points. */
  explainTexts(search: TextSearch, refs: readonly PointRef[]): Promise<ClausePart[][]>;
}
