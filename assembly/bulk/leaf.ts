// A leaf: all distances between its points, and for each point the nearest ones, which become candidates.
// The decision: half of the distances are computed and stored twice, as rows and as columns, so the nearest of a point
// are found in one row. A pair counts in both directions: each becomes a candidate of the other.
import { Metric } from "../abi";
import { metric } from "../memory/layout";
import { poolKey } from "../walk/pool";
import { Builder } from "./builder";
import { offerCandidate, reachOf } from "./candidates";
import { bridgeFrom, joinPoints, numberComponents, separatePoints, spanFrom } from "./components";
import { MOST_NEAREST, nearestOf } from "./nearest";
import { PANEL, panelBytes } from "./panel";
import { measurePanels } from "./product";
import { measuredFor, measureKeys, packPoints, widthOf } from "./projections";
import { Bulk, LEAF_MOST, NEIGHBOURS } from "./state";

/**
 * Candidates that a point of level 0 gets from a leaf of the first division; from those of later ones it gets as many
 * as the sample counts, and on upper levels all.
 */
const LEAF_NEAREST: u32 = 6;
/** A point is in one component with this number of its nearest. */
const JOINED: u32 = 4;

/** Steps of a leaf: those from `Span` on connect its components, if there are several. */
enum Step {
  Pack,
  Measure,
  Offer,
  Span,
  Bridge,
}

/** Begins a leaf of up to `LEAF_MOST` points in ascending order. */
export function beginLeaf(bulk: Bulk, own: Builder, points: usize, size: u32): void {
  memory.copy(own.leaf, points, (<usize>size) << 2);
  own.leafSize = size;
  own.leafStep = Step.Pack;
  own.leafNext = 0;
  separatePoints(own);
  noteOrder(bulk, points, size);
}

/** Goes on with the leaf by a panel of points or components. @returns the work in thousands of products */
export function advanceLeaf(bulk: Bulk, own: Builder): i32 {
  const width = widthOf(bulk);
  const columns = (own.leafSize + PANEL - 1) & ~(PANEL - 1);
  const first = own.leafNext;
  let work: u32 = 0;
  if (own.leafStep == Step.Pack) {
    pack(bulk, own, first, width);
    work = width >> 5;
  } else if (own.leafStep == Step.Measure) {
    measure(own, first, columns, width);
    work = (PANEL * (columns - first) * width) >> 10;
  } else if (own.leafStep == Step.Offer) {
    offer(bulk, own, first, columns);
    work = (PANEL * columns) >> 6;
  } else work = connect(bulk, own, first, columns);
  own.leafNext += PANEL;
  const end = own.leafStep < <u32>Step.Span ? own.leafSize : own.components;
  if (own.leafNext >= end) endStep(bulk, own);
  return <i32>work + 1;
}

function endStep(bulk: Bulk, own: Builder): void {
  own.leafNext = 0;
  if (own.leafStep == Step.Offer) {
    numberComponents(own);
    atomic.add<u64>(changetype<usize>(bulk) + offsetof<Bulk>("offered"), own.leafSize);
    if (own.components > 1)
      atomic.add<u64>(changetype<usize>(bulk) + offsetof<Bulk>("connected"), own.leafSize);
  }
  if (own.leafStep == Step.Bridge || (own.leafStep == Step.Offer && own.components < 2)) own.leafSize = 0;
  else own.leafStep++;
}

/** Connects some of the components of the leaf. @returns the work in thousands of products */
function connect(bulk: Bulk, own: Builder, first: u32, columns: u32): u32 {
  for (let i = first, end = min(own.components, first + PANEL); i < end; i++) {
    if (own.leafStep == Step.Span) spanFrom(own, i, columns);
    else bridgeFrom(bulk, own, i, columns);
  }
  return (PANEL * columns) >> 5;
}

/** Adds the points to the order of the level that have not been met before. */
function noteOrder(bulk: Bulk, points: usize, size: u32): void {
  for (let i: u32 = 0; i < size; i++) {
    const slot = load<u32>(points + ((<usize>i) << 2));
    const met = bulk.backs + ((<usize>slot) << 1);
    if (load<u16>(met) != 0 || atomic.xchg<u16>(met, 1) != 0) continue;
    const at = atomic.add<u32>(changetype<usize>(bulk) + offsetof<Bulk>("ordered"), 1);
    store<u32>(bulk.order + ((<usize>at) << 2), slot);
  }
}

