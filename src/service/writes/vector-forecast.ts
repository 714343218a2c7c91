// The vectors of points as they will be when writes are done that have not begun: how many there are to be more.
// The decision: of each point that is touched the names of the vectors that it may have are kept, so writes of one request
// can be told in order. What a filter will find after other writes nobody knows before: then a point is taken to have
// whatever it may have, so that there are never more vectors than was foreseen.
import type { Collection } from "../../core/collection/collection.ts";
import type { Filter } from "../../core/filter/filter.ts";
import type { Reads } from "../../core/search/reads.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { PointVector } from "../../schema/point.ts";
import { keyOf } from "./selection.ts";

/** Points that something is done for between two cuts. */
const CUT_ITEMS = 256;

type Names = ReadonlySet<string>;

export class VectorForecast {
  readonly #collection: Collection;
  /** By id: the names of its vectors, or null where there is no such point. */
  readonly #points = new Map<string, Names | null>();
  #more = 0;
  #most = 0;
  #certain = true;
  #asItIs = true;

  /** What is asked about the points, for as long as somebody waits. */
  readonly reads: Reads;

  /** @param signal until when points may be looked for */
  constructor(collection: Collection, signal?: CancelSignal) {
    this.#collection = collection;
    this.reads = collection.reads.inWrite(signal);
  }

  /** The most vectors that there will be more at the end of any of the writes. */
  get most(): number {
    return this.#most;
  }

  /** Whether it is known which of the points there will be. */
  get certain(): boolean {
    return this.#certain;
  }

  /** Whether the points that will be there are as they are now, so that filters can be asked. */
  get isCurrent(): boolean {
    return this.#asItIs;
  }

  /** Looks these points up. To be called before anything is told of them. */
  async look(ids: readonly PointId[]): Promise<void> {
    const unknown: PointId[] = [];
    const ask = (id: PointId) => this.#points.has(keyOf(id)) || unknown.push(id);
    await runInSlices(each(ids, ask));
    const places = await this.#collection.reads.find(unknown);
    await runInSlices(each(unknown, (id, row) => this.#points.set(keyOf(id), this.#namesAt(places[row]!))));
  }

  /** The names of the vectors of the point that is there; null: none is. */
  #namesAt(place: PointRef | null): Names | null {
    if (place === null) return null;
    const { reads, fields } = this.#collection;
    return new Set(fields.flatMap(({ name }) => (reads.hasVector(name, place) ? name : [])));
  }

  has(id: PointId): boolean {
    return this.#points.get(keyOf(id)) != null;
  }

  /** The point is written whole. */
  write(id: PointId, vector: PointVector): void {
    this.#set(id, new Set(namesOf(vector)));
  }

  /** The point gets these vectors beside those it has; or it may be written whole, which is no more. */
  widen(id: PointId, vector: PointVector): void {
    const before = this.#points.get(keyOf(id)) ?? [];
    this.#set(id, new Set([...before, ...namesOf(vector)]));
  }

  /** The point, if there is one, loses these vectors. */
  narrow(id: PointId, names: readonly string[]): void {
    const before = this.#points.get(keyOf(id));
    if (before) this.#set(id, new Set([...before].filter((name) => !names.includes(name))));
  }

  remove(id: PointId): void {
    this.#set(id, null);
  }

  /** Points, or what they hold, are going to be other than they are: filters cannot be asked any more. */
  change(): void {
    this.#asItIs = false;
  }

  /** Some points may be there or not. */
  loseCertainty(): void {
    this.#certain = false;
    this.#asItIs = false;
  }

  /** A write is done. */
  step(): void {
    this.#most = Math.max(this.#most, this.#more);
  }

  #set(id: PointId, names: Names | null): void {
    const key = keyOf(id);
    this.#more += (names?.size ?? 0) - (this.#points.get(key)?.size ?? 0);
    this.#points.set(key, names);
  }
}

/** Does something for each, with cuts in between. */
export function* each<T>(items: readonly T[], work: (item: T, row: number) => unknown): Sliced<void> {
  for (const [row, item] of items.entries()) {
    if (row % CUT_ITEMS === CUT_ITEMS - 1) yield;
    work(item, row);
  }
}

/** The names of the vectors; a bare array is the unnamed one. */
function namesOf(vector: PointVector): string[] {
  return vector instanceof Float32Array ? [""] : Object.keys(vector);
}

/** More points than that are not looked at one by one. */
const MOST_MATCHING = 100_000;

/** Looks up all that match of the points that will be there; null when that cannot be said. */
export async function idsMatching(filter: Filter | null, outlook: VectorForecast): Promise<PointId[] | null> {
  if (!outlook.isCurrent) return null;
  const { reads } = outlook;
  const places = await reads.matching(filter);
  if (places.length > MOST_MATCHING) return null;
  const ids = places.map((place) => reads.idOf(place));
  await outlook.look(ids);
  return ids;
}
