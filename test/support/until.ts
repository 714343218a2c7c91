// Waiting for what other threads, processes or sockets do.
// The decision: it looks every millisecond. A loop without pause takes the core from those whom it waits for.
import { setTimeout } from "node:timers/promises";

/** Resolves as soon as it holds. Only the time limit of the test ends it before. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(1);
}
