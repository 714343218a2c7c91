// The distances of the nearest neighbours of some queries, among all slots and among those of each class of filters.
// The decision: the filters are nested and chosen by a hash of the slot, so one pass over the vectors serves all
// classes. Only distances are kept: a hit that is as near as the k-th neighbour counts as found, so equal vectors are
// never missed.

import { LEVELS, SHARES } from "../recall/recall-table.ts";
import { type Bits, noBits, setBit } from "../slots/bits.ts";

const KEPT = LEVELS.at(-1)!;
const CLASSES = SHARES.length;
/** The finaliser of MurmurHash3, which distributes consecutive numbers evenly. */
const FIRST_FACTOR = 0x85ebca6b;
const SECOND_FACTOR = 0xc2b2ae35;
const HASHES = 2 ** 32;

/** Returns the number of classes that a slot is in: the first ones of SHARES. */
function classesOf(slot: number): number {
  let hash = Math.imul(slot ^ (slot >>> 16), FIRST_FACTOR);
  hash = Math.imul(hash ^ (hash >>> 13), SECOND_FACTOR);
  const part = ((hash ^ (hash >>> 16)) >>> 0) / HASHES;
  let classes = 0;
  while (classes < CLASSES && part < SHARES[classes]!) classes++;
  return classes;
}

export class Truth {
  /** The live slots of each class, as a filter has them: also those without the vector. */
  readonly filters: readonly Bits[];
  /** For each query and class the distances of its neighbours, nearest first. */
  readonly #nearest: Float32Array;
  readonly #counts: Uint32Array;
  /** For each query the slot that it is the vector of; such a slot is no neighbour of itself. */
  readonly #own: (number | null)[];
  /** The distances of queries from themselves. */
  readonly #self: Float32Array;

  constructor(slots: number, own: readonly (number | null)[]) {
    this.filters = SHARES.map(() => noBits(slots));
    this.#own = [...own];
    this.#self = new Float32Array(own.length).fill(Number.NaN);
    this.#nearest = new Float32Array(own.length * CLASSES * KEPT).fill(Number.POSITIVE_INFINITY);
    this.#counts = new Uint32Array(own.length * CLASSES);
  }

  /** Takes live slots into the filters. */
  admit(slots: readonly number[]): void {
    for (const slot of slots) {
      const classes = classesOf(slot);
      for (let at = 0; at < classes; at++) setBit(this.filters[at]!, slot);
    }
  }

  /** Takes the distances of some slots from all queries, query by query. */
  add(distances: Float32Array, slots: Uint32Array): void {
    const classes = Uint8Array.from(slots, classesOf);
    for (let query = 0; query < this.#own.length; query++) {
      const own = this.#own[query] ?? -1;
      const from = query * slots.length;
      for (let i = 0; i < slots.length; i++) {
        const distance = distances[from + i]!;
        const last = query * CLASSES + classes[i]! - 1;
        // The class with the fewest slots has the farthest neighbours.
        if (slots[i] === own) this.#self[query] = distance;
        if (distance >= this.#nearest[last * KEPT + KEPT - 1]! || slots[i] === own) continue;
        for (let at = query * CLASSES; at <= last; at++) this.#insert(at, distance);
      }
    }
  }

  /**
   * Returns the slots that the queries are the vectors of. One that has equals counts among its own neighbours, and is
   * left out: it can stand for a query as it is.
   */
  own(): readonly (number | null)[] {
    for (const [query, slot] of this.#own.entries()) {
      const self = this.#self[query]!;
      if (slot === null || !(this.limit(query, 0, 1) <= self)) continue;
      const classes = classesOf(slot);
      for (let at = 0; at < classes; at++) this.#insert(query * CLASSES + at, self);
      this.#own[query] = null;
    }
    return this.#own;
  }

  /** The number of neighbours of a query in a class, at most `k`. */
  count(query: number, shareClass: number, k: number): number {
    return Math.min(k, this.#counts[query * CLASSES + shareClass]!);
  }

  /** The distance of the last of these neighbours. */
  limit(query: number, shareClass: number, k: number): number {
    const at = query * CLASSES + shareClass;
    return this.#nearest[at * KEPT + Math.max(0, this.count(query, shareClass, k) - 1)]!;
  }

  #insert(at: number, distance: number): void {
    const nearest = this.#nearest;
    const first = at * KEPT;
    let position = first + Math.min(this.#counts[at]!, KEPT - 1);
    if (this.#counts[at] === KEPT && distance >= nearest[position]!) return;
    for (; position > first && nearest[position - 1]! > distance; position--)
      nearest[position] = nearest[position - 1]!;
    nearest[position] = distance;
    if (this.#counts[at]! < KEPT) this.#counts[at]!++;
  }
}
