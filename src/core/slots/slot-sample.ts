// Selects evenly spread slots of a segment for measurements on a sample.
// The decision: the selection runs without a pause, so it tests at most a quarter of a million slots, about a
// millisecond. Of a vector field that one point in thousands has, it finds fewer slots than requested, perhaps none.
const MAX_TESTED_SLOTS = 2 ** 18;

/**
 * Returns at most `most` used slots: the slots are divided into `most` equal parts, and the first used one of each is
 * taken.
 */
export function spreadSlots(slots: number, most: number, isUsed: (slot: number) => boolean): number[] {
  const chosen: number[] = [];
  const each = MAX_TESTED_SLOTS / most;
  for (let i = 0; i < most; i++) {
    let slot = Math.floor((slots * i) / most);
    const end = Math.min(Math.floor((slots * (i + 1)) / most), slot + each);
    while (slot < end && !isUsed(slot)) slot++;
    if (slot < end) chosen.push(slot);
  }
  return chosen;
}
