// Memory that is needed for as long as data is kept.
import type { Engine } from "../../engine/engine.ts";
import { OutOfMemory } from "../../errors/failures.ts";

/** Memory for as long as the data is kept, if need be that of dropped segments. @throws OutOfMemory */
export async function takeLasting(engine: Engine, bytes: number): Promise<void> {
  if (engine.memory.take(bytes, "lasting")) return;
  if (!(await engine.reclaim()) || !engine.memory.take(bytes, "lasting")) throw new OutOfMemory();
}
