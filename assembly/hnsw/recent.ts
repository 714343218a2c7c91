// The nodes that were inserted last, on each level; insertions also begin from them.
// The decision: rows often arrive sorted by topic. The walk from the entry point may not reach a topic that has just
// begun, because few links lead there, and each row it misses would begin an island. The rows of a topic come one after
// another, so the newest nodes are added to the start of the walk: four distances for an insertion that computes about
// a thousand. They are not saved: for a restored graph they are those of the highest slots.
import { Column, itemOf } from "../memory/column";
import { clearRecent, entry, recentOf } from "../memory/layout";
import { gather, isVisited, markVisited, measure, measuredKey, offer, Walk } from "../walk/walk";
import { levelOf, linksOf, MAX_LEVEL } from "./graph";

/** Nodes that are remembered on each level. */
const NODES_PER_LEVEL: u32 = 4;

/** Offers the newest nodes of a level to a walk that begins there. */
export function offerRecent(walk: Walk, level: u32): void {
  if (level > MAX_LEVEL) return;
  const recent = recentOf(level);
  let gathered: u32 = 0;
  for (let i: u32 = 0; i < NODES_PER_LEVEL; i++) {
    const link = load<u32>(recent + ((<usize>i) << 2));
    if (link == 0 || link > walk.bound || isVisited(walk, link - 1)) continue;
    markVisited(walk, link - 1);
    gather(walk, gathered++, link - 1);
  }
  measure(walk, gathered);
  for (let i: u32 = 0; i < gathered; i++) offer(walk, measuredKey(walk, i));
}

/** Takes note of a node that has just been linked on a level; the oldest is forgotten. */
export function noteRecent(level: u32, slot: u32): void {
  if (level > MAX_LEVEL) return;
  const recent = recentOf(level);
  memory.copy(recent + 4, recent, (<usize>(NODES_PER_LEVEL - 1)) << 2);
  store<u32>(recent, slot + 1);
}

/** Notes the nodes of the highest slots below `slots` on each level, as if slots had been inserted in their order. */
export function noteHighest(slots: u32): void {
  clearRecent();
  const top = entry();
  const levels = min(<u32>(top >> 32), MAX_LEVEL) + 1;
  let full: u32 = 0;
  for (let slot = slots; slot > 0 && full < levels; slot--) {
    if (slot != <u32>top && load<u32>(linksOf(slot - 1, 0)) == 0) continue;
    const level: u32 = load<u32>(itemOf(Column.Upper, slot - 1)) == 0 ? 0 : levelOf(slot - 1);
    for (let at: u32 = 0; at <= level; at++) {
      const position = firstFree(recentOf(at));
      if (position == NODES_PER_LEVEL) continue;
      store<u32>(recentOf(at) + ((<usize>position) << 2), slot);
      if (position + 1 == NODES_PER_LEVEL) full++;
    }
  }
}

function firstFree(recent: usize): u32 {
  let position: u32 = 0;
  while (position < NODES_PER_LEVEL && load<u32>(recent + ((<usize>position) << 2)) != 0) position++;
  return position;
}
