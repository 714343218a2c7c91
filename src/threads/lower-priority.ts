// Lowers the priority of a thread, so that other threads of the process run first where there are more of them than
// cores.
import { setPriority } from "node:os";

/**
 * Sets the priority of the calling thread; it does nothing on systems other than Linux.
 * @param nice from 0, which threads begin with, to 19, the lowest priority
 */
export function lowerPriority(nice: number): void {
  // On other systems a priority is that of the whole process.
  if (process.platform !== "linux") return;
  try {
    setPriority(nice);
  } catch {
    // A sandbox forbids it: everything works, but searches may take longer while this thread works.
  }
}
