// Forecasts the vectors of points after writes that have not begun: how many are added.
// The decision: it keeps the names of the vectors of each affected point, so the writes of one request can be added in
// order. The result of a filter after other writes is unknown; then a point counts with all vectors that it may have,
// so there are never more vectors than forecast.
import type { Collection } from "../../core/collection/collection.ts";
import type { Filter } from "../../core/filter/filter.ts";
import type { CollectionReads } from "../../core/search/collection-reads.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { PointVector } from "../../schema/point.ts";
import { each } from "../common/each.ts";
import { keyOf } from "./selection.ts";

type Names = ReadonlySet<string>;

export class VectorForecast {
  /** By id: the names of the vectors of a point, or null if there is no such point. */
  readonly #points = new Map<string, Names | null>();
  #more = 0;
  #most = 0;
  #certain = true;
  #asItIs = true;

  readonly collection: Collection;
  /** Reads points, until the request is cancelled. */
  readonly reads: CollectionReads;

  /** @param signal cancels the search for points */
  constructor(collection: Collection, signal?: CancelSignal) {
    this.collection = collection;
    this.reads = collection.reads.inWrite(signal);
  }

  /** The largest increase in vectors at the end of any of the writes. */
  get most(): number {
    return this.#most;
  }

  /** True if it is known which of the points will exist. */
  get certain(): boolean {
    return this.#certain;
  }

  /** True if the points that will exist are as they are now, so filters can be evaluated. */
  get isCurrent(): boolean {
    return this.#asItIs;
  }

  /** Looks up these points. Call it before any write to them is added. */
  async readVectorNames(ids: readonly PointId[]): Promise<void> {
    const unknown: PointId[] = [];
    const ask = (id: PointId) => this.#points.has(keyOf(id)) || unknown.push(id);
    await runInSlices(each(ids, ask));
    const refs = await this.collection.reads.find(unknown);
    await runInSlices(each(unknown, (id, row) => this.#points.set(keyOf(id), this.#namesAt(refs[row]!))));
  }

  /** Returns the names of the vectors of a point; null if there is none. */
  #namesAt(ref: PointRef | null): Names | null {
    if (ref === null) return null;
    const { reads, fields } = this.collection;
    return new Set(fields.flatMap(({ name }) => (reads.hasVector(name, ref) ? name : [])));
  }

  has(id: PointId): boolean {
    return this.#points.get(keyOf(id)) != null;
  }

  /** Records that the point will have these vectors and no others. */
  write(id: PointId, vector: PointVector): void {
    this.#set(id, new Set(namesOf(vector)));
  }

  /** Records that the point will have these vectors in addition to its present ones. */
  widen(id: PointId, vector: PointVector): void {
    const before = this.#points.get(keyOf(id)) ?? [];
    this.#set(id, new Set([...before, ...namesOf(vector)]));
  }

  /** Records that the point, if it exists, will lose these vectors. */
  narrow(id: PointId, names: readonly string[]): void {
    const before = this.#points.get(keyOf(id));
    if (before) this.#set(id, new Set([...before].filter((name) => !names.includes(name))));
  }

  /** Records that this number of vectors is added, by points that do not exist. */
  add(vectors: number): void {
    this.#more += vectors;
    this.loseCertainty();
  }

  remove(id: PointId): void {
    this.#set(id, null);
  }

  /** Points or their payloads change, so filters can no longer be evaluated. */
  change(): void {
    this.#asItIs = false;
  }

  /** Some points may exist or not. */
  loseCertainty(): void {
    this.#certain = false;
    this.#asItIs = false;
  }

  /** Ends a write of the batch, and raises the peak if the count is larger now. */
  step(): void {
    this.#most = Math.max(this.#most, this.#more);
  }

  #set(id: PointId, names: Names | null): void {
    const key = keyOf(id);
    this.#more += (names?.size ?? 0) - (this.#points.get(key)?.size ?? 0);
    this.#points.set(key, names);
  }
}

/** Returns the names of the vectors; a bare array is the unnamed one. */
function namesOf(vector: PointVector): string[] {
  return vector instanceof Float32Array ? [""] : Object.keys(vector);
}

/** The most matching points that are looked up one by one. */
const MAX_MATCHING_POINTS = 100_000;

/** Looks up the points that will match; returns null if that is unknown. */
export async function idsMatching(
  filter: Filter | null,
  forecast: VectorForecast,
): Promise<PointId[] | null> {
  if (!forecast.isCurrent) return null;
  const { reads, collection } = forecast;
  const ids: PointId[] = [];
  const isKnown = await collection.reading(async () => {
    const refs = await reads.matching(filter);
    if (refs.length > MAX_MATCHING_POINTS) return false;
    await runInSlices(each(refs, (ref) => ids.push(reads.idOf(ref))));
    return true;
  });
  if (!isKnown) return null;
  await forecast.readVectorNames(ids);
  return ids;
}
