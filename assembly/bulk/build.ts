// Builds a graph almost without searches: levels from the top down, each in a few phases.
// The decision: a graph by insertion costs a walk for each node, and a walk waits for memory. Here near nodes meet in
// leaves whose distances are dense products (partition.ts), so a distance costs a fifth. The result depends on the
// codes, the levels and the seed alone.

import { levelOf } from "../hnsw/graph";
import { count, setEntry, setIndexed, setNodes } from "../memory/layout";
import { Walk } from "../walk/walk";
import { groupFurther } from "./group";
import { collectNext, linkBackNext, selectNext } from "./links";
import { mendNext, needsMending, searchesOf } from "./mend";
import { beginPartition, divideFurther } from "./partition";
import { beginProjections, projectNext } from "./projections";
import { beginSample, foundShare, hasEnough, isHopeless, sampleNext } from "./sample";
import { Bulk, capacityOn, LEAF_MOST, MOST_ROUNDS, Phase } from "./state";

/** If a division by projections finds a smaller share of the true neighbours, in percent, the next compares codes. */
const PROJECTED_WELL: u32 = 75;
/** The answer where partitions do not serve the data. */
const REJECTED: i32 = 2;

/**
 * Does some of the work.
 * @param walk is in the space in which links are chosen
 * @param most the amount of work, in thousands of products of components
 * @returns 1 while there is more to do, else 0; `REJECTED`; -1: no memory
 */
export function buildFurther(walk: Walk, bulk: Bulk, most: u32): i32 {
  for (let left = <i64>most; left > 0 && bulk.phase < Phase.Done; ) {
    const work = advance(walk, bulk);
    if (work < 0) return -1;
    left -= work;
  }
  if (bulk.phase == Phase.Rejected) return REJECTED;
  return bulk.phase == Phase.Done ? 0 : 1;
}

function advance(walk: Walk, bulk: Bulk): i32 {
  if (bulk.phase == Phase.Group) {
    const more = groupFurther(bulk);
    if (more < 0) return -1;
    if (more > 0) return 64;
    begin(bulk, Phase.Projection);
    return beginProjections(bulk) ? 64 : -1;
  }
  if (bulk.phase == Phase.Projection) {
    const work = projectNext(bulk);
    return work > 0 ? work : beginLevel(bulk, bulk.top) ? 1 : -1;
  }
  if (bulk.phase == Phase.Divide) return divide(bulk);
  if (bulk.phase == Phase.Sample) {
    const work = sampleNext(bulk);
    return work > 0 ? work : endRound(bulk);
  }
  if (bulk.phase == Phase.Mend) return mend(walk, bulk);
  if (bulk.next == bulk.ordered) return endPhase(bulk) ? 1 : -1;
  let work: i32;
  if (bulk.phase == Phase.Select) work = selectNext(walk, bulk);
  else if (bulk.phase == Phase.Collect) work = collectNext(bulk);
  else work = linkBackNext(bulk);
  bulk.next++;
  return work;
}

function mend(walk: Walk, bulk: Bulk): i32 {
  if (bulk.next < searchesOf(bulk)) return mendNext(walk, bulk);
  if (!bulk.mendsAll && needsMending(bulk)) {
    bulk.mendsAll = true;
    bulk.next = 0;
  } else bulk.phase = Phase.Done;
  return 1;
}

function divide(bulk: Bulk): i32 {
  const work = divideFurther(bulk);
  if (work != 0) return work;
  if (bulk.level > 0 || bulk.size <= LEAF_MOST) begin(bulk, Phase.Select);
  else if (bulk.round > 0) return endRound(bulk);
  else {
    begin(bulk, Phase.Sample);
    beginSample(bulk);
  }
  return 1;
}

/** Divides the nodes again, unless their candidates are good enough. */
function endRound(bulk: Bulk): i32 {
  bulk.round++;
  const share = foundShare(bulk);
  if (share < PROJECTED_WELL) bulk.usesProjections = false;
  if (hasEnough(bulk, share) || bulk.round == MOST_ROUNDS) begin(bulk, Phase.Select);
  else if (isHopeless(bulk, share)) bulk.phase = Phase.Rejected;
  else {
    begin(bulk, Phase.Divide);
    if (!beginPartition(bulk)) return -1;
  }
  return 1;
}

function begin(bulk: Bulk, phase: Phase): void {
  bulk.phase = phase;
  bulk.next = 0;
}

/** @returns false when there is no memory */
function endPhase(bulk: Bulk): bool {
  if (bulk.phase == Phase.Select) begin(bulk, Phase.Collect);
  else if (bulk.phase == Phase.Collect) begin(bulk, Phase.LinkBack);
  else if (bulk.level > 0) return beginLevel(bulk, bulk.level - 1);
  else end(bulk);
  return true;
}

/** @returns false when there is no memory */
function beginLevel(bulk: Bulk, level: u32): bool {
  bulk.level = level;
  bulk.candidateCapacity = capacityOn(bulk, level);
  bulk.ordered = 0;
  if (bulk.allSize == 0) {
    end(bulk);
    return true;
  }
  if (level == 0) {
    bulk.nodes = bulk.all;
    bulk.size = bulk.allSize;
  } else takeLevel(bulk, level);
  bulk.round = 0;
  bulk.usesProjections = level == 0 && bulk.projectionWidth > 0;
  bulk.offered = 0;
  bulk.connected = 0;
  begin(bulk, Phase.Divide);
  return beginPartition(bulk);
}

/** Makes the nodes with at least this level the nodes of the level. */
function takeLevel(bulk: Bulk, level: u32): void {
  bulk.nodes = bulk.onLevel;
  bulk.size = 0;
  for (let i: u32 = 0; i < bulk.upperSize; i++) {
    const slot = load<u32>(bulk.upper + ((<usize>i) << 2));
    if (levelOf(slot) < level) continue;
    store<u32>(bulk.nodes + ((<usize>bulk.size) << 2), slot);
    bulk.size++;
  }
}

/** The graph covers all slots. */
function end(bulk: Bulk): void {
  if (bulk.allSize > 0) setEntry(bulk.top, bulk.entry);
  setNodes(bulk.allSize);
  setIndexed(count());
  if (bulk.allSize > 0) begin(bulk, Phase.Mend);
  else bulk.phase = Phase.Done;
}
