// The ids of a `has_id` condition.
// The decision: ids are packed and hashed in typed arrays, as those of a segment are, and not kept as texts: a
// million UUIDs take 42 MB that the garbage collector does not scan, and segments look them up without conversion.
// The set is filled when the filter is planned, where the work can be cut; a look-up before that fills it at once.
import type { Sliced } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import { IdTracker } from "../slots/id-tracker.ts";
import { PackedIds } from "../slots/point-id.ts";

/** Ids that are inserted between two yields. */
const IDS_PER_YIELD = 2 ** 8;
/** The seed of the hash. It is random, so clients cannot choose ids that collide. */
const SEED = crypto.getRandomValues(new Uint32Array(1))[0]!;

export class IdSet {
  readonly #given: readonly PointId[] | PackedIds;
  readonly #ids = new IdTracker(SEED);

  /** @param given in any notation; the array must not change until the set is filled */
  constructor(given: readonly PointId[] | PackedIds) {
    this.#given = given;
  }

  *fill(): Sliced<void> {
    while (this.#ids.slots < this.#given.length) {
      this.#put(IDS_PER_YIELD);
      yield;
    }
  }

  has(id: PointId): boolean {
    return this.hasAt(PackedIds.pack([id]), 0);
  }

  hasAt(ids: PackedIds, index: number): boolean {
    this.#put(this.#given.length);
    return this.#ids.find(ids, index) >= 0;
  }

  /** The number of given ids, repeated ones included. */
  get length(): number {
    return this.#given.length;
  }

  /** The given ids are the first `length` of these. */
  get packed(): PackedIds {
    this.#put(this.#given.length);
    return this.#ids.bySlot;
  }

  #put(count: number): void {
    const from = this.#ids.slots;
    if (from === this.#given.length) return;
    this.#ids.expect(this.#given.length);
    const to = Math.min(from + count, this.#given.length);
    if (this.#given instanceof PackedIds) {
      for (let i = from; i < to; i++) this.#ids.assign(this.#given, i);
      return;
    }
    const packed = PackedIds.pack(this.#given.slice(from, to));
    for (let i = 0; i < packed.length; i++) this.#ids.assign(packed, i);
  }
}
