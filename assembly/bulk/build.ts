// Builds a graph almost without searches: levels from the top down, each in a few phases.
// The decision: a graph by insertion costs a walk for each node, and a walk waits for memory. Here near nodes meet in
// leaves whose distances are dense products (partition.ts), so a distance costs a fifth. The work of a phase is a
// number of items, which any number of threads share (items.ts). The result depends on the codes, the levels and the
// seed alone.

import { Walk } from "../walk/walk";
import { Builder } from "./builder";
import { groupFurther } from "./group";
import { awaitItems, closeItems, endItem, openItems, takeItem } from "./items";
import { collectItem, linkBackItem, selectItem } from "./links";
import { mendNext, searchItem } from "./mend";
import { assignItem } from "./partition";
import { beginPart, dividePart, planFurther } from "./parts";
import { beginNext } from "./phases";
import { continueBasis, projectItem } from "./projections";
import { sampleItem } from "./sample";
import { Bulk, Phase } from "./state";

/** The answer where partitions do not serve the data. */
const REJECTED: i32 = 2;

/**
 * Does some of the work in one of the threads that build.
 * @param walk is in the space in which links are chosen
 * @param most the amount of work, in thousands of products of components
 * @returns 1 while there is more to do, else 0; `REJECTED`; -1: no memory
 */
export function buildFurther(walk: Walk, bulk: Bulk, own: Builder, most: u32): i32 {
  for (let left = <i64>most; left > 0 && bulk.phase < Phase.Done && !bulk.hasFailed; ) {
    const work = advance(walk, bulk, own);
    if (work < 0) bulk.hasFailed = true;
    left -= work;
  }
  if (bulk.hasFailed) return -1;
  if (bulk.phase == Phase.Rejected) return REJECTED;
  return bulk.phase == Phase.Done ? 0 : 1;
}

/** Does a step of the thread's item. @returns the work in thousands of products; -1: no memory */
function advance(walk: Walk, bulk: Bulk, own: Builder): i32 {
  if (!own.hasItem) {
    const item = takeItem(bulk.items);
    if (item < 0) {
      awaitItems(bulk.items);
      return 1;
    }
    own.hasItem = true;
    own.item = <u32>item;
    own.phase = bulk.phase;
    if (own.phase == Phase.Divide && !beginPart(bulk, own)) return -1;
  }
  const work = workOn(walk, bulk, own);
  if (work < 0 || own.hasItem || !endItem(bulk.items)) return work;
  closeItems(bulk.items);
  if (!beginNext(bulk, own)) return -1;
  openItems(bulk.items);
  return work;
}

function workOn(walk: Walk, bulk: Bulk, own: Builder): i32 {
  switch (own.phase) {
    case Phase.Group:
      return groupFurther(bulk, own);
    case Phase.Basis:
      return continueBasis(bulk, own);
    case Phase.Project:
      return projectItem(bulk, own);
    case Phase.Assign:
      return assignItem(bulk, own);
    case Phase.Plan:
      return planFurther(bulk, own);
    case Phase.Divide:
      return dividePart(bulk, own);
    case Phase.Sample:
      return sampleItem(bulk, own);
    case Phase.Select:
      return selectItem(walk, bulk, own);
    case Phase.Collect:
      return collectItem(bulk, own);
    case Phase.LinkBack:
      return linkBackItem(bulk, own);
    case Phase.Search:
      return searchItem(walk, bulk, own);
    default:
      return mendNext(walk, bulk, own);
  }
}
