// What the operating system knows of this process, asked when somebody wants to see it.
import { readdirSync, readFileSync } from "node:fs";
import type { ProcessFigures } from "../service/machine-metrics.ts";

const MICROSECONDS = 1e6;

export function processFigures(): ProcessFigures {
  const { heapUsed, external } = process.memoryUsage();
  const { userCPUTime, systemCPUTime, minorPageFault, majorPageFault } = process.resourceUsage();
  return {
    allocatedBytes: heapUsed + external,
    cpuSeconds: (userCPUTime + systemCPUTime) / MICROSECONDS,
    minorFaults: minorPageFault,
    majorFaults: majorPageFault,
    threads: unlessUnknown(() =>
      Number(/^Threads:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))![1]),
    ),
    openFiles: unlessUnknown(() => readdirSync("/proc/self/fd").length),
  };
}

/** Only Linux tells. */
function unlessUnknown(ask: () => number): number | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
