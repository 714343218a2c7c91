// What a walk did, step by step, for whoever wants to see it: each node that was expanded, and what was measured then.
// The decision: the walk itself writes it down, when there is room for it, and asks once for each expanded node whether there
// is; so what is shown is what happened, and a search that nobody watches pays one branch that is never taken. When the room
// is at its end no more is written, and that is said.
//
//   trace     u32 bytes used, this head included | u32 1: steps are missing | steps
//   step      u32 level | u32 slot that was expanded | f32 its distance, NaN: it was not measured | u32 n | n measured slots
//   measured  u32 slot | f32 distance | u32 1: it was kept, as a candidate or as the nearest so far
import { distanceOf } from "../heap";
import { keyAt, slotOf } from "./pool";
import { measuredKey, offer, Walk } from "./walk";

export const TRACE_HEAD: u32 = 8;
const STEP_BYTES: u32 = 16;
const MEASURED_BYTES: u32 = 12;

export function beginTrace(walk: Walk): void {
  if (walk.trace == 0) return;
  store<u32>(walk.trace, TRACE_HEAD);
  store<u32>(walk.trace, 0, 4);
}

/** On the way down: of what was measured, kept is what was nearer than all before it, the expanded node first. */
export function traceDescent(walk: Walk, level: u32, expanded: u64, measured: u32): void {
  let at = beginStep(walk, level, slotOf(expanded), distanceOf(expanded), measured);
  if (at == 0) return;
  let best = expanded;
  for (let i: u32 = 0; i < measured; i++) {
    const key = measuredKey(walk, i);
    at = writeMeasured(walk, at, key, key < best);
    best = min(best, key);
  }
}

/** Offers what was measured to the pool, and writes down which of it went in. @returns the lowest position it went to */
export function offerTraced(walk: Walk, level: u32, slot: u32, distance: f32, measured: u32): u32 {
  let at = beginStep(walk, level, slot, distance, measured);
  let lowest: u32 = u32.MAX_VALUE;
  for (let i: u32 = 0; i < measured; i++) {
    const key = measuredKey(walk, i);
    const place = offer(walk, key);
    lowest = min(lowest, place);
    if (at == 0) continue;
    at = writeMeasured(walk, at, key, place < walk.size && keyAt(walk.pool, place) == key);
  }
  return lowest;
}

/** @returns where what was measured goes, or 0 when there is no room for it */
export function beginStep(walk: Walk, level: u32, slot: u32, distance: f32, measured: u32): usize {
  const trace = walk.trace;
  const used = load<u32>(trace);
  const bytes = STEP_BYTES + measured * MEASURED_BYTES;
  // Once a step is missing, those after it would be told out of their order.
  if (load<u32>(trace, 4) != 0 || used + bytes > walk.traceBytes) {
    store<u32>(trace, 1, 4);
    return 0;
  }
  const step = trace + used;
  store<u32>(step, level);
  store<u32>(step, slot, 4);
  store<f32>(step, distance + walk.leftOut, 8);
  store<u32>(step, measured, 12);
  store<u32>(trace, used + bytes);
  return step + STEP_BYTES;
}

/** @returns where the next goes */
export function writeMeasured(walk: Walk, at: usize, key: u64, kept: bool): usize {
  store<u32>(at, slotOf(key));
  store<f32>(at, distanceOf(key) + walk.leftOut, 4);
  store<u32>(at, kept ? 1 : 0, 8);
  return at + MEASURED_BYTES;
}
