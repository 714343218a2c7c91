// A leaf: all distances between its points, and for each point the nearest ones, which become candidates.
// The decision: half of the distances are computed and stored twice, as rows and as columns, so the nearest of a point
// are found in one row. A pair counts in both directions: points are candidates of each other if one of them is among
// the nearest of the other. So each row is read twice, first for the distance of its own nearest, then with those of
// the other points, and a point gets all its candidates at once.
import { Metric } from "../abi";
import { metric } from "../memory/layout";
import { keyAt } from "../walk/pool";
import { Builder } from "./builder";
import { offerCandidates, reachOf } from "./candidates";
import { bridgeFrom, joinPoints, numberComponents, separatePoints, spanFrom } from "./components";
import { sortKeys } from "./merge";
import { boundOf, MOST_NEAREST, pointsWithin } from "./nearest";
import { PANEL, panelBytes } from "./panel";
import { measurePanels } from "./product";
import { measureKeys, packPoints, widthOf } from "./projections";
import { Bulk, LEAF_MOST } from "./state";

/** At least this number of the nearest points of a leaf become candidates, in the first division and in later ones. */
const LEAF_NEAREST: u32 = 6;
const LATER_NEAREST: u32 = 7;
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
    measure(own, first, columns, width, nearestIn(bulk));
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

/**
 * Measures the points of a panel against themselves and all later ones. Then their rows are complete, and the distances
 * within which at least k points are become their limits.
 */
function measure(own: Builder, first: u32, columns: u32, width: u32, k: u32): void {
  const factor: f32 = metric() == Metric.Euclid ? 2 : 1;
  const stride = (<usize>columns) << 2;
  const rows = panelAt(own, first, width);
  for (let column = first; column < columns; column += PANEL) {
    const out = own.distances + <usize>first * stride + ((<usize>column) << 2);
    const transposed: usize = own.distances + <usize>column * stride + ((<usize>first) << 2);
    const mirror: usize = column == first ? 0 : transposed;
    measurePanels(rows, panelAt(own, column, width), width, factor, out, stride, mirror);
  }
  for (let i = first; i < first + PANEL; i++) {
    const row = own.distances + <usize>i * stride;
    store<f32>(row + ((<usize>i) << 2), Infinity);
    store<f32>(own.limits + ((<usize>i) << 2), i < own.leafSize ? boundOf(row, columns, k) : -Infinity);
  }
}

/** Offers to the points of a panel those that are near enough. */
function offer(bulk: Bulk, own: Builder, first: u32, columns: u32): void {
  for (let i = first, end = min(own.leafSize, first + PANEL); i < end; i++) {
    const slot = load<u32>(own.leaf + ((<usize>i) << 2));
    const found = bulk.usesProjections
      ? findByProjection(own, i, slot, columns)
      : findByDistance(bulk, own, i, slot, columns);
    for (let at: u32 = 0; at < found; at++) {
      const index = <u32>keyAt(own.keys, at);
      if (at < JOINED) joinPoints(own, i, index);
      const other = load<u32>(own.leaf + ((<usize>index) << 2));
      store<u32>(own.keys + ((<usize>at) << 3), other << 1);
    }
    offerCandidates(bulk, slot, own.keys, found, own.chosen);
  }
}

/**
 * Writes the keys of the points near to one, nearest first: on upper levels of all that it takes. @returns their number
 */
function findByDistance(bulk: Bulk, own: Builder, point: u32, slot: u32, columns: u32): u32 {
  const row = own.distances + ((<usize>point * columns) << 2);
  const reach = min(reachOf(bulk, slot), f32.MAX_VALUE);
  const nearest = load<f32>(own.limits + ((<usize>point) << 2));
  const limit = bulk.level > 0 ? max(nearest, reach) : nearest;
  let found = pointsWithin(row, columns, limit, own.limits, reach, own.keys);
  // The components of the leaf do not depend on what a node takes.
  if (found < JOINED && reach < f32.MAX_VALUE) {
    found = pointsWithin(row, columns, limit, own.limits, f32.MAX_VALUE, own.keys);
  }
  sortKeys(own.keys, found, own.chosen);
  return found;
}

/**
 * Writes the same keys where the distances of the leaf are those of projections: what a node takes is not known before.
 * @returns their number
 */
function findByProjection(own: Builder, point: u32, slot: u32, columns: u32): u32 {
  const row = own.distances + ((<usize>point * columns) << 2);
  const limit = load<f32>(own.limits + ((<usize>point) << 2));
  const found = pointsWithin(row, columns, limit, own.limits, f32.MAX_VALUE, own.chosen);
  return measureKeys(own, slot, own.chosen, found, own.keys);
}

/** Returns the number of nearest points of the leaf with which a point is joined or becomes a candidate. */
function nearestIn(bulk: Bulk): u32 {
  if (bulk.level > 0) return JOINED;
  if (bulk.size <= LEAF_MOST) return MOST_NEAREST;
  return bulk.round > 0 ? LATER_NEAREST : LEAF_NEAREST;
}

function panelAt(own: Builder, first: u32, width: u32): usize {
  return own.panels + (<usize>first / PANEL) * panelBytes(width);
}
