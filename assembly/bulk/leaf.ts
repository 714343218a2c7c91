// A leaf: all distances between its points, and for each point the nearest ones, which become candidates.
// The decision: half of the distances are computed and stored twice, as rows and as columns, so the nearest of a point
// are found in one row. A pair counts in both directions: each becomes a candidate of the other.
import { Metric } from "../abi";
import { metric } from "../memory/layout";
import { poolKey } from "../walk/pool";
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
export function beginLeaf(bulk: Bulk, points: usize, size: u32): void {
  memory.copy(bulk.leaf, points, (<usize>size) << 2);
  bulk.leafSize = size;
  bulk.leafStep = Step.Pack;
  bulk.leafNext = 0;
  separatePoints(bulk);
}

/** Goes on with the leaf by a panel of points or components. @returns the work in thousands of products */
export function advanceLeaf(bulk: Bulk): i32 {
  const width = widthOf(bulk);
  const columns = (bulk.leafSize + PANEL - 1) & ~(PANEL - 1);
  const first = bulk.leafNext;
  let work: u32 = 0;
  if (bulk.leafStep == Step.Pack) {
    pack(bulk, first, width);
    work = width >> 5;
  } else if (bulk.leafStep == Step.Measure) {
    measure(bulk, first, columns, width);
    work = (PANEL * (columns - first) * width) >> 10;
  } else if (bulk.leafStep == Step.Offer) {
    offer(bulk, first, columns);
    work = (PANEL * columns) >> 6;
  } else work = connect(bulk, first, columns);
  bulk.leafNext += PANEL;
  const end = bulk.leafStep < <u32>Step.Span ? bulk.leafSize : bulk.components;
  if (bulk.leafNext >= end) endStep(bulk);
  return <i32>work + 1;
}

function endStep(bulk: Bulk): void {
  bulk.leafNext = 0;
  if (bulk.leafStep == Step.Offer) {
    numberComponents(bulk);
    bulk.offered += bulk.leafSize;
    if (bulk.components > 1) bulk.connected += bulk.leafSize;
  }
  if (bulk.leafStep == Step.Bridge || (bulk.leafStep == Step.Offer && bulk.components < 2)) bulk.leafSize = 0;
  else bulk.leafStep++;
}

/** Connects some of the components of the leaf. @returns the work in thousands of products */
function connect(bulk: Bulk, first: u32, columns: u32): u32 {
  for (let i = first, end = min(bulk.components, first + PANEL); i < end; i++) {
    if (bulk.leafStep == Step.Span) spanFrom(bulk, i, columns);
    else bridgeFrom(bulk, i, columns);
  }
  return (PANEL * columns) >> 5;
}

/** Packs the points of a panel, and takes note of the order in which nodes are first met. */
function pack(bulk: Bulk, first: u32, width: u32): void {
  const points = min(PANEL, bulk.leafSize - first);
  const slots = bulk.leaf + ((<usize>first) << 2);
  packPoints(bulk, slots, points, panelAt(bulk, first, width));
  for (let i: u32 = 0; i < points; i++) {
    const slot = load<u32>(slots + ((<usize>i) << 2));
    const met = bulk.backs + ((<usize>slot) << 1);
    if (load<u16>(met) != 0) continue;
    store<u16>(met, 1);
    store<u32>(bulk.order + ((<usize>bulk.ordered) << 2), slot);
    bulk.ordered++;
  }
}

/** Measures the points of a panel against themselves and all later ones. */
function measure(bulk: Bulk, first: u32, columns: u32, width: u32): void {
  const factor: f32 = metric() == Metric.Euclid ? 2 : 1;
  const stride = (<usize>columns) << 2;
  const rows = panelAt(bulk, first, width);
  for (let column = first; column < columns; column += PANEL) {
    const out = bulk.distances + <usize>first * stride + ((<usize>column) << 2);
    const transposed: usize = bulk.distances + <usize>column * stride + ((<usize>first) << 2);
    const mirror: usize = column == first ? 0 : transposed;
    measurePanels(rows, panelAt(bulk, column, width), width, factor, out, stride, mirror);
  }
}

/** Offers the pairs of the points of a panel and their nearest, on upper levels all pairs. */
function offer(bulk: Bulk, first: u32, columns: u32): void {
  const k = nearestIn(bulk);
  for (let i = first, end = min(bulk.leafSize, first + PANEL); i < end; i++) {
    const row = bulk.distances + ((<usize>i * columns) << 2);
    store<f32>(row + ((<usize>i) << 2), Infinity);
    const slot = load<u32>(bulk.leaf + ((<usize>i) << 2));
    if (bulk.level > 0) offerAll(bulk, slot, row, columns);
    let nearest = bulk.keys;
    let found = nearestOf(row, columns, measuredFor(bulk, k), nearest);
    if (bulk.usesProjections) {
      found = measureKeys(bulk, slot, nearest, found, k, bulk.chosen);
      nearest = bulk.chosen;
    }
    for (let at: u32 = 0; at < found; at++) {
      const key = load<u64>(nearest + ((<usize>at) << 3));
      if (at < JOINED) joinPoints(bulk, i, <u32>key);
      if (bulk.level == 0) offerPair(bulk, slot, key);
    }
  }
}

/** Makes two points of the leaf candidates of each other. @param key distance << 32 | index of the other */
function offerPair(bulk: Bulk, slot: u32, key: u64): void {
  const other = load<u32>(bulk.leaf + ((<usize>(<u32>key)) << 2));
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
function offerAll(bulk: Bulk, slot: u32, row: usize, columns: u32): void {
  let reach = f32x4.splat(reachOf(bulk, slot));
  for (let at: u32 = 0; at < columns; at += 4) {
    let bits = <u32>i32x4.bitmask(f32x4.le(v128.load(row + ((<usize>at) << 2)), reach));
    if (bits == 0) continue;
    for (; bits != 0; bits &= bits - 1) {
      const index = at + <u32>ctz(bits);
      const distance = load<f32>(row + ((<usize>index) << 2));
      if (distance == Infinity) continue;
      offerCandidate(bulk, slot, poolKey(distance, load<u32>(bulk.leaf + ((<usize>index) << 2))));
    }
    reach = f32x4.splat(reachOf(bulk, slot));
  }
}

function panelAt(bulk: Bulk, first: u32, width: u32): usize {
  return bulk.panels + (<usize>first / PANEL) * panelBytes(width);
}
