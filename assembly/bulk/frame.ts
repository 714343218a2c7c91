// One partition that is being divided: its points, and the clusters into which they are distributed.
// The decision: partitions are divided depth first, so only the clusters of one path are in memory. A frame of each
// depth keeps its areas for the next partition of this depth.
import { allocate } from "../memory/arena";

/** A partition of the deepest frame is cut into runs; at four fifths a step, 2^31 points need fewer frames. */
export const MAX_FRAMES: u32 = 80;

@unmanaged
export class Frame {
  /** Slots in ascending order. */
  points: usize = 0;
  size: u32 = 0;
  /** A number that depends on the seed and the path to this partition. */
  path: u32 = 0;
  clusters: u32 = 0;
  /** Leaders of each point. 0: the points are cut into runs. */
  fanout: u32 = 0;
  /** Points that have their leaders, and points that were distributed to them. */
  assigned: u32 = 0;
  distributed: u32 = 0;
  /** The next cluster. */
  next: u32 = 0;
  /** Memberships for which there is memory. */
  memberCapacity: u32 = 0;
  /** Numbers of leaders, `fanout` u16 for each point. */
  leaders: usize = 0;
  /** The points of each cluster, one cluster after the other. */
  members: usize = 0;
  /** The end of each cluster in `members`, after the points were distributed. */
  ends: usize = 0;
  /** Points of small clusters, for a merged leaf. */
  pending: usize = 0;
  pendingSize: u32 = 0;
}

/**
 * Ensures areas for a partition.
 * @param entries memberships of points in clusters
 * @returns false when there is no memory
 */
export function ensureAreas(frame: Frame, entries: u32, mostClusters: u32, mostPending: u32): bool {
  if (entries > frame.memberCapacity) {
    frame.memberCapacity = max(entries, frame.memberCapacity + (frame.memberCapacity >> 1));
    frame.leaders = allocate(<u64>frame.memberCapacity * 2);
    frame.members = allocate(<u64>frame.memberCapacity * 4);
    if (frame.leaders == 0 || frame.members == 0) return false;
  }
  if (frame.ends == 0) frame.ends = allocate(<u64>(mostClusters + 1) * 4);
  if (frame.pending == 0) frame.pending = allocate(<u64>mostPending * 4);
  return frame.ends != 0 && frame.pending != 0;
}

/** Returns the address of the points of a cluster, after the points were distributed. */
export function clusterAt(frame: Frame, cluster: u32): usize {
  const first: usize = cluster == 0 ? 0 : load<u32>(frame.ends + ((<usize>cluster - 1) << 2));
  return frame.members + (first << 2);
}

export function sizeOfCluster(frame: Frame, cluster: u32): u32 {
  const end = load<u32>(frame.ends + ((<usize>cluster) << 2));
  return cluster == 0 ? end : end - load<u32>(frame.ends + ((<usize>cluster - 1) << 2));
}

/** Merges the points of a small cluster into `size` ascending ones, each of them once. @returns the number of points */
export function mergeCluster(frame: Frame, cluster: u32, points: usize, size: u32): u32 {
  const members = clusterAt(frame, cluster);
  let merged = size;
  for (let i: u32 = 0, end = sizeOfCluster(frame, cluster); i < end; i++) {
    const slot = pointAt(members, i);
    let at = merged;
    while (at > 0 && pointAt(points, at - 1) > slot) at--;
    if (at > 0 && pointAt(points, at - 1) == slot) continue;
    const address = points + ((<usize>at) << 2);
    memory.copy(address + 4, address, (<usize>(merged - at)) << 2);
    store<u32>(address, slot);
    merged++;
  }
  return merged;
}

export function pointAt(points: usize, index: u32): u32 {
  return load<u32>(points + ((<usize>index) << 2));
}
