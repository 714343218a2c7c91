// Chooses the method of a search and runs it. No other file chooses a method:
//   exact     requested, or there is no graph, or no memory for walking it: every live f32 vector is compared
//   matches   few slots match, so comparing them all costs less than a walk that finds enough of them, or the
//             walk was abandoned: exactly, by bounds on the codes, if the codes have bounds
//   walk      the graph, then the slots it does not cover yet
import { Flag, SearchMethod } from "../abi";
import { searchLayerForMatches } from "../hnsw/collect";
import { descend, searchLayer } from "../hnsw/descend";
import { NO_SLOT, offerDuplicates } from "../hnsw/duplicates";
import { linksOf } from "../hnsw/graph";
import { Column } from "../memory/column";
import { count, entry, indexed, live, rowsOutside } from "../memory/layout";
import { ensureTags } from "../memory/scratch";
import { countMatches, endFilter } from "../walk/allowed";
import {
  enterFineSpace,
  enterSpace,
  hasBinaryCodes,
  prepareBoundedRelaxed,
  prepareQuery,
  prepareWalkQuery,
} from "../walk/space";
import { beginWalk, markVisited, Walk } from "../walk/walk";
import { boundedSearch } from "./bounded";
import { areFewMatches, shareOf, walkPrice } from "./costs";
import { fetchAllSlots } from "./fetch";
import { flatSearch } from "./flat";
import { Request, rowOf, setCompared, startOf } from "./request";
import { rescore } from "./rescore";
import { scanEverything, scanMatches, scanTail } from "./scan";

/** Answers all queries of the request. @returns false when there is no memory */
export function findAll(walk: Walk, request: Request, flags: u32, candidates: u32): bool {
  // While the first batch of a graph is being inserted, there is no entry point yet.
  if (flags & Flag.Exact || entry() == 0 || indexed() == 0 || !ensureTags(walk.worker)) {
    request.method = SearchMethod.Exact;
    findExactly(walk, request);
    return true;
  }
  if (walk.filter != 0 && flags & Flag.IndexedOnly) endFilter(walk, indexed());
  const slots = count();
  const matches = walk.filter != 0 ? countMatches(walk) : walk.restricted ? min(live(), slots) : slots;
  enterSpace(walk, rowsOutside() || !(flags & Flag.IgnoreCodes));
  // All candidates by 1-bit codes are compared on the vectors, because their order says little.
  request.ranked = walk.column == Column.Codes && hasBinaryCodes() ? walk.ef : request.k;
  const isFew = walk.restricted && areFewMatches(walk, matches, slots, request.ranked);
  request.method = isFew ? SearchMethod.Matches : SearchMethod.Walk;
  for (let query: u32 = 0; query < request.queries; query++) {
    if (!isFew) {
      enterWalk(walk, request, query, flags);
      const outcome = findByWalk(walk, request, query, flags, candidates, matches);
      if (outcome == Outcome.OutOfMemory) return false;
      if (outcome == Outcome.Found) {
        rescore(walk, request, query, candidates);
        setCompared(request, query, walk.compared);
        continue;
      }
      request.method = SearchMethod.Matches;
    }
    compareAllowed(walk, request, query, flags, candidates);
  }
  return true;
}

function enterWalk(walk: Walk, request: Request, query: u32, flags: u32): void {
  enterSpace(walk, rowsOutside() || !(flags & Flag.IgnoreCodes));
  prepareWalkQuery(walk, rowOf(request, query));
  walk.size = 0;
  walk.compared = 0;
}

/**
 * Compares all matching slots. The comparison is exact, except where it would need rows in a file, where codes are
 * 1-bit codes, which have no bounds, and where slots are omitted that no filter rejects. Then the best by their codes
 * are compared.
 */
function compareAllowed(walk: Walk, request: Request, query: u32, flags: u32, candidates: u32): void {
  if (!hasBinaryCodes() && (walk.filter != 0 || !(flags & Flag.IndexedOnly))) {
    enterSpace(walk, rowsOutside() || !(flags & Flag.IgnoreCodes));
    if (walk.column == Column.Codes && searchCodes(walk, request, query)) return;
    if (!rowsOutside()) {
      flatSearch(walk, request, query, query + 1);
      return;
    }
  }
  enterWalk(walk, request, query, flags);
  const end = flags & Flag.IndexedOnly ? indexed() : u32.MAX_VALUE;
  if (walk.filter != 0) scanMatches(walk, end);
  else scanEverything(walk, end);
  rescore(walk, request, query, candidates);
  setCompared(request, query, walk.compared);
}

/** Compares all slots: by bounds on codes if there are codes, else the vectors, four queries at a time. */
function findExactly(walk: Walk, request: Request): void {
  enterFineSpace(walk);
  if (walk.column == Column.Vectors) {
    // There are so few slots that they have no codes yet: all rows are fetched.
    if (rowsOutside()) fetchAllSlots(walk, request);
    else flatSearch(walk, request, 0, request.queries);
    return;
  }
  for (let query: u32 = 0; query < request.queries; query++) {
    if (searchCodes(walk, request, query)) continue;
    if (rowsOutside()) fetchAllSlots(walk, request);
    else flatSearch(walk, request, query, query + 1);
  }
}

/** Searches the codes by bounds, first with a less precise query if that is faster. @returns see boundedSearch */
function searchCodes(walk: Walk, request: Request, query: u32): bool {
  const row = rowOf(request, query);
  if (prepareBoundedRelaxed(walk, row) && boundedSearch(walk, request, query)) return true;
  enterFineSpace(walk);
  prepareQuery(walk, row);
  return boundedSearch(walk, request, query);
}

enum Outcome {
  Found,
  /** The walk was abandoned, or found too few slots: all slots that may be found have to be compared. */
  GaveUp,
  OutOfMemory,
}

function findByWalk(
  walk: Walk,
  request: Request,
  query: u32,
  flags: u32,
  candidates: u32,
  matches: u32,
): Outcome {
  const covered = indexed();
  const top = entry();
  // The graph was replaced by an empty one after the method was chosen.
  if (top == 0) return Outcome.GaveUp;
  if (!beginWalk(walk)) return Outcome.OutOfMemory;
  if (flags & Flag.Without) passOver(walk, startOf(request, query));
  const named = flags & Flag.Start ? startOf(request, query) : NO_SLOT;
  const start = named < covered && hasLinks(named) ? named : descend(walk, <u32>top - 1, <u32>(top >> 32), 0);
  let needed = walk.ef;
  if (!walk.restricted || walk.frontierCapacity == 0) searchLayer(walk, start, 0);
  else {
    needed = request.ranked;
    const budget = <u32>(<f64>matches / walkPrice(walk));
    const share = shareOf(matches, walk.bound);
    const kept = min(max(needed, candidates), walk.ef);
    if (!searchLayerForMatches(walk, start, needed, kept, share, budget)) return Outcome.GaveUp;
  }
  offerDuplicates(walk);
  if (!(flags & Flag.IndexedOnly)) scanTail(walk, covered);
  return walk.size >= needed || walk.size >= live() ? Outcome.Found : Outcome.GaveUp;
}

/** Makes the walk go on as if it had been at the node already. */
function passOver(walk: Walk, slot: u32): void {
  if (slot >= walk.bound) return;
  markVisited(walk, slot);
  walk.without = slot + 1;
}

/** Whether the slot has links: a slot without links is no node, or the only node. */
function hasLinks(slot: u32): bool {
  return load<u32>(linksOf(slot, 0)) != 0;
}
