// Divides the nodes of a level into leaves of near ones, by randomized ball carving (PiPNN, arXiv 2602.21247).
// The decision: every point is assigned to several of the nearest of random leaders, so near points meet in some leaf;
// clusters that are too large are divided again with fewer leaders for each point. Random numbers depend on the seed
// and the path to a partition, so the leaves do not depend on the order in which partitions are divided.
import { Metric } from "../abi";
import { metric, seed } from "../memory/layout";
import { ensureAreas, Frame, MAX_FRAMES } from "./frame";
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
/** Leaders of a point in the second partition of a path; from the third on it is one. */
const SECOND_FANOUT: u32 = 2;
/** A cluster with a larger share of its partition, in percent, is cut into runs, from the third partition on. */
const SHRINKS: u64 = 80;
/** More than there are levels. */
const MAX_LEVELS: u32 = 256;
/** Points that are distributed in one step. */
const DISTRIBUTED: u32 = 2048;

/** Begins to divide the nodes of the level. @returns false when there is no memory */
export function beginPartition(bulk: Bulk): bool {
  bulk.depth = 0;
  if (bulk.size <= LEAF_MOST) {
    beginLeaf(bulk, bulk.nodes, bulk.size);
    return true;
  }
  return open(bulk, bulk.nodes, bulk.size, mixed(seed(), bulk.level + MAX_LEVELS * bulk.round), false);
}

/** Does a small part of the work. @returns the work in thousands of products; 0: all is divided; -1: no memory */
export function divideFurther(bulk: Bulk): i32 {
  if (bulk.leafSize > 0) return advanceLeaf(bulk);
  if (bulk.depth == 0) return 0;
  const frame = frameAt(bulk, bulk.depth - 1);
  if (frame.fanout > 0 && frame.assigned < frame.size) return assignPanel(bulk, frame);
  if (frame.fanout > 0 && frame.distributed < frame.size) return distribute(frame);
  return openNext(bulk, frame) ? 1 : -1;
}

/** Returns the part of the division that is done, 0 to 1: first points are assigned to leaders, then leaves follow. */
export function partDivided(bulk: Bulk): f32 {
  if (bulk.depth == 0) return 1;
  const frame = frameAt(bulk, 0);
  const assigned = <f32>frame.assigned / <f32>frame.size;
  const divided = <f32>frame.next / <f32>frame.clusters;
  return (assigned + 2 * divided) / 3;
}

function frameAt(bulk: Bulk, depth: u32): Frame {
  return changetype<Frame>(bulk.frames + <usize>depth * offsetof<Frame>());
}

/** Begins a partition. @param isSplit whether the points are cut into runs instead */
function open(bulk: Bulk, points: usize, size: u32, path: u32, isSplit: bool): bool {
  const frame = frameAt(bulk, bulk.depth);
  const fanout = fanoutOf(bulk);
  if (!ensureAreas(frame, isSplit ? 0 : size * fanout, MOST_LEADERS, 2 * LEAF_LEAST)) return false;
  frame.points = points;
  frame.size = size;
  frame.path = path;
  frame.fanout = isSplit ? 0 : fanout;
  frame.assigned = 0;
  frame.distributed = 0;
  frame.next = 0;
  frame.pendingSize = 0;
  bulk.depth++;
  if (isSplit) {
    frame.clusters = (size + LEAF_MOST - 1) / LEAF_MOST;
    return true;
  }
  const leaderCount = (LEADERS_NUMERATOR * size * fanout) / (LEADERS_DENOMINATOR * LEAF_MOST) + 1;
  frame.clusters = <u32>min<u64>(max<u64>(leaderCount, 2 * fanout), MOST_LEADERS);
  packLeaders(bulk, frame);
  memory.fill(frame.ends, 0, (<usize>frame.clusters + 1) << 2);
  return true;
}

/** Returns the leaders of each point in a partition at this depth. */
function fanoutOf(bulk: Bulk): u32 {
  if (bulk.depth == 0) return bulk.level > 0 ? UPPER_FANOUT : bulk.fanout;
  return bulk.depth == 1 ? SECOND_FANOUT : 1;
}

/** Packs one random point of each of as many equal runs of points. */
function packLeaders(bulk: Bulk, frame: Frame): void {
  const width = widthOf(bulk);
  const slots = bulk.row;
  for (let i: u32 = 0; i < frame.clusters; i++) {
    const first = startOfRun(frame, i);
    const index = first + (mixed(frame.path, i) % (startOfRun(frame, i + 1) - first));
    store<u32>(slots + ((<usize>i) << 2), pointAt(frame.points, index));
  }
  for (let i: u32 = 0, panel = bulk.leaders; i < frame.clusters; i += PANEL, panel += panelBytes(width)) {
    packPoints(bulk, slots + ((<usize>i) << 2), min(PANEL, frame.clusters - i), panel);
  }
}

