// Projects rows of given slots on axes: axes in, coordinates and sums of rows out.
// The decision: steps of about a megabyte of rows, whose sums are added here in f64. So a long call loses no more
// digits than a short one, and takes little of the vector store's memory, which never shrinks.
import { OutOfMemory } from "../errors/failures.ts";
import { STATS } from "./abi.ts";
import { check } from "./instance.ts";
import type { LinearMemory } from "./linear-memory.ts";
import { ensureWritten, readRows, rowBytesOf } from "./rows.ts";
import type { SearchedStore } from "./search.ts";

/** The axes: each row is scaled, the centre is subtracted from it, and the result is multiplied with each axis. */
export interface Basis {
  readonly scale: number;
  /** The centre, in that scale; as long as a vector. */
  readonly centre: Float32Array;
  /** The axes, one after another; there may be none. */
  readonly axes: Float32Array;
}

export interface Projected {
  /** For each slot its coordinate on each axis. */
  readonly coordinates: Float32Array;
  /** The sum of the scaled and centred rows, then for each axis their sum times their coordinate on it. */
  readonly sums: Float64Array;
  /** The sum of their squared lengths. */
  readonly squares: number;
  /** The largest magnitude of their components. */
  readonly largest: number;
}

const STEP_BYTES = 1024 * 1024;
/** Bytes of rows that are read from a file at a time. */
const FILE_BYTES = 128 * 1024;
const MAX_SLOTS = 1024;
const TOTALS_PER_PROJECTION = 2;

/** Returns coordinates of slots. @param sums whether rows are summed; else the sums are zero */
export function projectSlots(
  store: SearchedStore,
  slots: Uint32Array,
  basis: Basis,
  sums: boolean,
): Projected {
  const { linear, spec, rowFile } = store;
  ensureWritten(slots, linear.exports.stat(STATS.Count) >>> 0);
  const axes = basis.axes.length / spec.dimension;
  const stepBytes = rowFile ? FILE_BYTES : STEP_BYTES;
  const maxSlots = Math.max(1, Math.min(MAX_SLOTS, Math.floor(stepBytes / rowBytesOf(spec.dimension))));
  const all = {
    coordinates: new Float32Array(slots.length * axes),
    sums: new Float64Array((axes + 1) * spec.dimension),
    squares: 0,
    largest: 0,
  };
  for (let first = 0; first < slots.length; first += maxSlots) {
    const part = slots.subarray(first, first + maxSlots);
    projectStep(store, part, basis, sums);
    const { exports, worker } = linear;
    const found = linear.floats(exports.projected(worker, axes), part.length * axes);
    all.coordinates.set(found, first * axes);
    if (sums) addSums(linear, spec.dimension, axes, all);
  }
  return all;
}

function projectStep(
  { linear, spec, rowFile }: SearchedStore,
  slots: Uint32Array,
  { scale, centre, axes }: Basis,
  sums: boolean,
): void {
  const { exports, worker } = linear;
  const rowBytes = rowBytesOf(spec.dimension);
  const number = axes.length / spec.dimension;
  const size = [worker, number, slots.length] as const;
  const address = exports.projectBasis(...size);
  if (address === 0) throw new OutOfMemory();
  const stride = rowBytes / Float32Array.BYTES_PER_ELEMENT;
  const rows = linear.floats(address, (number + 1) * stride).fill(0);
  rows.set(centre);
  for (let i = 0; i < number; i++)
    rows.set(axes.subarray(i * spec.dimension, (i + 1) * spec.dimension), (i + 1) * stride);
  linear.words(exports.projectSlots(...size), slots.length).set(slots);
  if (rowFile) readRows(rowFile, slots, linear.bytes(exports.projectRows(...size), slots.length * rowBytes));
  check(exports.project(...size, scale, sums));
}

function addSums(
  linear: LinearMemory,
  dimension: number,
  axes: number,
  into: { sums: Float64Array; squares: number; largest: number },
): void {
  const { exports, worker } = linear;
  const stride = rowBytesOf(dimension) / Float32Array.BYTES_PER_ELEMENT;
  const totalsAt = (axes + 1) * stride;
  const found = linear.floats(exports.projectSums(worker, axes), totalsAt + TOTALS_PER_PROJECTION);
  for (let row = 0; row <= axes; row++)
    for (let i = 0; i < dimension; i++) into.sums[row * dimension + i]! += found[row * stride + i]!;
  into.squares += found[totalsAt]!;
  into.largest = Math.max(into.largest, found[totalsAt + 1]!);
}
