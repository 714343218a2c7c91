// The point references of gathered reads: numbers for points that other servers have found.
// The decision: a reference is given once and never again, so one that is used too late is an error and never names
// another point. The same slot of the same server has the same reference within a reading, as in local reads, where
// references tell whether two lists have the same point. A point is kept until all readings are done that ran when it
// was last found: readings are numbered, and a page has the points that were found while the newest one had a number.
import { ShardUnavailable } from "../../errors/sharding.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { Reservation } from "../../memory/reservation.ts";
import { compareIds } from "../slots/point-id.ts";
import type { PointRef } from "../slots/point-ref.ts";
import type { FoundRows } from "./wire/rows.ts";

/** A point that a part has found. */
export interface GatheredPoint {
  readonly ref: PointRef;
  /** The position of the part. */
  readonly part: number;
  /** The answer in which it was found last, and its row there. */
  rows: FoundRows;
  row: number;
  /** Of the payload that was read last. */
  version: number;
  isGone: boolean;
  /** Whether its vector was read in another version than that of the payload that came with the point. */
  hasMoved: boolean;
  /** The page that has it. */
  page: Page;
}

interface Page {
  /** The number of the newest reading that ran when its points were found. */
  readonly newest: number;
  readonly points: GatheredPoint[];
  readonly memory: Reservation;
}

/** Bytes of a point in the table, and of its row in an answer without its vectors. */
const POINT_BYTES = 250;
const NAME_BYTES = 4;

export class PointTable {
  readonly #reserve: () => Reservation;
  readonly #byRef = new Map<PointRef, GatheredPoint>();
  /** For each part its points by the references that it gave. */
  readonly #byPart: Map<number, GatheredPoint>[] = [];
  readonly #pages: Page[] = [];
  readonly #readings = new Set<number>();
  #newest = 0;
  /** Reads of one server have no reference below zero. */
  #next: PointRef = -1;

  /** @param reserve returns an empty reservation for points */
  constructor(reserve: () => Reservation) {
    this.#reserve = reserve;
  }

  /** Runs `work`. The points that are found meanwhile are kept until it is done. */
  async reading<T>(work: () => Promise<T>): Promise<T> {
    const number = ++this.#newest;
    this.#readings.add(number);
    try {
      return await work();
    } finally {
      this.#readings.delete(number);
      this.#drop();
    }
  }

  /** The number of points that are kept. */
  get size(): number {
    return this.#byRef.size;
  }

  /**
   * Takes memory for points that are added next.
   * @throws TooManyRequests, OutOfMemory
   */
  reserve(points: number, names: number, payloadBytes = 0): void {
    // Nobody can read the points of reads outside of readings.
    if (this.#readings.size === 0) this.#drop();
    this.#page().memory.reserve(points * (POINT_BYTES + names * NAME_BYTES) + payloadBytes);
  }

  /** Returns the reference of a point that a part has found. */
  add(part: number, rows: FoundRows, row: number): PointRef {
    const given = rows.refs[row]!;
    const ofPart = this.#byPart[part] ?? new Map<number, GatheredPoint>();
    this.#byPart[part] = ofPart;
    const known = ofPart.get(given);
    const page = this.#page();
    if (known && compareIds(known.rows.ids, known.row, rows.ids, row) === 0) {
      if (known.page !== page) page.points.push(known);
      known.page = page;
      known.rows = rows;
      known.row = row;
      known.version = rows.versions[row]!;
      known.hasMoved = false;
      return known.ref;
    }
    const ref = this.#next--;
    const point = {
      ref,
      part,
      rows,
      row,
      version: rows.versions[row]!,
      isGone: false,
      hasMoved: false,
      page,
    };
    this.#byRef.set(ref, point);
    ofPart.set(given, point);
    page.points.push(point);
    return ref;
  }

  at(ref: PointRef): GatheredPoint {
    const point = this.#byRef.get(ref);
    if (!point) {
      // It was found before the collection was placed on several servers: by reads of this one alone.
      if (ref >= 0) throw new ShardUnavailable([], "the shards were placed on other servers meanwhile");
      throw new VectorDbError("INTERNAL", "the reading in which this point was found has ended");
    }
    return point;
  }

  #page(): Page {
    const last = this.#pages.at(-1);
    if (last?.newest === this.#newest) return last;
    const page = { newest: this.#newest, points: [], memory: this.#reserve() };
    this.#pages.push(page);
    return page;
  }

  /** Drops the pages whose readings are all done. */
  #drop(): void {
    const [oldest = Number.POSITIVE_INFINITY] = this.#readings;
    while (this.#pages.length > 0 && this.#pages[0]!.newest < oldest) this.#forget(this.#pages.shift()!);
  }

  #forget(page: Page): void {
    page.memory.release();
    for (const point of page.points) {
      if (point.page !== page) continue;
      this.#byRef.delete(point.ref);
      const own = this.#byPart[point.part]!;
      const given = point.rows.refs[point.row]!;
      if (own.get(given) === point) own.delete(given);
    }
  }
}
