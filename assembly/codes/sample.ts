// Chooses slots that represent all: live ones at equal distances.
// The decision: it returns the slots and not their mean, because the host may keep the rows.

import { isDead } from "../memory/column";
import { count } from "../memory/layout";
import { scratch } from "../memory/scratch";

const MAX_SAMPLED_SLOTS: u32 = 4096;

/**
 * Returns at most `maxSlots` live slots: the first one of each of `maxSlots` ranges of equal length.
 * @returns the address of: u32 number of slots | the slots; 0 when there is no memory
 */
export function sampleSlots(worker: u32, maxSlots: u32): usize {
  const capacity = min(max(maxSlots, 1), MAX_SAMPLED_SLOTS);
  const area = scratch(worker, (<u64>capacity + 1) << 2);
  if (area == 0) return 0;
  const slots = count();
  let found: u32 = 0;
  for (let stretch: u32 = 0; stretch < capacity; stretch++) {
    const end = <u32>((<u64>slots * (stretch + 1)) / capacity);
    let slot = <u32>((<u64>slots * stretch) / capacity);
    while (slot < end && isDead(slot)) slot++;
    if (slot == end) continue;
    found++;
    store<u32>(area + ((<usize>found) << 2), slot);
  }
  store<u32>(area, found);
  return area;
}
