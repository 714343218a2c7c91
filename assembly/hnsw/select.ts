// Which neighbours a node keeps: algorithm 4 of the HNSW paper.
// The decision: a candidate that is nearer to one already kept than to the node is left out, because the walk comes to
// it through that one; what is left out is not filled up again, so lists have room and are pruned less often.

import { distanceOf } from "../heap";
import { insertKey, keyAt, slotOf } from "../search/pool";
import { prepareSlot } from "../search/space";
import { addressOf, Walk } from "../search/walk";

/** Fewer than this share of what there is room for is too few, where there are more candidates. */
const LEAST_SHARE: u32 = 4;

/**
 * Chooses at most `most` of the `size` keys at `candidates`, nearest first. A hub, nearer to all others than they are to
 * each other as the zero vector often is, would be the only one chosen, and has no room for links to all: then those are
 * added that would be chosen if it were not there. By products, whose hubs are what is looked for, that is as it should be.
 * @param walk where pairs of slots are measured; its query is overwritten
 * @param chosen where the chosen keys are put, apart from `candidates`
 * @returns how many
 */
export function selectNeighbours(walk: Walk, candidates: usize, size: u32, most: u32, chosen: usize): u32 {
  const first = choose(walk, candidates, size, most, chosen, 0);
  if (walk.products || first * LEAST_SHARE >= most || first == size) return first;
  const kept = choose(walk, candidates, size, most, chosen, first);
  for (let i = first; i < kept; i++) insertKey(chosen, i, keyAt(chosen, i));
  return kept;
}

/** Adds to the `before` keys that were chosen before, which leave out none of the others. @returns how many there are */
function choose(walk: Walk, candidates: usize, size: u32, most: u32, chosen: usize, before: u32): u32 {
  let kept = before;
  let next: u32 = 0;
  for (let i: u32 = 0; i < size && kept < most; i++) {
    const key = keyAt(candidates, i);
    if (next < before && keyAt(chosen, next) == key) {
      next++;
      continue;
    }
    if (kept > before && isNearerToKept(walk, key, kept - before)) continue;
    store<u64>(chosen + ((<usize>kept) << 3), key);
    store<u32>(walk.addresses + ((<usize>(kept - before)) << 2), <u32>addressOf(walk, slotOf(key)));
    kept++;
  }
  return kept;
}

function isNearerToKept(walk: Walk, key: u64, kept: u32): bool {
  prepareSlot(walk, slotOf(key));
  const distance = distanceOf(key);
  const addresses = walk.addresses;
  const last = load<u32>(addresses + ((<usize>(kept - 1)) << 2));
  const end = (kept + 3) & ~3;
  for (let i = kept; i < end; i++) store<u32>(addresses + ((<usize>i) << 2), last);
  for (let i: usize = 0; i < (<usize>end) << 2; i += 16) {
    call_indirect<void>(
      walk.four,
      walk.query,
      <usize>load<u32>(addresses + i),
      <usize>load<u32>(addresses + i, 4),
      <usize>load<u32>(addresses + i, 8),
      <usize>load<u32>(addresses + i, 12),
      walk.bytes,
      walk.distances,
    );
    const nearer = f32x4.lt(v128.load(walk.distances), f32x4.splat(distance));
    if (v128.any_true(nearer)) return true;
  }
  return false;
}
