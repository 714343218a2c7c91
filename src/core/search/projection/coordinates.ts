// Computes the coordinates of points in a projection: their vectors along the two directions in which they vary most.
// The decision: all segments use one centre and the same axes, computed from a sample of a few thousand points, whose
// sums the engine makes segment by segment. Then every point is projected once. All of it runs in slices of a few
// milliseconds.

import type { Basis } from "../../../engine/projection.ts";
import { pause } from "../../../scheduling/pause.ts";
import { MAX_F32 } from "../../../schema/limits.ts";
import { type FieldConfig, staysOnDisk } from "../../config/collection-config.ts";
import { type Listed, type MapSegment, sampleOf, seededRandom } from "./listed.ts";
import { principalAxes } from "./principal-axes.ts";

export interface Coordinates {
  /** x and y of each point, the larger extent of the two within -1 to 1. */
  readonly coordinates: Float32Array;
  /** The share of the variance of the vectors that each axis shows. */
  readonly variance: readonly [number, number];
  readonly rounds: number;
  readonly sampled: number;
}

/** The number of sampled points from which the axes are computed. */
const SAMPLED_POINTS = 4096;
/** Components that a slice multiplies: one to two milliseconds. */
const SLICE_COMPONENTS = 8 * 2 ** 20;
/** The cost of reading a slot from a file, counted in components. */
const COMPONENTS_PER_SLOT_ON_DISK = 32_768;
/** A factor for vectors, small enough for sums of a thousand of the largest f32 numbers. */
const SAFE_SCALE = 2 ** -20;
const SEED = 7;

interface Sample {
  readonly segment: MapSegment;
  readonly slots: Uint32Array;
}

/** The sums over the vectors of a sample; see `Projected`. */
interface Sums {
  readonly sums: Float64Array;
  readonly squares: number;
  readonly largest: number;
}

/** @param onSlice is called between slices; what it throws ends the work */
export async function coordinatesOf(
  points: Listed,
  field: FieldConfig,
  onSlice: () => void,
): Promise<Coordinates> {
  const sample = sampleOf(points, SAMPLED_POINTS).map(({ part, slots }) => ({
    segment: part.segment,
    slots,
  }));
  const sampled = sample.reduce((sum, { slots }) => sum + slots.length, 0);
  const coordinates = new Float32Array(points.count * 2);
  if (sampled === 0) return { coordinates, variance: [0, 0], rounds: 0, sampled };
  const work = new Work(field, onSlice);
  const raw = { scale: SAFE_SCALE, centre: new Float32Array(field.size), axes: new Float32Array(0) };
  const first = await work.sums(sample, raw);
  // A power of two, so that scaling loses no digit.
  const scale = first.largest > 0 ? 2 ** -Math.ceil(Math.log2(first.largest / SAFE_SCALE)) : 1;
  const centre = Float32Array.from(first.sums, (sum) => (sum / sampled / SAFE_SCALE) * scale);
  let squares = 0;
  const scatter = async (axes: Float32Array): Promise<Float64Array> => {
    const found = await work.sums(sample, { scale, centre, axes });
    squares = found.squares;
    return found.sums.subarray(field.size);
  };
  const { axes, values, rounds } = await principalAxes(field.size, scatter, seededRandom(SEED));
  for (const { segment, slots, first: at } of points.parts) {
    await work.project(segment, slots, { scale, centre, axes }, (found, from) => {
      coordinates.set(found, (at + from) * 2);
    });
  }
  fitIntoSquare(coordinates);
  const share = (value: number) => (squares > 0 ? Math.min(1, value / squares) : 0);
  return { coordinates, variance: [share(values[0]), share(values[1])], rounds, sampled };
}

/** Projects the vectors of one field in the engine, in slices. */
class Work {
  readonly #field: FieldConfig;
  readonly #onSlice: () => void;

  constructor(field: FieldConfig, onSlice: () => void) {
    this.#field = field;
    this.#onSlice = onSlice;
  }

  /** Returns the sums of all segments, which are computed concurrently. */
  async sums(sample: readonly Sample[], basis: Basis): Promise<Sums> {
    const total = { sums: new Float64Array(basis.axes.length + this.#field.size), squares: 0, largest: 0 };
    const parts = sample.map(async ({ segment, slots }) => {
      for await (const { projected } of this.#slices(segment, slots, basis, true)) {
        for (let i = 0; i < total.sums.length; i++) total.sums[i]! += projected.sums[i]!;
        total.squares += projected.squares;
        total.largest = Math.max(total.largest, projected.largest);
      }
    });
    await Promise.all(parts);
    return total;
  }

  async project(
    segment: MapSegment,
    slots: Uint32Array,
    basis: Basis,
    found: (coordinates: Float32Array, from: number) => void,
  ): Promise<void> {
    for await (const { projected, from } of this.#slices(segment, slots, basis, false))
      found(projected.coordinates, from);
  }

  async *#slices(segment: MapSegment, slots: Uint32Array, basis: Basis, sums: boolean) {
    const store = segment.vectors.inEngine(this.#field);
    if (store === null) return;
    const { size } = this.#field;
    const axes = basis.axes.length / size;
    const cost =
      size * (axes * (sums ? 2 : 1) + 2) + (staysOnDisk(this.#field) ? COMPONENTS_PER_SLOT_ON_DISK : 0);
    const most = Math.max(1, Math.floor(SLICE_COMPONENTS / cost));
    for (let from = 0; from < slots.length; from += most) {
      this.#onSlice();
      const slice = slots.slice(from, from + most);
      yield { projected: await store.engine.project(store.handle, slice, basis, sums), from };
      await pause();
    }
  }
}

/** Scales both axes by the same factor. Points with infinite coordinates are put at the edge. */
function fitIntoSquare(coordinates: Float32Array): void {
  let largest = 0;
  for (let i = 0; i < coordinates.length; i++) {
    const value = coordinates[i]!;
    coordinates[i] = Number.isNaN(value) ? 0 : Math.max(-MAX_F32, Math.min(MAX_F32, value));
    largest = Math.max(largest, Math.abs(coordinates[i]!));
  }
  if (largest === 0) return;
  for (let i = 0; i < coordinates.length; i++) coordinates[i] = coordinates[i]! / largest;
}
