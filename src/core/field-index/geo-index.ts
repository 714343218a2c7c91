// An index over points on the globe.
// The decision: points are found by their latitude, as numbers are, and each is then measured as the matcher does. A
// shape is seldom higher than a part of the globe, and no shape needs more than one interval of latitudes.
import { type Bits, noBits, setBit } from "../bits.ts";
import type { Check, GeoPoint } from "../filter/filter.ts";
import { degreesOf, geoPointOf } from "../filter/geo.ts";
import { isInShape, type Shape } from "../filter/match.ts";
import type { JsonValue } from "../filter/value.ts";
import { SlotSet } from "../slot-set.ts";
import { Column } from "./column.ts";
import { certain, type FieldIndex, type Verdict } from "./field-index.ts";
import { ValueOrder } from "./value-order.ts";

export class GeoIndex implements FieldIndex {
  readonly #latitudes = new Column();
  /** In the order of the latitudes. */
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

  select(check: Check, slots: number): Verdict | null {
    switch (check.kind) {
      case "geo_bounding_box":
        return certain(this.#within(check, [check.bottomRight.lat, check.topLeft.lat], slots));
      case "geo_radius": {
        const height = degreesOf(check.radius);
        return certain(this.#within(check, [check.center.lat - height, check.center.lat + height], slots));
      }
      case "geo_polygon":
        return certain(this.#within(check, heightOf(check.exterior), slots));
      default:
        return null;
    }
  }

  #within(shape: Shape, [low, high]: readonly [number, number], slots: number): Bits {
    const bits = noBits(slots);
    this.#order.forEachWithin(low, high, (slot) => {
      const longitudes = this.#longitudes.get(slot);
      const isIn = (lat: number, i: number) => isInShape(shape, { lat, lon: longitudes[i]! });
      if (this.#latitudes.get(slot).some(isIn)) setBit(bits, slot);
    });
    return bits;
  }
}

function heightOf(ring: readonly GeoPoint[]): readonly [number, number] {
  const latitudes = ring.map(({ lat }) => lat);
  return [Math.min(...latitudes), Math.max(...latitudes)];
}
