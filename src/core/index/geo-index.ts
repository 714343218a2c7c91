// An index over points on the globe.
// The decision: points are found by their latitude, as numbers are, and each is then measured as the matcher does. A
// shape is seldom higher than a part of the globe, and no shape needs more than one interval of latitudes.

import type { Sliced } from "../../scheduling/slices.ts";
import type { Check, GeoPoint } from "../filter/filter.ts";
import { degreesOf, geoPointOf } from "../filter/geo.ts";
import { type GeoShape, isInShape } from "../filter/match.ts";
import type { JsonValue } from "../filter/value.ts";
import type { BlockReader, BlockWriter } from "../formats/blocks.ts";
import { type Bits, clearBit, eachSlot, noBits } from "../slots/bits.ts";
import { SlotSet } from "../slots/slot-set.ts";
import { Column } from "./column.ts";
import { certain, type FieldIndex, type Verdict } from "./field-index.ts";
import { ValueOrder } from "./value-order.ts";

/** Sides of shapes that points are compared with between two yields. */
const SLOTS_PER_YIELD = 2 ** 13;

export class GeoIndex implements FieldIndex {
  readonly #latitudes = new Column();
  /** Longitudes of lists stand in the order of their latitudes. */
  readonly #longitudes = new Column();
  readonly #order = new ValueOrder(this.#latitudes);
  readonly #filled = new SlotSet();

  get bytes(): number {
    return this.#latitudes.bytes + this.#longitudes.bytes + this.#order.bytes + this.#filled.bytes;
  }

  filled(slots: number): Bits {
    return this.#filled.words(slots);
  }

  put(slot: number, values: readonly JsonValue[]): void {
    const points = values.map(geoPointOf).filter((point) => point !== null);
    const latitudes = points.map(({ lat }) => lat);
    const before = this.#latitudes.get(slot);
    this.#latitudes.set(slot, latitudes);
    this.#longitudes.set(
      slot,
      points.map(({ lon }) => lon),
    );
    for (const lat of new Set(latitudes)) if (!before.includes(lat)) this.#order.add(lat, slot);
    this.#filled.toggle(slot, points.length > 0);
  }

  *select(check: Check, slots: number): Sliced<Verdict | null> {
    switch (check.kind) {
      case "geo_bounding_box":
        return certain(yield* this.#within(check, [check.bottomRight.lat, check.topLeft.lat], slots));
      case "geo_radius": {
        const height = degreesOf(check.radius);
        return certain(
          yield* this.#within(check, [check.center.lat - height, check.center.lat + height], slots),
        );
      }
      case "geo_polygon":
        return certain(yield* this.#within(check, heightOf(check.exterior), slots));
      default:
        return null;
    }
  }

  *save(out: BlockWriter, slots: number): Sliced<void> {
    yield* this.#latitudes.save(out, slots);
    yield* this.#longitudes.save(out, slots);
    yield* this.#order.save(out);
    yield* out.manyWords(this.#filled.bitsBelow(slots));
  }

  *load(from: BlockReader, slots: number): Sliced<void> {
    yield* this.#latitudes.load(from, slots);
    yield* this.#longitudes.load(from, slots);
    yield* this.#order.load(from);
    this.#filled.restore(yield* from.manyWords());
  }

  *#within(shape: GeoShape, [low, high]: readonly [number, number], slots: number): Sliced<Bits> {
    const bits = noBits(slots);
    yield* this.#order.addWithin(low, high, bits);
    const corners = cornersOf(shape);
    let comparisons = 0;
    for (const slot of eachSlot(bits)) {
      const longitudes = this.#longitudes.get(slot);
      const latitudes = this.#latitudes.get(slot);
      if (!latitudes.some((lat, i) => isInShape(shape, { lat, lon: longitudes[i]! }))) clearBit(bits, slot);
      comparisons += corners * latitudes.length;
      if (comparisons < SLOTS_PER_YIELD) continue;
      comparisons = 0;
      yield;
    }
    return bits;
  }
}

function heightOf(ring: readonly GeoPoint[]): readonly [number, number] {
  const least = ring.reduce((low, { lat }) => Math.min(low, lat), Number.POSITIVE_INFINITY);
  return [least, ring.reduce((high, { lat }) => Math.max(high, lat), Number.NEGATIVE_INFINITY)];
}

function cornersOf(shape: GeoShape): number {
  if (shape.kind !== "geo_polygon") return 1;
  return shape.interiors.reduce((sum, ring) => sum + ring.length, shape.exterior.length);
}
