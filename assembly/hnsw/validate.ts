// Counts what is wrong with a graph, from nothing but the graph: what a test or an operator asks for.
// The decision: numbers are answered and nothing is repaired. One-way links are normal (a full list drops links whose
// other end stays); a node that no walk comes to is lost to searches, and there should be none.
import { Status } from "../abi";
import { count, entry, indexed } from "../memory/layout";
import { beginWalk, isVisited, markVisited, Walk } from "../walk/walk";
import { hasProducts, linkCapacity, linksOf, PRODUCTS } from "./graph";
import { hasLink } from "./lists";
import { isNode, levelOfNode } from "./node";

@unmanaged
export class Faults {
  unreachable: u32 = 0;
  oneWay: u32 = 0;
  broken: u32 = 0;
}

/** Counts the faults of the graph. The walk's pool must have memory for the number of each slot. */
export function countFaults(walk: Walk, faults: Faults): i32 {
  faults.unreachable = 0;
  faults.oneWay = 0;
  faults.broken = 0;
  let covered = indexed();
  const first = entry();
  if (first == 0) return Status.Ok;
  if (!beginWalk(walk)) return Status.OutOfMemory;
  // Slots that the writer added since the pool was allocated are not counted.
  walk.bound = min(walk.bound, 2 * walk.ef);
  covered = min(covered, walk.bound);
  flood(walk, <u32>first - 1, walk.pool);
  for (let slot: u32 = 0; slot < covered; slot++) {
    if (!isNode(slot)) continue;
    if (!isVisited(walk, slot)) faults.unreachable++;
    for (let level: u32 = 0, top = levelOfNode(slot); level <= top; level++)
      countList(faults, slot, level, covered);
    if (hasProducts()) countList(faults, slot, PRODUCTS, covered);
  }
  return Status.Ok;
}

/** Marks every node that links of level 0 lead to. */
function flood(walk: Walk, start: u32, queue: usize): void {
  let head: u32 = 0;
  let tail: u32 = 0;
  markVisited(walk, start);
  store<u32>(queue + ((<usize>tail) << 2), start);
  tail++;
  while (head < tail) {
    const slot = load<u32>(queue + ((<usize>head) << 2));
    head++;
    tail = follow(walk, slot, 0, queue, tail);
    if (hasProducts()) tail = follow(walk, slot, PRODUCTS, queue, tail);
  }
}

/** Marks and queues the neighbours that have not been visited. @returns the end of the queue */
function follow(walk: Walk, slot: u32, level: u32, queue: usize, end: u32): u32 {
  const links = linksOf(slot, level);
  let tail = end;
  for (let i: u32 = 0; i < linkCapacity(level); i++) {
    const link = load<u32>(links + ((<usize>i) << 2));
    if (link == 0) break;
    if (link > walk.bound || isVisited(walk, link - 1)) continue;
    markVisited(walk, link - 1);
    store<u32>(queue + ((<usize>tail) << 2), link - 1);
    tail++;
  }
  return tail;
}

function countList(faults: Faults, slot: u32, level: u32, covered: u32): void {
  const links = linksOf(slot, level);
  const capacity = linkCapacity(level);
  for (let i: u32 = 0; i < capacity; i++) {
    const link = load<u32>(links + ((<usize>i) << 2));
    if (link == 0) break;
    if (link > count() || link - 1 == slot || hasLink(links, i, link)) faults.broken++;
    else if (link <= covered && !hasLink(linksOf(link - 1, level), capacity, slot + 1)) faults.oneWay++;
  }
}
