// The centre of 1-bit codes: the mean of the vectors. Signs distinguish vectors only relative to it: in data whose
// components are all positive, such as images, the signs around zero are the same for all vectors.
// The decision: it is computed once, when the graph is begun, from at most MAX_SAMPLED_SLOTS slots at equal distances,
// and does not change, because every code is relative to it. If the data drifts away from it, recall decreases but
// scores stay correct: the estimate remains unbiased and scores are computed from the f32 vectors. A rebuild computes a
// new centre.
import { allocate } from "../memory/arena";
import { Column, isDead, itemOf } from "../memory/column";
import { centre, count, rowBytes, setCentre } from "../memory/layout";

/** The most slots of the sample. The error of their mean is a hundredth of the spread of the vectors. */
const MAX_SAMPLED_SLOTS: u32 = 16_384;

/** Computes the centre if there is none and there are vectors. @returns false when there is no memory */
export function ensureCentre(): bool {
  if (centre() != 0) return true;
  const slots = count();
  const step = (slots + MAX_SAMPLED_SLOTS - 1) / MAX_SAMPLED_SLOTS;
  let rows: u32 = 0;
  for (let slot: u32 = 0; slot < slots; slot += step) if (!isDead(slot)) rows++;
  if (rows == 0 && step > 1) return takeFirst(slots);
  return rows == 0 || takeMean(slots, step, rows);
}

/**
 * Returns where the host writes a centre (one row) for codes that it has saved or will make; 0 when there is no memory.
 */
export function centreInput(): usize {
  return allocate(rowBytes());
}

/** Makes the row that the host has written the centre. Codes relative to it must be complete. */
export function useCentre(row: usize): void {
  setCentre(row);
}

/** Computes the mean of the live slots among each `step`th. It is complete before the header points to it. */
function takeMean(slots: u32, step: u32, rows: u32): bool {
  const mean = allocate(rowBytes());
  if (mean == 0) return false;
  // Each row is divided before it is added, so that the sum cannot overflow.
  const share = f32x4.splat(1 / <f32>rows);
  for (let slot: u32 = 0; slot < slots; slot += step) {
    if (isDead(slot)) continue;
    const row = itemOf(Column.Vectors, slot);
    for (let at: usize = 0; at < <usize>rowBytes(); at += 16) {
      v128.store(mean + at, f32x4.add(v128.load(mean + at), f32x4.mul(v128.load(row + at), share)));
    }
  }
  setCentre(mean);
  return true;
}

/** Uses the first live slot, because every slot of the sample is dead. */
function takeFirst(slots: u32): bool {
  for (let slot: u32 = 0; slot < slots; slot++) if (!isDead(slot)) return takeMean(slot + 1, 1, 1);
  return true;
}
