// The parts of the first partition of a level: each is a large cluster, or several small ones that make one leaf.
// The decision: which clusters are merged depends on the points that they have in common, so one thread plans the parts
// before any thread takes one. A part is noted as a range of clusters; the thread that takes it merges them again,
// which costs less than to keep the merged points.
//
//   part   u32 first cluster | u32 end: the small clusters of this range, or the one large cluster at its beginning
import { Builder } from "./builder";
import { mergeCluster, sizeOfCluster } from "./frame";
import { beginLeaf } from "./leaf";
import { distribute, divideCluster, divideFurther } from "./partition";
import { Bulk, LEAF_LEAST, LEAF_MOST } from "./state";

/** Clusters that are planned in one step. */
const PLANNED: u32 = 16;
const PLAN_WORK: i32 = 64;

/** Distributes the points by a step, then plans some parts. @returns the work in thousands of products */
export function planFurther(bulk: Bulk, own: Builder): i32 {
  const root = bulk.root;
  if (root.distributed < root.size) return distribute(root);
  if (root.next == 0) {
    bulk.partCount = 0;
    own.pendingSize = 0;
  }
  const end = min(root.clusters, root.next + PLANNED);
  for (; root.next < end; root.next++) plan(bulk, own, root.next);
  if (root.next < root.clusters) return PLAN_WORK;
  if (own.pendingSize > 0) addPart(bulk, bulk.firstPending, root.clusters);
  own.hasItem = false;
  return PLAN_WORK;
}

/** Makes a cluster a part, or adds it to those that will be merged. */
function plan(bulk: Bulk, own: Builder, cluster: u32): void {
  const size = sizeOfCluster(bulk.root, cluster);
  if (size >= LEAF_LEAST) addPart(bulk, cluster, cluster + 1);
  else if (size > 0) {
    if (own.pendingSize == 0) bulk.firstPending = cluster;
    own.pendingSize = mergeCluster(bulk.root, cluster, own.pending, own.pendingSize);
    if (own.pendingSize < LEAF_LEAST) return;
    addPart(bulk, bulk.firstPending, cluster + 1);
    own.pendingSize = 0;
  }
}

function addPart(bulk: Bulk, first: u32, end: u32): void {
  const part = partAt(bulk, bulk.partCount);
  store<u32>(part, first);
  store<u32>(part, end, 4);
  bulk.partCount++;
}

/** Begins the part of the thread's item. @returns false when there is no memory */
export function beginPart(bulk: Bulk, own: Builder): bool {
  if (bulk.size <= LEAF_MOST) {
    beginLeaf(bulk, own, bulk.nodes, bulk.size);
    return true;
  }
  const first = load<u32>(partAt(bulk, own.item));
  const end = load<u32>(partAt(bulk, own.item), 4);
  if (sizeOfCluster(bulk.root, first) >= LEAF_LEAST) return divideCluster(bulk, own, bulk.root, first);
  let size: u32 = 0;
  for (let cluster = first; cluster < end; cluster++) {
    if (sizeOfCluster(bulk.root, cluster) >= LEAF_LEAST) continue;
    size = mergeCluster(bulk.root, cluster, own.pending, size);
  }
  beginLeaf(bulk, own, own.pending, size);
  return true;
}

/** Divides the part by a step. @returns the work in thousands of products; -1: no memory */
export function dividePart(bulk: Bulk, own: Builder): i32 {
  const work = divideFurther(bulk, own);
  if (own.leafSize == 0 && own.depth == 0) own.hasItem = false;
  return work;
}

function partAt(bulk: Bulk, part: u32): usize {
  return bulk.parts + ((<usize>part) << 3);
}
