// From a request to its hits: the plan. It is chosen here and nowhere else:
//   exact     asked for, or there is no graph: every live f32 vector is compared
//   matches   a filter lets so few slots through that comparing them all is cheaper than walking
//   walk      the graph, then the slots it does not cover yet; all slots when it finds fewer than k
import { Flag, Served } from "../abi";
import { flatSearch } from "../flat";
import { descend, walkLevel } from "../hnsw/descend";
import { walkRestricted } from "../hnsw/restricted";
import { entry, indexed, live } from "../memory/layout";
import { countMatches } from "./allowed";
import { Request, rowOf, setCompared } from "./request";
import { rescore } from "./rescore";
import { scanEverything, scanMatches, scanTail } from "./scan";
import { enterSpace, prepareQuery } from "./space";
import { beginWalk, Walk } from "./walk";

/** A match costs a distance; a candidate of a walk costs about so many, its share of what the walk throws away. */
const MATCHES_PER_CANDIDATE: u32 = 40;

/** Answers all queries of the request. */
export function findAll(walk: Walk, request: Request, flags: u32, candidates: u32): void {
  if (flags & Flag.Exact || entry() == 0) {
    request.served = Served.Exact;
    flatSearch(walk, request);
    return;
  }
  enterSpace(walk, !(flags & Flag.IgnoreCodes));
  const few = walk.filter != 0 && countMatches(walk) <= MATCHES_PER_CANDIDATE * walk.width;
  request.served = few ? Served.Matches : Served.Walk;
  for (let query: u32 = 0; query < request.queries; query++) {
    prepareQuery(walk, rowOf(request, query));
    walk.size = 0;
    walk.compared = 0;
    if (few) scanMatches(walk, scanEnd(flags));
    else findByWalk(walk, request, flags);
    rescore(walk, request, query, candidates);
    setCompared(request, query, walk.compared);
  }
}

function findByWalk(walk: Walk, request: Request, flags: u32): void {
  const covered = indexed();
  const top = entry();
  // Without memory for the tags of a walk all are compared, which takes no more than there is already.
  if (!beginWalk(walk)) {
    scanInstead(walk, request, flags);
    return;
  }
  const start = descend(walk, <u32>top - 1, <u32>(top >> 32), 0);
  if (walk.restricted) walkRestricted(walk, start);
  else walkLevel(walk, start, 0);
  if (!(flags & Flag.IndexedOnly)) scanTail(walk, covered);
  if (walk.size >= request.k || walk.size >= live()) return;
  // The walk ran dry: too few bridges between matches, or nodes that nothing leads to.
  scanInstead(walk, request, flags);
}

function scanInstead(walk: Walk, request: Request, flags: u32): void {
  request.served = Served.Matches;
  walk.size = 0;
  if (walk.filter != 0) scanMatches(walk, scanEnd(flags));
  else scanEverything(walk, scanEnd(flags));
}

/** Slots from here on are left out. */
function scanEnd(flags: u32): u32 {
  return flags & Flag.IndexedOnly ? indexed() : u32.MAX_VALUE;
}
