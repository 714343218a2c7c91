// The centre that 1-bit codes are counted from: the mean of the vectors. Signs tell vectors apart only around it; where
// all components are positive, as in pictures, signs around zero would be the same for all.
// The decision: it is taken once, when the graph is begun, from at most SAMPLE slots spread evenly over those there
// are, and never moves, because every code counts from it. Data that drifts away from it costs recall, not truth:
// the estimate stays unbiased and scores are made from the f32 vectors; a rebuild takes a new one.
import { allocate } from "../memory/arena";
import { Column, isDead, itemOf } from "../memory/column";
import { centre, count, rowBytes, setCentre } from "../memory/layout";

/** The mean of so many is a hundredth of the vectors' spread away from that of all. */
const SAMPLE: u32 = 16_384;

/** Takes the centre if there is none and there are vectors. @returns false when there is no memory */
export function ensureCentre(): bool {
  if (centre() != 0) return true;
  const slots = count();
  const step = (slots + SAMPLE - 1) / SAMPLE;
  let rows: u32 = 0;
  for (let slot: u32 = 0; slot < slots; slot += step) if (!isDead(slot)) rows++;
  if (rows == 0 && step > 1) return takeFirst(slots);
  return rows == 0 || takeMean(slots, step, rows);
}

/** Where the host puts a centre, one row: of codes that it has saved or is about to make; 0 when there is no memory. */
export function centreInput(): usize {
  return allocate(rowBytes());
}

/** From now on what the host has put there is the centre. Codes that count from it are complete. */
export function useCentre(row: usize): void {
  setCentre(row);
}

/** The mean of the live slots among each `step`th. It is complete before the header points to it. */
function takeMean(slots: u32, step: u32, rows: u32): bool {
  const mean = allocate(rowBytes());
  if (mean == 0) return false;
  // Shares are added up, not rows: the sum cannot overflow.
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

/** Every slot of the sample is dead; any that lives will do. */
function takeFirst(slots: u32): bool {
  for (let slot: u32 = 0; slot < slots; slot++) if (!isDead(slot)) return takeMean(slot + 1, 1, 1);
  return true;
}
