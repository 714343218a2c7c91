// Access to the graph for inspection: the node of a slot, its level, its links.
// The decision: it returns addresses of lists, which the host reads as a walk does; nothing is copied and nothing is
// measured.
import { Column, itemOf } from "../memory/column";
import { duplicates, entry, indexed } from "../memory/layout";
import { NO_SLOT, nextDuplicate } from "./duplicates";
import { hasProducts, levelOf, linksOf, PRODUCTS } from "./graph";

/** Returns the slot if it is a node, else the node whose duplicate it is; NO_SLOT if the graph does not contain it. */
export function nodeFor(slot: u32): u32 {
  const covered = indexed();
  if (slot >= covered) return NO_SLOT;
  if (isNode(slot)) return slot;
  if (duplicates() == 0) return NO_SLOT;
  // Nothing leads from a duplicate to its node.
  for (let node: u32 = 0; node < covered; node++) {
    if (nextDuplicate(node) == NO_SLOT || !isNode(node)) continue;
    for (let duplicate = nextDuplicate(node); duplicate != NO_SLOT; duplicate = nextDuplicate(duplicate))
      if (duplicate == slot) return node;
  }
  return NO_SLOT;
}

export function levelOfNode(node: u32): u32 {
  return load<u32>(itemOf(Column.Upper, node)) == 0 ? 0 : levelOf(node);
}

/**
 * Where the links of a node on a level are, as slot + 1; 0 ends a list. 0 where the node does not have the level.
 * @param level or, for the second list of level 0 that only Dot has, PRODUCTS
 */
export function linksOfNode(node: u32, level: u32): usize {
  if (level == PRODUCTS) return hasProducts() ? linksOf(node, level) : 0;
  return level > levelOfNode(node) ? 0 : linksOf(node, level);
}

/** Whether the slot is a node: it has links, or it is the first node. A slot that was dead when indexed has none. */
export function isNode(slot: u32): bool {
  return slot == <u32>entry() - 1 || load<u32>(linksOf(slot, 0)) != 0;
}
