// Projections: short codes of the nodes, with which level 0 is divided and the points of a leaf are compared.
// The decision: most of a bulk build is products of whole codes, but real vectors differ mainly in few directions. So a
// code is projected onto these (basis.ts) and stored as 8-bit numbers with a scale and the term of the code: it is
// packed and multiplied as a code is, at the price of its length. A leaf takes the nearest of each point by projection
// and measures these few by their codes, so every candidate has its true distance. Vectors without such directions,
// short ones, and vectors whose sample the first division serves badly are compared by codes.
import { codeWidth, fourCodes, LARGEST_CODE, oneCode, prepareCode, storeComponents } from "../codes/int8";
import { HEAD_BYTES } from "../distance/kernel";
import { largestOf } from "../distance/reduce";
import { keyOf } from "../heap";
import { allocate } from "../memory/arena";
import { Column, itemOf } from "../memory/column";
import { count, dimension, metric } from "../memory/layout";
import { basisNext, beginBasis, directionsOf, mostDirections, rowOf } from "./basis";
import { Builder } from "./builder";
import { insertDistinct } from "./keys";
import { PANEL, packPanel, panelBytes } from "./panel";
import { measurePanels } from "./product";
import { Bulk } from "./state";

/** With fewer nodes, a basis costs more than projections save. */
const LEAST_NODES: u32 = 4096;
/** A scale and a term follow the numbers of a projection, as in a code. */
const TRAILER_BYTES: u32 = 8;
/** Nodes that are projected in one item: a few panels. */
const PROJECTED: u32 = 4 * PANEL;
/** Codes that are measured at a time. */
const KERNEL: u32 = 4;

/** Begins to find a basis for projections, if they may be worth it. @returns false when there is no memory */
export function beginProjections(bulk: Bulk): bool {
  const width = codeWidth(dimension());
  const rows = bulk.allSize < LEAST_NODES ? 0 : mostDirections(width);
  bulk.projectionWidth = rows;
  if (rows == 0) return true;
  bulk.basis = allocate(<u64>rows * width * 4);
  bulk.products = allocate(<u64>rows * width * 4);
  bulk.unpacked = allocate(<u64>width * 4);
  bulk.kept = allocate(<u64>rows * 4);
  bulk.projections = allocate(<u64>count() * (rows + TRAILER_BYTES));
  if (bulk.basis == 0 || bulk.products == 0 || bulk.unpacked == 0 || bulk.kept == 0) return false;
  if (bulk.projections == 0) return false;
  beginBasis(bulk);
  return true;
}

/** Does a step of the basis, and ends the item with the last. @returns the work in thousands of products */
export function continueBasis(bulk: Bulk, own: Builder): i32 {
  const width = codeWidth(dimension());
  if (!basisNext(bulk)) {
    endBasis(bulk, own);
    own.hasItem = false;
  }
  return <i32>((bulk.projectionWidth * width) >> 8) + 1;
}

/** Returns the number of items in which projections are made. */
export function projectionItems(bulk: Bulk): u32 {
  return bulk.projectionWidth == 0 ? 0 : (bulk.allSize + PROJECTED - 1) / PROJECTED;
}

/** Makes the projections of the nodes of an item. @returns the work in thousands of products */
export function projectItem(bulk: Bulk, own: Builder): i32 {
  const width = codeWidth(dimension());
  const end = min(bulk.allSize, (own.item + 1) * PROJECTED);
  for (let first = own.item * PROJECTED; first < end; first += PANEL) {
    projectPanel(bulk, own, width, first, min(PANEL, end - first));
  }
  own.hasItem = false;
  return <i32>((PROJECTED * bulk.projectionWidth * width) >> 10) + 1;
}

/** Packs the directions that are enough. */
function endBasis(bulk: Bulk, own: Builder): void {
  const width = codeWidth(dimension());
  bulk.projectionWidth = directionsOf(bulk);
  // The products are no longer needed: their memory gets the directions as codes.
  for (let row: u32 = 0; row < bulk.projectionWidth; row++) {
    quantise(rowOf(bulk.basis, row), width, bulk.products + <usize>row * (width + TRAILER_BYTES), 1, 0);
  }
  for (
    let row: u32 = 0, panel = bulk.basis;
    row < bulk.projectionWidth;
    row += PANEL, panel += panelBytes(width)
  ) {
    for (let i: u32 = 0; i < PANEL; i++) {
      store<u32>(own.addresses + (i << 2), <u32>(bulk.products + <usize>(row + i) * (width + TRAILER_BYTES)));
    }
    packPanel(own.addresses, PANEL, panel, width);
  }
}

