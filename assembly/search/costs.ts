// Estimates what a search among some of the slots costs: comparing all matches, or a walk that finds the nearest.
// The decision: nothing is timed, so the same search takes the same way in every run and in every thread. What differs
// most between data sets is how many slots a walk measures for each node that it expands, 7 for images and 18 for
// clusters; the links of a few nodes tell that (decision 226).
import { expectedExpansion } from "../hnsw/collect";
import { linkCapacity, linkCount } from "../hnsw/graph";
import { count, indexed } from "../memory/layout";
import { Walk } from "../walk/walk";

/** The number of nodes whose links are counted; their mean is within a tenth of that of all nodes. */
const SAMPLED_NODES: u32 = 32;
/** Reading the links of a node costs as much as measuring this many, so the cost of a node is never below this. */
const MIN_MEASURED: f64 = 4;
/**
 * Where fewer than this share of the slots match, a walk misses more of them, however many candidates it keeps: with ef
 * 64 it finds .98 at 3 % of clusters of low rank, where comparing all matches finds all. There a walk has to be clearly
 * cheaper, so the cost of a node is not below this.
 */
const RARE_SHARE: f64 = 1.0 / 16.0;
const MIN_MEASURED_IF_RARE: f64 = 13;
/**
 * The costs of measuring a node in a walk and a match in the order of slots, besides the bytes that are compared, as
 * the number of bytes that take as long. They were fitted to codes of 64 to 784 bytes (decision 204).
 */
const NODE_COST: f64 = 800;
const MATCH_COST: f64 = 200;
/** A walk reads from random places, which takes longer if not all codes are in a cache (decision 222). */
const CACHE_BYTES: u64 = 1 << 20;
const OUTSIDE_CACHE: f64 = 1.75;

/** Whether comparing all `matches` costs less than a walk that finds the nearest `ranked` of them. */
export function areFewMatches(walk: Walk, matches: u32, slots: u32, ranked: u32): bool {
  const share = shareOf(matches, slots);
  const least = share < RARE_SHARE ? MIN_MEASURED_IF_RARE : MIN_MEASURED;
  const measured = max(measuredPerNode(), least);
  return <f64>matches <= walkPrice(walk) * expectedExpansion(ranked, walk.ef, share) * measured;
}

/** Returns the cost of measuring a node in a walk, relative to a match in the order of slots. */
export function walkPrice(walk: Walk): f64 {
  const bytes = <f64>walk.bytes;
  const price = (NODE_COST + bytes) / (MATCH_COST + bytes);
  return <u64>count() * walk.bytes <= CACHE_BYTES ? price : OUTSIDE_CACHE * price;
}

export function shareOf(matches: u32, slots: u32): f64 {
  return min(<f64>max(matches, 1) / <f64>slots, 1);
}

/**
 * Returns the number of slots that a walk is expected to measure for each node that it expands. Where many links are
 * left out because their ends are near each other, lists are short, and most of their slots are visited already: about
 * as large a part of a list is measured as is used. The second lists for Dot are not counted.
 */
function measuredPerNode(): f64 {
  const end = indexed();
  const step = max(end / SAMPLED_NODES, 1);
  let links: u32 = 0;
  let nodes: u32 = 0;
  for (let slot: u32 = 0; slot < end; slot += step) {
    const found = linkCount(slot, 0);
    links += found;
    // A slot without links is a duplicate, which walks do not expand.
    if (found > 0) nodes++;
  }
  const mean = <f64>links / <f64>max(nodes, 1);
  return (mean * mean) / <f64>linkCapacity(0);
}