/** Finds the nearest leaders of the next points. */
function assignPanel(bulk: Bulk, frame: Frame): i32 {
  const width = widthOf(bulk);
  const factor: f32 = metric() == Metric.Euclid ? 2 : 1;
  const points = min(PANEL, frame.size - frame.assigned);
  const columns = (frame.clusters + PANEL - 1) & ~(PANEL - 1);
  const stride = (<usize>columns) << 2;
  packPoints(bulk, frame.points + ((<usize>frame.assigned) << 2), points, bulk.panel);
  for (let i: u32 = 0, panel = bulk.leaders; i < columns; i += PANEL, panel += panelBytes(width)) {
    measurePanels(bulk.panel, panel, width, factor, bulk.row + ((<usize>i) << 2), stride, 0);
  }
  for (let i: u32 = 0; i < points; i++) {
    const found = nearestOf(bulk.row + <usize>i * stride, columns, frame.fanout, bulk.keys);
    assign(frame, frame.assigned + i, bulk.keys, found);
  }
  frame.assigned += points;
  if (frame.assigned == frame.size) sumUp(frame);
  return <i32>((PANEL * columns * width) >> 10) + 1;
}

/** Stores the leaders of a point. If too few distances are finite, other leaders are stored instead. */
function assign(frame: Frame, index: u32, keys: usize, found: u32): void {
  const leaders = frame.leaders + ((<usize>index * frame.fanout) << 1);
  for (let i: u32 = 0; i < frame.fanout; i++) {
    const leader = i < found ? load<u32>(keys + ((<usize>i) << 3)) : (index + i) % frame.clusters;
    store<u16>(leaders + ((<usize>i) << 1), <u16>leader);
    const end = frame.ends + ((<usize>leader + 1) << 2);
    store<u32>(end, load<u32>(end) + 1);
  }
}

/** Turns the sizes of the clusters into their beginnings. Distributing the points turns these into their ends. */
function sumUp(frame: Frame): void {
  for (let i: u32 = 0; i < frame.clusters; i++) {
    const end = frame.ends + ((<usize>i) << 2);
    store<u32>(end, load<u32>(end) + load<u32>(end, 4), 4);
  }
}

function distribute(frame: Frame): i32 {
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
function openNext(bulk: Bulk, frame: Frame): bool {
  if (frame.next == frame.clusters) {
    bulk.depth--;
    if (frame.pendingSize > 0) beginLeaf(bulk, frame.pending, frame.pendingSize);
    return true;
  }
  const cluster = frame.next++;
  if (frame.fanout == 0) {
    const first = startOfRun(frame, cluster);
    beginLeaf(bulk, frame.points + ((<usize>first) << 2), startOfRun(frame, cluster + 1) - first);
    return true;
  }
  const first = cluster == 0 ? 0 : load<u32>(frame.ends + ((<usize>cluster - 1) << 2));
  const size = load<u32>(frame.ends + ((<usize>cluster) << 2)) - first;
  const points = frame.members + ((<usize>first) << 2);
  if (size > LEAF_MOST) {
    const isSplit =
      (bulk.depth > 2 && <u64>size * 100 > <u64>frame.size * SHRINKS) || bulk.depth == MAX_FRAMES - 1;
    return open(bulk, points, size, mixed(frame.path, cluster), isSplit);
  }
  if (size >= LEAF_LEAST) beginLeaf(bulk, points, size);
  else keepForMerge(bulk, frame, points, size);
  return true;
}

/**
 * Adds a small cluster to the merged leaf, which is begun when it is large enough. Its points stay in ascending order.
 */
function keepForMerge(bulk: Bulk, frame: Frame, points: usize, size: u32): void {
  for (let i: u32 = 0; i < size; i++) {
    const slot = pointAt(points, i);
    let at = frame.pendingSize;
    while (at > 0 && pointAt(frame.pending, at - 1) > slot) at--;
    if (at > 0 && pointAt(frame.pending, at - 1) == slot) continue;
    const address = frame.pending + ((<usize>at) << 2);
    memory.copy(address + 4, address, (<usize>(frame.pendingSize - at)) << 2);
    store<u32>(address, slot);
    frame.pendingSize++;
  }
  if (frame.pendingSize < LEAF_LEAST) return;
  beginLeaf(bulk, frame.pending, frame.pendingSize);
  frame.pendingSize = 0;
}

/** Returns the first address of one of as many equal runs of points as there are clusters. */
function startOfRun(frame: Frame, run: u32): u32 {
  return <u32>((<u64>frame.size * run) / frame.clusters);
}

function pointAt(points: usize, index: u32): u32 {
  return load<u32>(points + ((<usize>index) << 2));
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
