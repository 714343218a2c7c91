// Selects the neighbours that a node keeps: algorithm 4 of the HNSW paper.
// The decision: a candidate that is nearer to a kept neighbour than to the node is left out, because the walk reaches
// it through that neighbour. The list is not filled up with left-out candidates, so it is pruned less often.

import { distanceOf } from "../heap";
import { insertKey, keyAt, slotOf } from "../walk/pool";
import { prepareSlot } from "../walk/space";
import { addressOf, Walk } from "../walk/walk";

/** Fewer links than this share of the capacity are too few, if there are more candidates. */
const MIN_SHARE: u32 = 4;
/** A round that fills at most this share of the capacity has met a hub. */
const HUB_SHARE: u32 = 16;
/** The most rounds of one selection; each costs a distance for every pair of a candidate and a key selected in it. */
const MAX_ROUNDS: u32 = 8;

/**
 * Selects at most `most` of the `size` keys at `candidates`, nearest first. A hub, nearer to all others than they are
 * to each other, as the zero vector often is, would be the only selected key, and has no space for links to all. There
 * may be many hubs, so the rule is repeated: each round adds the keys that would be selected without the ones before,
 * until a quarter of the space is taken without hubs. Hubs are the nearest candidates, so each hub doubles the number
 * of candidates that the next round skips. For Dot, whose hubs are the intended results, one round is enough.
 * @param walk measures pairs of slots; its query is overwritten
 * @param chosen the address for the selected keys, apart from `candidates`
 * @returns the number of selected keys
 */
export function selectNeighbours(walk: Walk, candidates: usize, size: u32, most: u32, chosen: usize): u32 {
  let kept = selectKeys(walk, candidates, 0, size, most, chosen, 0);
  if (walk.products) return kept;
  let hubs: u32 = 0;
  let skipped: u32 = 0;
  let added = kept;
  for (let round: u32 = 1; round < MAX_ROUNDS; round++) {
    if (isHub(added, most)) {
      hubs += added;
      skipped = 2 * skipped + 1;
    }
    if ((kept - hubs) * MIN_SHARE >= most || kept == size || kept == most || skipped >= size) break;
    const before = kept;
    kept = selectKeys(walk, candidates, skipped, size, most, chosen, before);
    for (let i = before; i < kept; i++) insertKey(chosen, i, keyAt(chosen, i));
    added = kept - before;
  }
  return kept;
}

/** Whether a round that has added `added` keys has met a hub. */
function isHub(added: u32, most: u32): bool {
  return added <= 1 || (added - 1) * HUB_SHARE < most;
}

/**
 * Adds candidates from position `first` on to the `before` keys selected earlier, which exclude no candidates.
 * @returns the number of selected keys
 */
function selectKeys(
  walk: Walk,
  candidates: usize,
  first: u32,
  size: u32,
  most: u32,
  chosen: usize,
  before: u32,
): u32 {
  let kept = before;
  let next: u32 = 0;
  for (let i: u32 = 0; i < size && kept < most; i++) {
    const key = keyAt(candidates, i);
    if (next < before && keyAt(chosen, next) == key) {
      next++;
      continue;
    }
    if (i < first) continue;
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
      walk.fourRowsKernel,
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
