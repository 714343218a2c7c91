// About how many points satisfy a filter.
// The decision: what indexes settle is counted; of what has to be looked at some are, evenly spread, and the rest is
// taken to be like them. Where there are no more than these, the count is exact.
import type { CancelSignal } from "../../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../../scheduling/slices.ts";
import type { Filter } from "../../filter/filter.ts";
import type { ReadSegments } from "../../segment/read-segments.ts";
import { type Bits, countBits, eachSlot } from "../../slots/bits.ts";
import { countOf } from "./matching.ts";
import { candidates } from "./select.ts";
import { passes } from "./verify.ts";

const SAMPLED_SLOTS = 1024;
/** Slots that are processed between two yields. */
const SLOTS_PER_YIELD = 2 ** 14;

export async function estimate(
  segments: ReadSegments,
  filter: Filter | null,
  signal: CancelSignal,
): Promise<number> {
  const all = segments.all.map((segment) => ({ segment, slots: segment.visibleSlots() }));
  if (filter === null) return countOf(all);
  const known = await Promise.all(
    all.map(async ({ segment, slots }) => ({
      segment,
      ...(await candidates(segment, filter, slots, signal)),
    })),
  );
  let count = 0;
  for (const { segment, sure, open } of known) {
    count += countBits(sure);
    if (open === null) continue;
    const step = Math.max(1, countBits(open) / SAMPLED_SLOTS);
    const sampledSlots = await runInSlices(everyNth(open, step), signal);
    const passed = (await passes(segment, filter, sampledSlots, signal)).filter(Boolean).length;
    count += Math.round(passed * step);
  }
  return count;
}

/** Returns the first and then every `step`-th slot of the set. */
function* everyNth(bits: Bits, step: number): Sliced<number[]> {
  const sampled: number[] = [];
  let rank = 0;
  for (const slot of eachSlot(bits)) {
    if (rank++ >= Math.floor(sampled.length * step)) sampled.push(slot);
    if (rank % SLOTS_PER_YIELD === 0) yield;
  }
  return sampled;
}
