// Some slots of a segment, evenly spread, for what is measured on a sample.
// The decision: it is made in one go, so no more than a quarter of a million slots are looked at, a millisecond or so: of a
// vector that one point in thousands has it finds fewer than were asked for, perhaps none.
const MOST_LOOKED_AT = 2 ** 18;

/** At most so many slots that are used: of each of as many equal parts the first. */
export function spreadSlots(slots: number, most: number, isUsed: (slot: number) => boolean): number[] {
  const chosen: number[] = [];
  const each = MOST_LOOKED_AT / most;
  for (let i = 0; i < most; i++) {
    let slot = Math.floor((slots * i) / most);
    const end = Math.min(Math.floor((slots * (i + 1)) / most), slot + each);
    while (slot < end && !isUsed(slot)) slot++;
    if (slot < end) chosen.push(slot);
  }
  return chosen;
}
