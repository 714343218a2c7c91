// Which slots speak for all: live ones, spread evenly over those there are.
// The decision: the slots are told and not their mean, because rows may be kept by the host.

import { isDead } from "../memory/column";
import { count } from "../memory/layout";
import { scratch } from "../memory/scratch";

const MOST: u32 = 4096;

/**
 * At most `most` live slots, the first of each of as many stretches of equal length.
 * @returns the address of: u32 how many | the slots; 0 when there is no memory
 */
export function sampleSlots(worker: u32, most: u32): usize {
  const room = min(max(most, 1), MOST);
  const area = scratch(worker, (<u64>room + 1) << 2);
  if (area == 0) return 0;
  const slots = count();
  let found: u32 = 0;
  for (let stretch: u32 = 0; stretch < room; stretch++) {
    const end = <u32>((<u64>slots * (stretch + 1)) / room);
    let slot = <u32>((<u64>slots * stretch) / room);
    while (slot < end && isDead(slot)) slot++;
    if (slot == end) continue;
    found++;
    store<u32>(area + ((<usize>found) << 2), slot);
  }
  store<u32>(area, found);
  return area;
}
