// Divides the nodes of a level into leaves of near ones, by randomized ball carving (PiPNN, arXiv 2602.21247).
// The decision: every point is assigned to several of the nearest of random leaders, so near points meet in some leaf;
// clusters that are too large are divided again with fewer leaders for each point. All threads assign the points of the
// first partition; its clusters are parts (parts.ts), each of which one thread divides. Random numbers depend on the
// seed and the path to a partition, so the leaves do not depend on the order in which partitions are divided.
import { Metric } from "../abi";
import { metric, seed } from "../memory/layout";
import { Builder } from "./builder";
import { clusterAt, ensureAreas, Frame, MAX_FRAMES, mergeCluster, pointAt, sizeOfCluster } from "./frame";
import { advanceLeaf, beginLeaf } from "./leaf";
import { nearestOf } from "./nearest";
import { PANEL, panelBytes } from "./panel";
import { measurePanels } from "./product";
import { packPoints, widthOf } from "./projections";
import { Bulk, LEAF_LEAST, LEAF_MOST, MOST_LEADERS } from "./state";

/** Points for each leader are this share of a leaf, so that most clusters are leaves. */
const LEADERS_NUMERATOR: u64 = 3;
const LEADERS_DENOMINATOR: u64 = 2;
/** Leaders of a point in the first partition of an upper level, whose nodes are divided only once. */
const UPPER_FANOUT: u32 = 10;
/** Further divisions than these of level 0 have fewer leaders for a point, since little is missing after two. */
const FULL_DIVISIONS: u32 = 2;
const LATER_FANOUT: u32 = 3;
/** Leaders of a point in the second partition of a path; from the third on it is one. */
const SECOND_FANOUT: u32 = 2;
/** A cluster with a larger share of its partition, in percent, is cut into runs, from the third partition on. */
const SHRINKS: u64 = 80;
/** More than there are levels. */
const MAX_LEVELS: u32 = 256;
/** Points that are distributed in one step. */
const DISTRIBUTED: u32 = 2048;

/** Begins the first partition of the level, which has more nodes than a leaf. @returns false when there is no memory */
export function beginRoot(bulk: Bulk, own: Builder): bool {
  const usual = bulk.round < FULL_DIVISIONS ? bulk.fanout : LATER_FANOUT;
  const fanout = bulk.level > 0 ? UPPER_FANOUT : usual;
  const path = mixed(seed(), bulk.level + MAX_LEVELS * bulk.round);
  return open(bulk, own, bulk.root, bulk.leaders, bulk.nodes, bulk.size, path, fanout);
}

/** Returns the number of items in which its points are assigned. */
export function rootItems(bulk: Bulk): u32 {
  return (bulk.size + PANEL - 1) / PANEL;
}

/** Finds the nearest leaders of the points of an item. @returns the work in thousands of products */
export function assignItem(bulk: Bulk, own: Builder): i32 {
  own.hasItem = false;
  return assignPanel(bulk, own, bulk.root, bulk.leaders, own.item * PANEL);
}

/** Divides a partition below the first by a step. @returns the work in thousands of products; -1: no memory */
export function divideFurther(bulk: Bulk, own: Builder): i32 {
  if (own.leafSize > 0) return advanceLeaf(bulk, own);
  const frame = frameAt(own, own.depth - 1);
  if (frame.fanout > 0 && frame.assigned < frame.size) {
    const work = assignPanel(bulk, own, frame, own.leaders, frame.assigned);
    frame.assigned += PANEL;
    if (frame.assigned >= frame.size) sumUp(frame);
    return work;
  }
  if (frame.fanout > 0 && frame.distributed < frame.size) return distribute(frame);
  return openNext(bulk, own, frame) ? 1 : -1;
}

/**
 * Begins to divide a cluster: it becomes a leaf or a partition. @param path that of its partition
 * @returns false when there is no memory
 */
export function divideCluster(bulk: Bulk, own: Builder, within: Frame, cluster: u32): bool {
  const points = clusterAt(within, cluster);
  const size = sizeOfCluster(within, cluster);
  if (size <= LEAF_MOST) {
    beginLeaf(bulk, own, points, size);
    return true;
  }
  const isLast = own.depth == MAX_FRAMES - 2;
  const isSplit = (own.depth > 1 && <u64>size * 100 > <u64>within.size * SHRINKS) || isLast;
  const fanout = isSplit ? 0 : own.depth == 0 ? SECOND_FANOUT : 1;
  const frame = frameAt(own, own.depth);
  if (!open(bulk, own, frame, own.leaders, points, size, mixed(within.path, cluster), fanout)) return false;
  own.depth++;
  return true;
}

function frameAt(own: Builder, depth: u32): Frame {
  return changetype<Frame>(own.frames + <usize>depth * offsetof<Frame>());
}

/** Begins a partition. @param fanout leaders of each point; 0: the points are cut into runs */
function open(
  bulk: Bulk,
  own: Builder,
  frame: Frame,
  leaders: usize,
  points: usize,
  size: u32,
  path: u32,
  fanout: u32,
): bool {
  if (!ensureAreas(frame, size * fanout, MOST_LEADERS, 2 * LEAF_LEAST)) return false;
  frame.points = points;
  frame.size = size;
  frame.path = path;
  frame.fanout = fanout;
  frame.assigned = 0;
  frame.distributed = 0;
  frame.next = 0;
  frame.pendingSize = 0;
  if (fanout == 0) {
    frame.clusters = (size + LEAF_MOST - 1) / LEAF_MOST;
    return true;
  }
  const leaderCount = (LEADERS_NUMERATOR * size * fanout) / (LEADERS_DENOMINATOR * LEAF_MOST) + 1;
  frame.clusters = <u32>min<u64>(max<u64>(leaderCount, 2 * fanout), MOST_LEADERS);
  packLeaders(bulk, own, frame, leaders);
  memory.fill(frame.ends, 0, (<usize>frame.clusters + 1) << 2);
  return true;
}

