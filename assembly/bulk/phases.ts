// The order of the phases of a build, and what is done between two of them.
// The decision: the thread that ends the last item of a phase begins the next one, while no other thread has an item.
import { levelOf } from "../hnsw/graph";
import { count, setEntry, setIndexed, setNodes } from "../memory/layout";
import { Builder } from "./builder";
import { linkItems, selectItems } from "./links";
import { searchItems } from "./mend";
import { beginRoot, rootItems, sumUp } from "./partition";
import { beginProjections, projectionItems } from "./projections";
import { beginSample, foundShare, hasEnough, isHopeless, sampleItems } from "./sample";
import { Bulk, capacityOn, LEAF_MOST, MOST_ROUNDS, mostCandidatesOn, Phase } from "./state";

/** If a division by projections finds a smaller share of the true neighbours, in percent, the next compares codes. */
const PROJECTED_WELL: u32 = 75;

/** Begins the next phase that has items. @returns false when there is no memory */
export function beginNext(bulk: Bulk, own: Builder): bool {
  do {
    if (!leave(bulk, own)) return false;
  } while (bulk.items.count == 0 && bulk.phase < Phase.Done);
  return true;
}

function leave(bulk: Bulk, own: Builder): bool {
  switch (bulk.phase) {
    case Phase.Group:
      if (!beginProjections(bulk)) return false;
      return begin(bulk, Phase.Basis, bulk.projectionWidth > 0 ? 1 : 0);
    case Phase.Basis:
      return begin(bulk, Phase.Project, projectionItems(bulk));
    case Phase.Project:
      return beginLevel(bulk, own, bulk.top);
    case Phase.Assign:
      sumUp(bulk.root);
      return begin(bulk, Phase.Plan, 1);
    case Phase.Plan:
      return begin(bulk, Phase.Divide, bulk.partCount);
    case Phase.Divide:
      return endDivision(bulk, own);
    case Phase.Sample:
      return endRound(bulk, own);
    case Phase.Select:
      return begin(bulk, Phase.Collect, linkItems(bulk));
    case Phase.Collect:
      return begin(bulk, Phase.LinkBack, linkItems(bulk));
    case Phase.LinkBack:
      return bulk.level > 0 ? beginLevel(bulk, own, bulk.level - 1) : end(bulk);
    case Phase.Search:
      return endSearch(bulk);
    default:
      return begin(bulk, Phase.Done, 0);
  }
}

/** @returns true, for its callers */
function begin(bulk: Bulk, phase: Phase, items: u32): bool {
  bulk.phase = phase;
  bulk.items.count = items;
  bulk.items.ended = 0;
  bulk.next = 0;
  return true;
}

/** @returns false when there is no memory */
function beginLevel(bulk: Bulk, own: Builder, level: u32): bool {
  bulk.level = level;
  bulk.candidateCapacity = capacityOn(bulk, level);
  bulk.mostCandidates = mostCandidatesOn(bulk, level);
  bulk.ordered = 0;
  if (bulk.allSize == 0) return end(bulk);
  if (level == 0) {
    bulk.nodes = bulk.all;
    bulk.size = bulk.allSize;
  } else takeLevel(bulk, level);
  bulk.round = 0;
  bulk.usesProjections = level == 0 && bulk.projectionWidth > 0;
  bulk.offered = 0;
  bulk.connected = 0;
  return beginDivision(bulk, own);
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

/** Begins to divide the nodes of the level; few nodes are one leaf. @returns false when there is no memory */
function beginDivision(bulk: Bulk, own: Builder): bool {
  if (bulk.size <= LEAF_MOST) return begin(bulk, Phase.Divide, 1);
  return beginRoot(bulk, own) && begin(bulk, Phase.Assign, rootItems(bulk));
}

function endDivision(bulk: Bulk, own: Builder): bool {
  if (bulk.level > 0 || bulk.size <= LEAF_MOST) return begin(bulk, Phase.Select, selectItems(bulk));
  if (bulk.round > 0) return endRound(bulk, own);
  beginSample(bulk, own);
  return begin(bulk, Phase.Sample, sampleItems(bulk));
}

/** Divides the nodes again, unless their candidates are good enough. @returns false when there is no memory */
function endRound(bulk: Bulk, own: Builder): bool {
  bulk.round++;
  const share = foundShare(bulk);
  if (share < PROJECTED_WELL) bulk.usesProjections = false;
  if (hasEnough(bulk, share) || bulk.round == MOST_ROUNDS)
    return begin(bulk, Phase.Select, selectItems(bulk));
  if (isHopeless(bulk, share)) return begin(bulk, Phase.Rejected, 0);
  return beginDivision(bulk, own);
}

/** The graph covers all slots. */
function end(bulk: Bulk): bool {
  if (bulk.allSize > 0) setEntry(bulk.top, bulk.entry);
  setNodes(bulk.allSize);
  setIndexed(count());
  return bulk.allSize > 0 ? begin(bulk, Phase.Search, searchItems(bulk)) : begin(bulk, Phase.Done, 0);
}

/** If nodes of the sample were not found, all nodes are searched for. */
function endSearch(bulk: Bulk): bool {
  if (!bulk.hasMissed) return begin(bulk, Phase.Done, 0);
  if (bulk.searchesAll) return begin(bulk, Phase.Mend, 1);
  bulk.searchesAll = true;
  return begin(bulk, Phase.Search, searchItems(bulk));
}
