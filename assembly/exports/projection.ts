// Rows seen from a few directions: how far each lies along some axes, and what the rows add up to, weighted by that.
// The decision: this is all that finding principal axes takes of the rows (one step of a power iteration is the sum of
// rows, each times its coordinate), and all that drawing them takes; what is done with the sums is the host's affair, who
// adds up those of several segments. Rows are scaled and centred before anything is multiplied, so that neither values
// far from zero nor very large or small ones cost the sums their digits. What the host puts in and takes out lies in the
// thread's scratch area:
//
//   centre, axes | sum of the rows, sums weighted by each axis | totals | one row | coordinates | slots, then addresses
//   | rows, where the host keeps them
//
//   totals   f32 sum of the squared lengths | f32 largest magnitude of a component
import { Status } from "../abi";
import { negatedDot } from "../distance/dot";
import { rowBytes, rowsOutside } from "../memory/layout";
import { scratch } from "../memory/scratch";
import { locateRows } from "./measure";

const TOTALS_BYTES: u64 = 64;

/** Where the host puts the centre and the axes, each of `rowBytes`, to project so many slots; 0 when there is no memory. */
export function projectBasis(worker: u32, axes: u32, slots: u32): usize {
  const rows = rowsOutside() ? <u64>slots * rowBytes() : 0;
  return scratch(worker, rowsOffset(axes, slots) + rows);
}

/** Where it puts the numbers of the slots. */
export function projectSlots(worker: u32, axes: u32, slots: u32): usize {
  return at(worker, slotsOffset(axes, slots));
}

/** Where it puts their rows, if it keeps them. */
export function projectRows(worker: u32, axes: u32, slots: u32): usize {
  return at(worker, rowsOffset(axes, slots));
}

/** Where the coordinates are, those of the first slot first. */
export function projected(worker: u32, axes: u32): usize {
  return at(worker, coordinatesOffset(axes));
}

/** Where the sums are, each of `rowBytes`, and the totals behind them. */
export function projectSums(worker: u32, axes: u32): usize {
  return at(worker, sumsOffset(axes));
}

/**
 * Projects the slots, dead or not; what was put in their place is used up.
 * @param scale what rows are multiplied with before the centre, which is in that scale, is taken from them
 * @param sums whether they are added up, too
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
    store<f32>(totals, max(load<f32>(totals, 4), largest(row, bytes)), 4);
  }
  return Status.Ok;
}

/** out = row x scale - centre */
function shift(row: usize, centre: usize, scale: f32, bytes: usize, out: usize): void {
  const scales = f32x4.splat(scale);
  for (let i: usize = 0; i < bytes; i += 16) {
    v128.store(out + i, f32x4.sub(f32x4.mul(v128.load(row + i), scales), v128.load(centre + i)));
  }
}

/** sum += row x weight */
function addTo(sum: usize, row: usize, weight: f32, bytes: usize): void {
  const weights = f32x4.splat(weight);
  for (let i: usize = 0; i < bytes; i += 16) {
    v128.store(sum + i, f32x4.add(v128.load(sum + i), f32x4.mul(v128.load(row + i), weights)));
  }
}

function largest(row: usize, bytes: usize): f32 {
  let most = f32x4.splat(0);
  for (let i: usize = 0; i < bytes; i += 16) most = f32x4.max(most, f32x4.abs(v128.load(row + i)));
  return max(
    max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
    max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
  );
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

function at(worker: u32, offset: u64): usize {
  return scratch(worker, offset) + <usize>offset;
}