/** Packs one random point of each of as many equal runs of points. */
function packLeaders(bulk: Bulk, own: Builder, frame: Frame, leaders: usize): void {
  const width = widthOf(bulk);
  const slots = own.row;
  for (let i: u32 = 0; i < frame.clusters; i++) {
    const first = startOfRun(frame, i);
    const index = first + (mixed(frame.path, i) % (startOfRun(frame, i + 1) - first));
    store<u32>(slots + ((<usize>i) << 2), pointAt(frame.points, index));
  }
  for (let i: u32 = 0, panel = leaders; i < frame.clusters; i += PANEL, panel += panelBytes(width)) {
    packPoints(bulk, own, slots + ((<usize>i) << 2), min(PANEL, frame.clusters - i), panel);
  }
}

/** Finds the nearest leaders of a panel of points. */
function assignPanel(bulk: Bulk, own: Builder, frame: Frame, leaders: usize, first: u32): i32 {
  const width = widthOf(bulk);
  const factor: f32 = metric() == Metric.Euclid ? 2 : 1;
  const points = min(PANEL, frame.size - first);
  const columns = (frame.clusters + PANEL - 1) & ~(PANEL - 1);
  const stride = (<usize>columns) << 2;
  packPoints(bulk, own, frame.points + ((<usize>first) << 2), points, own.panel);
  for (let i: u32 = 0, panel = leaders; i < columns; i += PANEL, panel += panelBytes(width)) {
    measurePanels(own.panel, panel, width, factor, own.row + ((<usize>i) << 2), stride, 0);
  }
  for (let i: u32 = 0; i < points; i++) {
    const found = nearestOf(own.row + <usize>i * stride, columns, frame.fanout, own.keys);
    assign(frame, first + i, own.keys, found);
  }
  return <i32>((PANEL * columns * width) >> 10) + 1;
}

/** Stores the leaders of a point. If too few distances are finite, other leaders are stored instead. */
function assign(frame: Frame, index: u32, keys: usize, found: u32): void {
  const leaders = frame.leaders + ((<usize>index * frame.fanout) << 1);
  for (let i: u32 = 0; i < frame.fanout; i++) {
    const leader = i < found ? load<u32>(keys + ((<usize>i) << 3)) : (index + i) % frame.clusters;
    store<u16>(leaders + ((<usize>i) << 1), <u16>leader);
    const end = frame.ends + ((<usize>leader + 1) << 2);
    atomic.add<u32>(end, 1);
  }
}

/** Turns the sizes of the clusters into their beginnings. Distributing the points turns these into their ends. */
export function sumUp(frame: Frame): void {
  for (let i: u32 = 0; i < frame.clusters; i++) {
    const end = frame.ends + ((<usize>i) << 2);
    store<u32>(end, load<u32>(end) + load<u32>(end, 4), 4);
  }
}

/** Adds some points to the clusters of their leaders, each of which stays in ascending order. */
export function distribute(frame: Frame): i32 {
  const end = min(frame.size, frame.distributed + DISTRIBUTED);
  for (let index = frame.distributed; index < end; index++) {
    const slot = pointAt(frame.points, index);
    const leaders = frame.leaders + ((<usize>index * frame.fanout) << 1);
    for (let i: u32 = 0; i < frame.fanout; i++) {
      const at = frame.ends + ((<usize>load<u16>(leaders + ((<usize>i) << 1))) << 2);
      const member = load<u32>(at);
      store<u32>(frame.members + ((<usize>member) << 2), slot);
      store<u32>(at, member + 1);
    }
  }
  frame.distributed = end;
  return <i32>(DISTRIBUTED >> 2);
}

/** Goes on with the next cluster: divides it, makes it a leaf, or keeps it for a merged leaf. */
function openNext(bulk: Bulk, own: Builder, frame: Frame): bool {
  if (frame.next == frame.clusters) {
    own.depth--;
    if (frame.pendingSize > 0) beginLeaf(bulk, own, frame.pending, frame.pendingSize);
    return true;
  }
  const cluster = frame.next++;
  if (frame.fanout == 0) {
    const first = startOfRun(frame, cluster);
    beginLeaf(bulk, own, frame.points + ((<usize>first) << 2), startOfRun(frame, cluster + 1) - first);
    return true;
  }
  if (sizeOfCluster(frame, cluster) >= LEAF_LEAST) return divideCluster(bulk, own, frame, cluster);
  frame.pendingSize = mergeCluster(frame, cluster, frame.pending, frame.pendingSize);
  if (frame.pendingSize < LEAF_LEAST) return true;
  beginLeaf(bulk, own, frame.pending, frame.pendingSize);
  frame.pendingSize = 0;
  return true;
}

/** Returns the first address of one of as many equal runs of points as there are clusters. */
function startOfRun(frame: Frame, run: u32): u32 {
  return <u32>((<u64>frame.size * run) / frame.clusters);
}

/** Mixes two numbers so that every bit of both moves every bit of the result (the finaliser of MurmurHash3). */
function mixed(one: u32, other: u32): u32 {
  let hash = one * 0x9e37_79b1 + other;
  hash ^= hash >> 16;
  hash *= 0x85eb_ca6b;
  hash ^= hash >> 13;
  hash *= 0xc2b2_ae35;
  return hash ^ (hash >> 16);
}
