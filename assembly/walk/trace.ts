// The trace of a walk, step by step: each expanded node and the slots that were measured then.
// The decision: the walk writes it, if there is memory for it, and checks that once for each expanded node. So the
// trace shows what happened, and a search without one pays for one branch that is never taken. When the memory is full,
// later steps are left out and the head says so.
//
//   trace     u32 bytes used, this head included | u32 1: steps are missing | steps
//   step      u32 level | u32 expanded slot | f32 its distance, NaN: it was not measured | u32 n | n measured slots
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

/**
 * Writes a step of the descent. A measured slot counts as kept if it was nearer than all before it, the expanded node
 * included.
 */
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

/**
 * Offers the measured slots to the pool and writes which of them it kept.
 * @returns the lowest position of a kept one
 */
export function offerTraced(walk: Walk, level: u32, slot: u32, distance: f32, measured: u32): u32 {
  let at = beginStep(walk, level, slot, distance, measured);
  let lowest: u32 = u32.MAX_VALUE;
  for (let i: u32 = 0; i < measured; i++) {
    const key = measuredKey(walk, i);
    const position = offer(walk, key);
    lowest = min(lowest, position);
    if (at == 0) continue;
    at = writeMeasured(walk, at, key, position < walk.size && keyAt(walk.pool, position) == key);
  }
  return lowest;
}

/** Writes the head of a step. @returns the address of its measured slots, or 0 when there is no space for them */
export function beginStep(walk: Walk, level: u32, slot: u32, distance: f32, measured: u32): usize {
  const trace = walk.trace;
  const used = load<u32>(trace);
  const bytes = STEP_BYTES + measured * MEASURED_BYTES;
  // Once a step is missing, later steps are left out, too, because they would follow the wrong one.
  if (load<u32>(trace, 4) != 0 || used + bytes > walk.traceBytes) {
    store<u32>(trace, 1, 4);
    return 0;
  }
  const step = trace + used;
  store<u32>(step, level);
  store<u32>(step, slot, 4);
  store<f32>(step, distance + walk.omittedTerm, 8);
  store<u32>(step, measured, 12);
  store<u32>(trace, used + bytes);
  return step + STEP_BYTES;
}

/** Writes a measured slot. @returns the address of the next one */
export function writeMeasured(walk: Walk, at: usize, key: u64, kept: bool): usize {
  store<u32>(at, slotOf(key));
  store<f32>(at, distanceOf(key) + walk.omittedTerm, 4);
  store<u32>(at, kept ? 1 : 0, 8);
  return at + MEASURED_BYTES;
}
