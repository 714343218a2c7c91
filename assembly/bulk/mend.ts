// Searches for nodes of the built graph by their own codes, and links those that are not found.
// The decision: partitions may serve some data badly that no test has, so a graph is searched before it is used. First
// a sample of the nodes is searched for. If nodes of it are not found, all nodes are searched for. The nearest node
// that such a search has visited gets a link to the node that it has missed: no neighbour of that node is nearer to the
// missed one, so the selection of links keeps it, and the next search finds it. Nothing is lost in most graphs, so most
// cost the sample only.
import { descend, searchLayer } from "../hnsw/descend";
import { linkBack } from "../hnsw/insert";
import { entry } from "../memory/layout";
import { keyAt } from "../walk/pool";
import { enterBuildingSpace, enterForSlot } from "../walk/space";
import { beginWalk, isVisited, Walk } from "../walk/walk";
import { Builder } from "./builder";
import { Bulk } from "./state";

/** Nodes of the sample; the most of them that may be missed without a search for all nodes; the width of searches. */
const SAMPLE: u32 = 500;
const MOST_MISSED: u32 = 0;
const EF: u32 = 16;

/**
 * Searches for the next node of the sample, or of all, and ends the item with the last.
 * @returns the work in thousands of products; -1: no memory
 */
export function mendNext(walk: Walk, bulk: Bulk, own: Builder): i32 {
  const index = <u32>((<u64>bulk.allSize * bulk.next) / searchesOf(bulk));
  const slot = load<u32>(bulk.all + ((<usize>index) << 2));
  const before = walk.compared;
  bulk.next++;
  own.hasItem = bulk.next < searchesOf(bulk);
  walk.ef = min(walk.ef, EF);
  walk.products = false;
  if (!beginWalk(walk)) return -1;
  enterForSlot(walk, slot);
  const top = entry();
  searchLayer(walk, descend(walk, <u32>top - 1, <u32>(top >> 32), 0), 0);
  if (!isVisited(walk, slot)) {
    bulk.missed++;
    enterBuildingSpace(walk);
    linkBack(walk, keyAt(walk.pool, 0), slot, 0);
  }
  return <i32>(((walk.compared - before) * walk.bytes) >> 10) + 1;
}

/** Returns the number of nodes that are searched for. */
function searchesOf(bulk: Bulk): u32 {
  return bulk.mendsAll ? bulk.allSize : min(SAMPLE, bulk.allSize);
}

/** Whether all nodes are to be searched for after the sample. */
export function needsMending(bulk: Bulk): bool {
  return bulk.missed > MOST_MISSED;
}
