// Searches for nodes of the built graph by their own codes, and links those that are not found.
// The decision: partitions may serve some data badly that no test has, so a graph is searched before it is used. First
// a sample of the nodes is searched for. If one of it is not found, all nodes to which few links lead are searched for,
// and a share of the others: of nodes that no search finds, some have few links, and the others are in a cluster to
// which nothing leads, where one that is found leads to the rest. The nearest node that a search has visited gets a
// link to the node that it has missed: no neighbour of that node is nearer to the missed one, so the selection of links
// keeps it, and the next search finds it. All threads search, and one adds links afterwards; before each it searches
// again, because an earlier link may lead to the node. Nothing is lost in most graphs, so most cost the sample only.
import { descend, searchLayer } from "../hnsw/descend";
import { degreeOf } from "../hnsw/graph";
import { linkBack } from "../hnsw/insert";
import { entry, linksPerLevel } from "../memory/layout";
import { keyAt } from "../walk/pool";
import { enterBuildingSpace, enterForSlot } from "../walk/space";
import { beginWalk, isVisited, Walk } from "../walk/walk";
import { Builder } from "./builder";
import { Bulk } from "./state";

/** Nodes of the sample, and the width of searches. */
const SAMPLE: u32 = 500;
const EF: u32 = 16;
/** Nodes that are searched for in one item. */
const SEARCHED: u32 = 8;
/** The golden ratio in 32 bits: the highest two bits of its products are zero for a quarter of the slots. */
const SPREAD: u32 = 0x9e37_79b1;
/** Nodes that one step passes on the way to a missed one. */
const PASSED: u32 = 1024;
const PASS_WORK: i32 = 8;

/** Returns the number of items in which nodes of the sample, or all, are searched for. */
export function searchItems(bulk: Bulk): u32 {
  return (searchesOf(bulk) + SEARCHED - 1) / SEARCHED;
}

function searchesOf(bulk: Bulk): u32 {
  return bulk.searchesAll ? bulk.ordered : min(SAMPLE, bulk.allSize);
}

/** Searches for the nodes of an item. @returns the work in thousands of products; -1: no memory */
export function searchItem(walk: Walk, bulk: Bulk, own: Builder): i32 {
  const before = walk.compared;
  const end = min(searchesOf(bulk), (own.item + 1) * SEARCHED);
  for (let i = own.item * SEARCHED; i < end; i++) {
    const slot = searchedAt(bulk, i);
    if (bulk.searchesAll && !mayBeLost(slot)) continue;
    if (!search(walk, slot)) return -1;
    if (isVisited(walk, slot)) continue;
    store<u16>(missedAt(bulk, slot), 1);
    bulk.hasMissed = true;
  }
  own.hasItem = false;
  return workSince(walk, before);
}

/** Returns a node of the sample, or of all in an order in which searches for neighbours read the same codes. */
function searchedAt(bulk: Bulk, index: u32): u32 {
  if (bulk.searchesAll) return load<u32>(bulk.order + ((<usize>index) << 2));
  const at = <u32>((<u64>bulk.allSize * index) / searchesOf(bulk));
  return load<u32>(bulk.all + ((<usize>at) << 2));
}

/** Whether few links lead to the node, or it is one of the share of the others. */
function mayBeLost(slot: u32): bool {
  return degreeOf(slot) < linksPerLevel() || (slot * SPREAD) >> 30 == 0;
}

/** Goes on to the next missed node and links it. @returns the work in thousands of products; -1: no memory */
export function mendNext(walk: Walk, bulk: Bulk, own: Builder): i32 {
  const end = min(bulk.allSize, bulk.next + PASSED);
  while (bulk.next < end) {
    const slot = load<u32>(bulk.all + ((<usize>bulk.next) << 2));
    bulk.next++;
    if (load<u16>(missedAt(bulk, slot)) == 0) continue;
    const before = walk.compared;
    if (!search(walk, slot)) return -1;
    if (!isVisited(walk, slot)) {
      enterBuildingSpace(walk);
      linkBack(walk, keyAt(walk.pool, 0), slot, 0);
    }
    own.hasItem = bulk.next < bulk.allSize;
    return workSince(walk, before);
  }
  own.hasItem = bulk.next < bulk.allSize;
  return PASS_WORK;
}

/** @returns false when there is no memory */
function search(walk: Walk, slot: u32): bool {
  walk.ef = min(walk.ef, EF);
  walk.products = false;
  if (!beginWalk(walk)) return false;
  enterForSlot(walk, slot);
  const top = entry();
  searchLayer(walk, descend(walk, <u32>top - 1, <u32>(top >> 32), 0), 0);
  return true;
}

/** Returns the address of a number that is not 0 if the node was missed. Links back no longer need it. */
function missedAt(bulk: Bulk, slot: u32): usize {
  return bulk.backs + ((<usize>slot) << 1);
}

function workSince(walk: Walk, compared: u32): i32 {
  return <i32>(((walk.compared - compared) * walk.bytes) >> 10) + 1;
}
