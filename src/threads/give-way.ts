// Lets other threads of the process go first where there are fewer cores than threads with something to do.
import { setPriority } from "node:os";

/** @param nice of this thread from now on: 0 is what threads begin with, 19 the least */
export function giveWay(nice: number): void {
  // Elsewhere priorities are those of the whole process.
  if (process.platform !== "linux") return;
  try {
    setPriority(nice);
  } catch {
    // A sandbox that forbids it: everything works, only searches beside it may take longer.
  }
}
