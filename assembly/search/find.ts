// From a request to its hits: the plan. It is chosen here and nowhere else:
//   exact     asked for, or there is no graph, or no memory for walking it: every live f32 vector is compared
//   matches   a filter lets so few slots through that comparing them all is cheaper than walking, or none near the query
//   walk      the graph, then the slots it does not cover yet; when the walk cannot fill its pool, all slots
import { Flag, Served } from "../abi";
import { flatSearch } from "../flat";
import { descend, walkLevel } from "../hnsw/descend";
import { linksOf } from "../hnsw/graph";
import { isRemote, walkRestricted } from "../hnsw/restricted";
import { NONE, offerTwins } from "../hnsw/twins";
import { Column } from "../memory/column";
import { entry, indexed, live, rowsOutside } from "../memory/layout";
import { ensureTags } from "../memory/scratch";
import { countMatches } from "./allowed";
import { boundedSearch } from "./bounded";
import { wantAll } from "./fetch";
import { Request, rowOf, setCompared, startOf } from "./request";
import { rescore } from "./rescore";
import { scanEverything, scanMatches, scanTail } from "./scan";
import { enterFineSpace, enterSpace, prepareQuery, prepareWalkQuery } from "./space";
import { beginWalk, Walk } from "./walk";

/** A match costs a distance; a candidate of a walk costs about so many, its share of what the walk throws away. */
const MATCHES_PER_CANDIDATE: u32 = 40;

/** Answers all queries of the request. @returns false when there is no memory */
export function findAll(walk: Walk, request: Request, flags: u32, candidates: u32): bool {
  if (flags & Flag.Exact || entry() == 0 || !ensureTags(walk.worker)) {
    request.served = Served.Exact;
    findExactly(walk, request);
    return true;
  }
  enterSpace(walk, rowsOutside() || !(flags & Flag.IgnoreCodes));
  const matches: u32 = walk.filter != 0 ? countMatches(walk) : u32.MAX_VALUE;
  const few = matches <= MATCHES_PER_CANDIDATE * walk.width;
  request.served = few ? Served.Matches : Served.Walk;
  for (let query: u32 = 0; query < request.queries; query++) {
    prepareWalkQuery(walk, rowOf(request, query));
    walk.size = 0;
    walk.compared = 0;
    if (few) scanMatches(walk, scanEnd(flags));
    else if (!findByWalk(walk, request, query, flags, matches)) return false;
    rescore(walk, request, query, candidates);
    setCompared(request, query, walk.compared);
  }
  return true;
}

/** By bounds on codes where there are codes, else on the vectors, four queries at a time. */
function findExactly(walk: Walk, request: Request): void {
  enterFineSpace(walk);
  if (walk.column == Column.Vectors) {
    flatSearch(walk, request, 0, request.queries);
    return;
  }
  for (let query: u32 = 0; query < request.queries; query++) {
    prepareQuery(walk, rowOf(request, query));
    if (boundedSearch(walk, request, query)) continue;
    if (rowsOutside()) wantAll(walk, request);
    else flatSearch(walk, request, query, query + 1);
  }
}

function findByWalk(walk: Walk, request: Request, query: u32, flags: u32, matches: u32): bool {
  const covered = indexed();
  const top = entry();
  if (!beginWalk(walk)) return false;
  const named = flags & Flag.Start ? startOf(request, query) : NONE;
  const start = named < covered && hasLinks(named) ? named : descend(walk, <u32>top - 1, <u32>(top >> 32), 0);
  if (walk.filter == 0 || !isRemote(walk, start, matches)) {
    if (!beginWalk(walk)) return false;
    if (walk.restricted) walkRestricted(walk, start);
    else walkLevel(walk, start, 0);
    offerTwins(walk);
    if (!(flags & Flag.IndexedOnly)) scanTail(walk, covered);
    if (walk.size >= walk.width || walk.size >= live()) return true;
  }
  // The walk ran dry: too few bridges between matches, or nodes that nothing leads to. All are compared instead. That
  // it found k says nothing: where nine of ten are dead, they are those of one corner.
  request.served = Served.Matches;
  walk.size = 0;
  if (walk.filter != 0) scanMatches(walk, scanEnd(flags));
  else scanEverything(walk, scanEnd(flags));
  return true;
}

/** Whoever has none is no node, or the only one. */
function hasLinks(slot: u32): bool {
  return load<u32>(linksOf(slot, 0)) != 0;
}

/** Slots from here on are left out. */
function scanEnd(flags: u32): u32 {
  return flags & Flag.IndexedOnly ? indexed() : u32.MAX_VALUE;
}
