// About how many points satisfy a filter.
// The decision: what indexes settle is counted; of what has to be looked at some are, evenly spread, and the rest is
// taken to be like them. Where there are no more than these, the count is exact.
import type { Wanted } from "../../schema/caller.ts";
import { countBits, slotsIn } from "../bits.ts";
import type { Filter } from "../filter/filter.ts";
import type { Segments } from "../segments.ts";
import { countOf } from "./matching.ts";
import { candidates } from "./select.ts";
import { passes } from "./verify.ts";

const LOOKS = 1024;

export async function estimate(segments: Segments, filter: Filter | null, signal: Wanted): Promise<number> {
  const all = segments.all.map((segment) => ({ segment, slots: segment.visibleSlots() }));
  if (filter === null) return countOf(all);
  const known = all.map(({ segment, slots }) => ({ segment, ...candidates(segment, filter, slots) }));
  let count = 0;
  for (const { segment, sure, open } of known) {
    const slots = slotsIn(open);
    const step = Math.max(1, slots.length / LOOKS);
    const looks = Array.from(
      { length: Math.min(LOOKS, slots.length) },
      (_, i) => slots[Math.floor(i * step)]!,
    );
    const passed = (await passes(segment, filter, looks, signal)).filter(Boolean).length;
    count += countBits(sure) + Math.round(passed * step);
  }
  return count;
}
