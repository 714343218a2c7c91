// An orthonormal basis of the directions in which the codes differ most, for projections.ts.
// The decision: simultaneous iteration over a sample (Rutishauser, 1969; Halko et al., arXiv 0909.4061): each row is
// multiplied by the covariance of the sample, then the rows are made orthonormal in order. So the first rows of the
// basis are the basis of fewer directions, and the number of rows is chosen afterwards: as many as it takes to keep
// most of the length of other nodes. Vectors count by direction, so that a few long ones do not decide.
import { codeWidth } from "../codes/int8";
import { negatedDot } from "../distance/dot";
import { Column, itemOf } from "../memory/column";
import { dimension } from "../memory/layout";
import { Bulk } from "./state";

/** The most directions, and the step in which they are counted. */
const MOST_DIRECTIONS: u32 = 192;
const DIRECTIONS_STEP: u32 = 32;
/** A code has at least this number of components for each direction: longer projections save little. */
const LEAST_RATIO: u32 = 3;
/** Nodes with which the basis is found, and others with which it is tested. */
const TRAINED: u32 = 1024;
const TESTED: u32 = 256;
/** Multiplications of the basis, which begins as nodes of the sample. */
const PASSES: u32 = 2;
/** The share of the squared lengths that the directions have to keep. */
const LEAST_KEPT: f32 = 0.88;
/** A row is dropped if orthogonalisation leaves a smaller share of its squared length. */
const LEAST_LEFT: f32 = 1e-6;

/** Returns the most directions that are worth a projection of such codes; 0: none are. */
export function mostDirections(width: u32): u32 {
  const most = min(MOST_DIRECTIONS, width / LEAST_RATIO);
  return most - (most % DIRECTIONS_STEP);
}

/** Makes nodes the rows of the first basis. */
export function beginBasis(bulk: Bulk): void {
  const rows = mostDirections(codeWidth(dimension()));
  for (let i: u32 = 0; i < rows; i++) unpack(nodeAt(bulk, i, rows), rowOf(bulk.basis, i));
  bulk.pass = 0;
  bulk.next = 0;
}

/** Does a step: makes a row orthonormal, or takes in a node. @returns whether there are more */
export function basisNext(bulk: Bulk): bool {
  const rows = mostDirections(codeWidth(dimension()));
  if (bulk.next < rows) orthogonalise(bulk, bulk.next);
  else if (bulk.pass < PASSES) multiply(bulk, bulk.next - rows, rows);
  else test(bulk, bulk.next - rows, rows);
  bulk.next++;
  if (bulk.pass == PASSES) return bulk.next < rows + TESTED;
  if (bulk.next == rows) memory.fill(bulk.products, 0, <usize>rows * rowBytes());
  if (bulk.next < rows + TRAINED) return true;
  memory.copy(bulk.basis, bulk.products, <usize>rows * rowBytes());
  bulk.pass++;
  bulk.next = 0;
  return true;
}

/** Returns the number of directions that keep enough of the tested nodes; 0: not even all do. */
export function directionsOf(bulk: Bulk): u32 {
  let kept: f32 = 0;
  for (let rows: u32 = 0, most = mostDirections(codeWidth(dimension())); rows < most; rows++) {
    if (rows % DIRECTIONS_STEP == 0 && kept >= LEAST_KEPT * <f32>TESTED) return rows;
    kept += load<f32>(bulk.kept + ((<usize>rows) << 2));
  }
  return kept >= LEAST_KEPT * <f32>TESTED ? mostDirections(codeWidth(dimension())) : 0;
}

/** Returns a row of a matrix with as many columns as codes have components. */
export function rowOf(matrix: usize, row: u32): usize {
  return matrix + <usize>row * rowBytes();
}

function rowBytes(): usize {
  return (<usize>codeWidth(dimension())) << 2;
}

/** Returns the code of one of `total` nodes with equal distances in the list of all. */
function nodeAt(bulk: Bulk, index: u32, total: u32): usize {
  const at = <u32>(((<u64>2 * index + 1) * bulk.allSize) / (2 * total));
  return itemOf(Column.Codes, load<u32>(bulk.all + ((<usize>at) << 2)));
}

/** Writes a code as floats of length 1; a code of zeros stays zero. */
function unpack(code: usize, row: usize): void {
  const width = codeWidth(dimension());
  for (let at: u32 = 0; at < width; at += 8) {
    const lanes = v128.load8x8_s(code + at);
    v128.store(row + ((<usize>at) << 2), f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(lanes)));
    v128.store(row + ((<usize>at) << 2), f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(lanes)), 16);
  }
  const squared = product(row, row);
  scale(row, squared > 0 ? 1 / sqrt(squared) : 0);
}

/** Takes the earlier rows out of a row, and makes its length 1. */
function orthogonalise(bulk: Bulk, index: u32): void {
  const row = rowOf(bulk.basis, index);
  const before = product(row, row);
  for (let i: u32 = 0; i < index; i++) {
    const other = rowOf(bulk.basis, i);
    addScaled(row, other, -product(row, other));
  }
  const left = product(row, row);
  scale(row, left > LEAST_LEFT * before ? 1 / sqrt(left) : 0);
}

/** Adds a node's share to the product of the basis and the covariance. */
function multiply(bulk: Bulk, index: u32, rows: u32): void {
  unpack(nodeAt(bulk, index, TRAINED), bulk.unpacked);
  for (let i: u32 = 0; i < rows; i++) {
    addScaled(rowOf(bulk.products, i), bulk.unpacked, product(rowOf(bulk.basis, i), bulk.unpacked));
  }
}

/** Adds the squares of a node's components in the directions of the basis. */
function test(bulk: Bulk, index: u32, rows: u32): void {
  unpack(nodeAt(bulk, index, TESTED), bulk.unpacked);
  for (let i: u32 = 0; i < rows; i++) {
    const component = product(rowOf(bulk.basis, i), bulk.unpacked);
    const sum = bulk.kept + ((<usize>i) << 2);
    store<f32>(sum, (index == 0 ? 0 : load<f32>(sum)) + component * component);
  }
}

function product(one: usize, other: usize): f32 {
  return -negatedDot(one, other, <u32>rowBytes());
}

function addScaled(to: usize, from: usize, by: f32): void {
  const factor = f32x4.splat(by);
  for (let at: usize = 0, end = rowBytes(); at < end; at += 16) {
    v128.store(to + at, f32x4.add(v128.load(to + at), f32x4.mul(v128.load(from + at), factor)));
  }
}

function scale(row: usize, by: f32): void {
  const factor = f32x4.splat(by);
  for (let at: usize = 0, end = rowBytes(); at < end; at += 16) {
    v128.store(row + at, f32x4.mul(v128.load(row + at), factor));
  }
}