/** Makes the projections of the next nodes: the products of their codes and the directions. */
function projectPanel(bulk: Bulk, own: Builder, width: u32, first: u32, points: u32): void {
  const slots = bulk.all + ((<usize>first) << 2);
  const stride = (<usize>bulk.projectionWidth) << 2;
  addressCodes(own, slots, points);
  packPanel(own.addresses, points, own.panel, width);
  const tail = own.panel + <usize>width * 16;
  for (let at: usize = 0; at < 32; at += 16) {
    v128.store(tail + at, f32x4.splat(1));
    v128.store(tail + at, f32x4.splat(0), 32);
  }
  for (let i: u32 = 0, panel = bulk.basis; i < bulk.projectionWidth; i += PANEL, panel += panelBytes(width)) {
    measurePanels(own.panel, panel, width, -1, own.row + ((<usize>i) << 2), stride, 0);
  }
  for (let i: u32 = 0; i < points; i++) {
    const slot = load<u32>(slots + ((<usize>i) << 2));
    const code = itemOf(Column.Codes, slot);
    const row = own.row + <usize>i * stride;
    quantise(
      row,
      bulk.projectionWidth,
      projectionOf(bulk, slot),
      load<f32>(code + width),
      load<f32>(code + width, 4),
    );
  }
}

/** Writes floats as 8-bit numbers, their scale times a factor, and a term. */
function quantise(row: usize, size: u32, out: usize, factor: f32, term: f32): void {
  const largest = largestOf(row, size << 2);
  storeComponents(row, size << 2, largest, out, size);
  store<f32>(out + size, (largest / LARGEST_CODE) * factor);
  store<f32>(out + size, term, 4);
}

/** Returns the components of what a division compares: projections or codes. */
export function widthOf(bulk: Bulk): u32 {
  return bulk.usesProjections ? bulk.projectionWidth : codeWidth(dimension());
}

/** Packs what a division compares of up to eight slots. */
export function packPoints(bulk: Bulk, own: Builder, slots: usize, size: u32, panel: usize): void {
  if (bulk.usesProjections) {
    for (let i: u32 = 0; i < size; i++) {
      store<u32>(own.addresses + (i << 2), <u32>projectionOf(bulk, load<u32>(slots + (i << 2))));
    }
  } else addressCodes(own, slots, size);
  packPanel(own.addresses, size, panel, widthOf(bulk));
}

/** Packs the codes of up to eight slots. */
export function packCodes(own: Builder, slots: usize, size: u32, panel: usize): void {
  addressCodes(own, slots, size);
  packPanel(own.addresses, size, panel, codeWidth(dimension()));
}

function addressCodes(own: Builder, slots: usize, size: u32): void {
  for (let i: u32 = 0; i < size; i++) {
    store<u32>(own.addresses + (i << 2), <u32>itemOf(Column.Codes, load<u32>(slots + (i << 2))));
  }
}

function projectionOf(bulk: Bulk, slot: u32): usize {
  return bulk.projections + <usize>slot * (bulk.projectionWidth + TRAILER_BYTES);
}

/**
 * Measures points of the leaf by their codes.
 * @param keys `size` keys (distance << 32 | index in the leaf)
 * @param to where the keys with the true distances are written, nearest first
 * @returns the number of keys
 */
export function measureKeys(own: Builder, slot: u32, keys: usize, size: u32, to: usize): u32 {
  const width = codeWidth(dimension());
  const query = own.prepared + HEAD_BYTES;
  const out = own.addresses;
  prepareCode(itemOf(Column.Codes, slot), query, dimension(), metric());
  let kept: u32 = 0;
  for (let at: u32 = 0; at < size; at += KERNEL) {
    const last = size - 1;
    fourCodes(
      query,
      codeOfKey(own, keys, at),
      codeOfKey(own, keys, min(at + 1, last)),
      codeOfKey(own, keys, min(at + 2, last)),
      codeOfKey(own, keys, min(at + 3, last)),
      width,
      out,
    );
    for (let i: u32 = 0; i < KERNEL && at + i < size; i++) {
      const index = <u32>load<u64>(keys + ((<usize>(at + i)) << 3));
      kept = insertDistinct(to, kept, size, keyOf(load<f32>(out + ((<usize>i) << 2)), index));
    }
  }
  return kept;
}

/** Returns the distance of two slots by their codes. */
export function measurePair(own: Builder, one: u32, other: u32): f32 {
  const query = own.prepared + HEAD_BYTES;
  prepareCode(itemOf(Column.Codes, one), query, dimension(), metric());
  return oneCode(query, itemOf(Column.Codes, other), codeWidth(dimension()));
}

function codeOfKey(own: Builder, keys: usize, at: u32): usize {
  const index = <u32>load<u64>(keys + ((<usize>at) << 3));
  return itemOf(Column.Codes, load<u32>(own.leaf + ((<usize>index) << 2)));
}
