// Projects rows on a few axes: the coordinate of each row along each axis, and the sums of the rows weighted by them.
// The decision: this is all that finding principal axes needs of the rows (one step of a power iteration is the sum of
// rows, each times its coordinate), and all that drawing them needs; the host adds the sums of several vector stores.
// Rows are scaled and centred before they are multiplied, so that the sums keep their precision for values far from
// zero and for very large or small ones. The host's input and output are in the thread's scratch area:
//
//   centre, axes | sum of the rows, sums weighted by each axis | totals | one row | coordinates | slots, then addresses
//   | rows, where the host keeps them
//
//   totals   f32 sum of the squared lengths | f32 largest magnitude of a component
import { Status } from "../abi";
import { negatedDot } from "../distance/dot";
import { largestOf } from "../distance/reduce";
import { rowBytes, rowsOutside } from "../memory/layout";
import { scratch, scratchAt } from "../memory/scratch";
import { locateRows } from "./measure";

const TOTALS_BYTES: u64 = 64;

/**
 * Returns where the host writes the centre and the axes, each of `rowBytes`, to project `slots` slots; 0 when there is
 * no memory.
 */
export function projectBasis(worker: u32, axes: u32, slots: u32): usize {
  const rows = rowsOutside() ? <u64>slots * rowBytes() : 0;
  return scratch(worker, rowsOffset(axes, slots) + rows);
}

/** Returns where the host writes the numbers of the slots. */
export function projectSlots(worker: u32, axes: u32, slots: u32): usize {
  return scratchAt(worker, slotsOffset(axes, slots));
}

/** Returns where the host writes their rows, if it keeps them. */
export function projectRows(worker: u32, axes: u32, slots: u32): usize {
  return scratchAt(worker, rowsOffset(axes, slots));
}

/** Returns where the coordinates are, those of the first slot first. */
export function projected(worker: u32, axes: u32): usize {
  return scratchAt(worker, coordinatesOffset(axes));
}

/** Returns where the sums are, each of `rowBytes`, and the totals behind them. */
export function projectSums(worker: u32, axes: u32): usize {
  return scratchAt(worker, sumsOffset(axes));
}

/**
 * Projects the slots, dead or not, and overwrites their numbers.
 * @param scale factor of the rows, before the centre, which has this scale, is subtracted
 * @param sums whether they are also summed
 * @returns a status
 */
export function project(worker: u32, axes: u32, slots: u32, scale: f32, sums: bool): i32 {
  const base = projectBasis(worker, axes, slots);
  if (base == 0) return Status.OutOfMemory;
  const addresses = base + <usize>slotsOffset(axes, slots);
  if (!locateRows(addresses, slots, base + <usize>rowsOffset(axes, slots))) return Status.InvalidSlot;
  const bytes: usize = rowBytes();
  const sumsAt = base + <usize>sumsOffset(axes);
  const totals = sumsAt + bytes * (axes + 1);
  memory.fill(sumsAt, 0, bytes * (axes + 1) + <usize>TOTALS_BYTES);
  const row = base + <usize>rowOffset(axes);
  let out = base + <usize>coordinatesOffset(axes);
  for (let i: u32 = 0; i < slots; i++) {
    shift(load<u32>(addresses + ((<usize>i) << 2)), base, scale, bytes, row);
    for (let axis: u32 = 1; axis <= axes; axis++, out += 4) {
      const coordinate = -negatedDot(row, base + bytes * axis, <u32>bytes);
      store<f32>(out, coordinate);
      if (sums) addTo(sumsAt + bytes * axis, row, coordinate, bytes);
    }
    if (!sums) continue;
    addTo(sumsAt, row, 1, bytes);
    store<f32>(totals, load<f32>(totals) - negatedDot(row, row, <u32>bytes));
    store<f32>(totals, max(load<f32>(totals, 4), largestOf(row, <u32>bytes)), 4);
  }
  return Status.Ok;
}

/** Computes out = row x scale - centre. */
function shift(row: usize, centre: usize, scale: f32, bytes: usize, out: usize): void {
  const scales = f32x4.splat(scale);
  for (let i: usize = 0; i < bytes; i += 16) {
    v128.store(out + i, f32x4.sub(f32x4.mul(v128.load(row + i), scales), v128.load(centre + i)));
  }
}

/** Computes sum += row x weight. */
function addTo(sum: usize, row: usize, weight: f32, bytes: usize): void {
  const weights = f32x4.splat(weight);
  for (let i: usize = 0; i < bytes; i += 16) {
    v128.store(sum + i, f32x4.add(v128.load(sum + i), f32x4.mul(v128.load(row + i), weights)));
  }
}

function sumsOffset(axes: u32): u64 {
  return <u64>rowBytes() * (axes + 1);
}

function rowOffset(axes: u32): u64 {
  return sumsOffset(axes) * 2 + TOTALS_BYTES;
}

function coordinatesOffset(axes: u32): u64 {
  return rowOffset(axes) + rowBytes();
}

function slotsOffset(axes: u32, slots: u32): u64 {
  return coordinatesOffset(axes) + <u64>slots * axes * 4;
}

function rowsOffset(axes: u32, slots: u32): u64 {
  return (slotsOffset(axes, slots) + <u64>slots * 4 + 63) & ~63;
}