/** Packs the points of a panel. */
function pack(bulk: Bulk, own: Builder, first: u32, width: u32): void {
  const points = min(PANEL, own.leafSize - first);
  packPoints(bulk, own, own.leaf + ((<usize>first) << 2), points, panelAt(own, first, width));
}

/** Measures the points of a panel against themselves and all later ones. */
function measure(own: Builder, first: u32, columns: u32, width: u32): void {
  const factor: f32 = metric() == Metric.Euclid ? 2 : 1;
  const stride = (<usize>columns) << 2;
  const rows = panelAt(own, first, width);
  for (let column = first; column < columns; column += PANEL) {
    const out = own.distances + <usize>first * stride + ((<usize>column) << 2);
    const transposed: usize = own.distances + <usize>column * stride + ((<usize>first) << 2);
    const mirror: usize = column == first ? 0 : transposed;
    measurePanels(rows, panelAt(own, column, width), width, factor, out, stride, mirror);
  }
}

/** Offers the pairs of the points of a panel and their nearest, on upper levels all pairs. */
function offer(bulk: Bulk, own: Builder, first: u32, columns: u32): void {
  const k = nearestIn(bulk);
  for (let i = first, end = min(own.leafSize, first + PANEL); i < end; i++) {
    const row = own.distances + ((<usize>i * columns) << 2);
    store<f32>(row + ((<usize>i) << 2), Infinity);
    const slot = load<u32>(own.leaf + ((<usize>i) << 2));
    if (bulk.level > 0) offerAll(bulk, own, slot, row, columns);
    let nearest = own.keys;
    let found = nearestOf(row, columns, measuredFor(bulk, k), nearest);
    if (bulk.usesProjections) {
      found = measureKeys(own, slot, nearest, found, k, own.chosen);
      nearest = own.chosen;
    }
    for (let at: u32 = 0; at < found; at++) {
      const key = load<u64>(nearest + ((<usize>at) << 3));
      if (at < JOINED) joinPoints(own, i, <u32>key);
      if (bulk.level == 0) offerPair(bulk, own, slot, key);
    }
  }
}

/** Makes two points of the leaf candidates of each other. @param key distance << 32 | index of the other */
function offerPair(bulk: Bulk, own: Builder, slot: u32, key: u64): void {
  const other = load<u32>(own.leaf + ((<usize>(<u32>key)) << 2));
  if (other == slot) return;
  const distance = key & ~(<u64>0xffff_ffff);
  offerCandidate(bulk, slot, distance | ((<u64>other) << 1));
  offerCandidate(bulk, other, distance | ((<u64>slot) << 1));
}

/** Returns the number of nearest points of the leaf with which a point is joined or becomes a candidate. */
function nearestIn(bulk: Bulk): u32 {
  if (bulk.level > 0) return JOINED;
  if (bulk.size <= LEAF_MOST) return MOST_NEAREST;
  return bulk.round > 0 ? NEIGHBOURS : LEAF_NEAREST;
}

/**
 * Offers all points of the leaf to one of them. Upper levels lead from cluster to cluster, and the nearest of a point
 * may all be in its own.
 */
function offerAll(bulk: Bulk, own: Builder, slot: u32, row: usize, columns: u32): void {
  let reach = f32x4.splat(reachOf(bulk, slot));
  for (let at: u32 = 0; at < columns; at += 4) {
    let bits = <u32>i32x4.bitmask(f32x4.le(v128.load(row + ((<usize>at) << 2)), reach));
    if (bits == 0) continue;
    for (; bits != 0; bits &= bits - 1) {
      const index = at + <u32>ctz(bits);
      const distance = load<f32>(row + ((<usize>index) << 2));
      if (distance == Infinity) continue;
      offerCandidate(bulk, slot, poolKey(distance, load<u32>(own.leaf + ((<usize>index) << 2))));
    }
    reach = f32x4.splat(reachOf(bulk, slot));
  }
}

function panelAt(own: Builder, first: u32, width: u32): usize {
  return own.panels + (<usize>first / PANEL) * panelBytes(width);
}
