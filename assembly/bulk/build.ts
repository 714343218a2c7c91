// Builds a graph without searches: levels from the top down, each in four phases.
// The decision: a graph by insertion costs a walk for each node, and a walk waits for memory. Here near nodes meet in
// leaves whose distances are dense products (partition.ts), so a distance costs a fifth. The result depends on the
// codes, the levels and the seed alone.

import { levelOf } from "../hnsw/graph";
import { count, setEntry, setIndexed, setNodes } from "../memory/layout";
import { Walk } from "../walk/walk";
import { groupFurther } from "./group";
import { collectNext, linkBackNext, selectNext } from "./links";
import { beginPartition, divideFurther } from "./partition";
import { Bulk, Phase } from "./state";

/**
 * Does some of the work.
 * @param walk is in the space in which links are chosen
 * @param most the amount of work, in thousands of products of components
 * @returns 1 while there is more to do, else 0; -1: no memory
 */
export function buildFurther(walk: Walk, bulk: Bulk, most: u32): i32 {
  for (let left = <i64>most; left > 0 && bulk.phase != Phase.Done; ) {
    const work = advance(walk, bulk);
    if (work < 0) return -1;
    left -= work;
  }
  return bulk.phase == Phase.Done ? 0 : 1;
}

function advance(walk: Walk, bulk: Bulk): i32 {
  if (bulk.phase == Phase.Group) {
    const more = groupFurther(bulk);
    if (more < 0) return -1;
    return more > 0 || beginLevel(bulk, bulk.top) ? 64 : -1;
  }
  if (bulk.phase == Phase.Divide) {
    const work = divideFurther(bulk);
    if (work == 0) begin(bulk, Phase.Select);
    return work;
  }
  if (bulk.next == bulk.ordered) return endPhase(bulk) ? 1 : -1;
  let work: i32;
  if (bulk.phase == Phase.Select) work = selectNext(walk, bulk);
  else if (bulk.phase == Phase.Collect) work = collectNext(bulk);
  else work = linkBackNext(bulk);
  bulk.next++;
  return work;
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
  bulk.ordered = 0;
  if (bulk.allSize == 0) {
    end(bulk);
    return true;
  }
  if (level == 0) {
    bulk.nodes = bulk.all;
    bulk.size = bulk.allSize;
  } else takeLevel(bulk, level);
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
  bulk.phase = Phase.Done;
}
