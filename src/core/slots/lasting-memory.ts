// Reserves memory that is needed as long as data is kept.
// The decision: a store counts what it has by itself, so the reservation of a write or a copy is released as soon as
// the store has its bytes. Until then they are counted twice, which may refuse others too early and never too late.
import type { Engine } from "../../engine/engine.ts";
import { OutOfMemory } from "../../errors/failures.ts";
import type { Reservation } from "../../memory/reservation.ts";

/** Reserves memory for data, after reclaiming that of dropped segments if needed. @throws OutOfMemory */
export async function reserveLasting(engine: Engine, bytes: number): Promise<Reservation> {
  const reservation = engine.memory.reservation("lasting");
  try {
    reservation.reserve(bytes);
  } catch (error) {
    if (!(error instanceof OutOfMemory) || !(await engine.reclaim())) throw error;
    reservation.reserve(bytes);
  }
  return reservation;
}
