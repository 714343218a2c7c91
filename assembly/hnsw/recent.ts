// The nodes that were put into the graph last, on each level: where the next insertion looks as well.
// The decision: rows often come topic by topic. The walk from the entry point may not come to a topic that has only just
// begun, because few links lead there, and each row it misses would begin an island of its own. The rows of a topic come
// one after another, so the newest nodes are offered to the walk beside its start: four distances for an insertion that
// makes about a thousand. They are not saved: after a restart there are none until some have been inserted.
import { recentOf } from "../memory/layout";
import { gather, hasSeen, measure, measuredKey, offer, see, Walk } from "../search/walk";
import { MAX_LEVEL } from "./graph";

/** Nodes that are remembered on each level. */
export const RECENT: u32 = 4;

/** Offers the newest nodes of a level to a walk that begins there. */
export function offerRecent(walk: Walk, level: u32): void {
  if (level > MAX_LEVEL) return;
  const recent = recentOf(level);
  let gathered: u32 = 0;
  for (let i: u32 = 0; i < RECENT; i++) {
    const link = load<u32>(recent + ((<usize>i) << 2));
    if (link == 0 || link > walk.bound || hasSeen(walk, link - 1)) continue;
    see(walk, link - 1);
    gather(walk, gathered++, link - 1);
  }
  measure(walk, gathered);
  for (let i: u32 = 0; i < gathered; i++) offer(walk, measuredKey(walk, i));
}

/** Takes note of a node that has just been linked on a level; the oldest is forgotten. */
export function noteRecent(level: u32, slot: u32): void {
  if (level > MAX_LEVEL) return;
  const recent = recentOf(level);
  memory.copy(recent + 4, recent, (<usize>(RECENT - 1)) << 2);
  store<u32>(recent, slot + 1);
}
