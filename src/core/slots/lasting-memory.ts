// Reserves memory that is needed as long as data is kept.
import type { Engine } from "../../engine/engine.ts";
import { OutOfMemory } from "../../errors/failures.ts";

/** Reserves memory for data, after reclaiming that of dropped segments if needed. @throws OutOfMemory */
export async function takeLasting(engine: Engine, bytes: number): Promise<void> {
  if (engine.memory.take(bytes, "lasting")) return;
  if (!(await engine.reclaim()) || !engine.memory.take(bytes, "lasting")) throw new OutOfMemory();
}
