// Which neighbours a node keeps: algorithm 4 of the HNSW paper.
// The decision: a candidate that is nearer to one already kept than to the node is left out, because the walk comes to
// it through that one; what is left out is not filled up again, so lists have room and are pruned less often.

import { distanceOf } from "../heap";
import { keyAt, slotOf } from "../search/pool";
import { prepareSlot } from "../search/space";
import { addressOf, Walk } from "../search/walk";

/**
 * Chooses at most `most` of the `size` keys at `candidates`, nearest first.
 * @param walk where pairs of slots are measured; its query is overwritten
 * @param chosen where the chosen keys are put; may be `candidates`
 * @returns how many
 */
export function selectNeighbours(walk: Walk, candidates: usize, size: u32, most: u32, chosen: usize): u32 {
  let kept: u32 = 0;
  for (let i: u32 = 0; i < size && kept < most; i++) {
    const key = keyAt(candidates, i);
    if (kept > 0 && isNearerToKept(walk, key, kept)) continue;
    store<u64>(chosen + ((<usize>kept) << 3), key);
    store<u32>(walk.addresses + ((<usize>kept) << 2), <u32>addressOf(walk, slotOf(key)));
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
