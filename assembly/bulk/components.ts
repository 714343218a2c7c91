// The connected components of the candidates of a leaf, and the shortest pairs of points that connect them.
// The decision: in clusters that are far apart, the nearest of a point are all in its own cluster, so walks would not
// leave it. If the candidates leave a leaf in several components, the closest pairs of points of two components become
// candidates too, unless a third component lies between the two. Such a pair survives the selection of links: no other
// point of its component is nearer to the far one. A leaf of one component, which is the usual one, costs nothing.
import { poolKey } from "../walk/pool";
import { Builder } from "./builder";
import { offerBridge } from "./candidates";
import { measurePair } from "./projections";
import { Bulk, MOST_COMPONENTS } from "./state";

/** A pair of components is left out when more components than these are between the two. */
const MOST_BETWEEN: u32 = 2;

/** Makes every point of the leaf a component. */
export function separatePoints(own: Builder): void {
  for (let i: u32 = 0; i < own.leafSize; i++) store<u32>(own.parents + ((<usize>i) << 2), i);
}

/** Puts two points of the leaf into one component. */
export function joinPoints(own: Builder, one: u32, other: u32): void {
  const first = rootOf(own, one);
  const second = rootOf(own, other);
  store<u32>(own.parents + ((<usize>max(first, second)) << 2), min(first, second));
}

/** Returns the lowest point of a component, and halves the path to it. */
function rootOf(own: Builder, point: u32): u32 {
  let at = point;
  while (true) {
    const address = own.parents + ((<usize>at) << 2);
    const parent = load<u32>(address);
    if (parent == at) return at;
    const next = load<u32>(own.parents + ((<usize>parent) << 2));
    store<u32>(address, next);
    at = next;
  }
}

/** Numbers the components of the leaf. */
export function numberComponents(own: Builder): void {
  let components: u32 = 0;
  for (let i: u32 = 0; i < own.leafSize; i++) {
    const root = rootOf(own, i);
    const label = root == i ? min(components++, MOST_COMPONENTS - 1) : labelOf(own, root);
    store<u32>(own.labels + ((<usize>i) << 2), label);
  }
  own.components = min(components, MOST_COMPONENTS);
  if (components < 2) return;
  const end = cellOf(own, own.components, 0);
  for (let cell: usize = 0; cell < end; cell++) store<f32>(own.spans + (cell << 2), Infinity);
}

function labelOf(own: Builder, point: u32): u32 {
  return load<u32>(own.labels + ((<usize>point) << 2));
}

/** Returns the index of a pair of components in the tables, whose rows are whole vectors. */
function cellOf(own: Builder, one: u32, other: u32): usize {
  return <usize>(one * ((own.components + 3) & ~3) + other);
}

/** Finds the distances of a component to later ones, and for each of them the nearest point. */
export function spanFrom(own: Builder, component: u32, columns: u32): void {
  const nearest = nearestRow(own, component, columns);
  for (let i: u32 = 0; i < own.leafSize; i++) {
    const other = labelOf(own, i);
    if (other <= component) continue;
    const distance = load<f32>(nearest + ((<usize>i) << 2));
    const cell = cellOf(own, component, other) << 2;
    if (distance >= load<f32>(own.spans + cell)) continue;
    store<f32>(own.spans + cell, distance);
    store<f32>(own.spans + (cellOf(own, other, component) << 2), distance);
    store<u32>(own.points + cell, i);
  }
}

/** Returns the address of the distances of all points of the leaf to the nearest point of a component. */
function nearestRow(own: Builder, component: u32, columns: u32): usize {
  const nearest = own.row;
  const bytes = (<usize>columns) << 2;
  for (let at: usize = 0; at < bytes; at += 16) v128.store(nearest + at, f32x4.splat(Infinity));
  for (let i: u32 = 0; i < own.leafSize; i++) {
    if (labelOf(own, i) != component) continue;
    const row = own.distances + <usize>i * bytes;
    for (let at: usize = 0; at < bytes; at += 16) {
      v128.store(nearest + at, f32x4.pmin(v128.load(nearest + at), v128.load(row + at)));
    }
  }
  return nearest;
}

/** Offers the closest pairs of a component and later ones, unless several other components are between the two. */
export function bridgeFrom(bulk: Bulk, own: Builder, component: u32, columns: u32): void {
  for (let other = component + 1; other < own.components; other++) {
    const cell = cellOf(own, component, other) << 2;
    const distance = load<f32>(own.spans + cell);
    if (distance == Infinity || hasBetween(own, component, other, distance)) continue;
    const point = load<u32>(own.points + cell);
    const near = nearestPoint(own, component, point, columns);
    const one = load<u32>(own.leaf + ((<usize>near) << 2));
    const two = load<u32>(own.leaf + ((<usize>point) << 2));
    const measured = bulk.usesProjections ? measurePair(own, one, two) : distance;
    offerBridge(bulk, one, poolKey(measured, two));
    offerBridge(bulk, two, poolKey(measured, one));
  }
}

/** Whether more than `MOST_BETWEEN` components are nearer to both components than these are to each other. */
function hasBetween(own: Builder, one: u32, other: u32, distance: f32): bool {
  const row = own.spans + (cellOf(own, one, 0) << 2);
  const column = own.spans + (cellOf(own, other, 0) << 2);
  const bound = f32x4.splat(distance);
  let between: u32 = 0;
  for (let at: usize = 0; at < (<usize>own.components) << 2; at += 16) {
    const farther = f32x4.pmax(v128.load(row + at), v128.load(column + at));
    between += <u32>popcnt(i32x4.bitmask(f32x4.lt(farther, bound)));
    if (between > MOST_BETWEEN) return true;
  }
  return false;
}

/** Finds the end of the shortest pair in a component, whose other end is `point`. */
function nearestPoint(own: Builder, component: u32, point: u32, columns: u32): u32 {
  const row = own.distances + ((<usize>point * columns) << 2);
  let nearest = point;
  for (let i: u32 = 0; i < own.leafSize; i++) {
    if (labelOf(own, i) != component) continue;
    if (load<f32>(row + ((<usize>i) << 2)) < load<f32>(row + ((<usize>nearest) << 2))) nearest = i;
  }
  return nearest;
}
