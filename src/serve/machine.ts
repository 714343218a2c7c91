// What the operating system knows of this process, asked when somebody wants to see it.
import { readdirSync, readFileSync } from "node:fs";
import type { ProcessFigures } from "../service/machine-metrics.ts";

const MICROSECONDS = 1e6;
/** Taken once: a clock that is set right does not move the start. */
const STARTED_AT = Math.round(performance.timeOrigin) / 1000;

export function processFigures(): ProcessFigures {
  const { heapUsed, external, rss } = process.memoryUsage();
  const { userCPUTime, systemCPUTime, minorPageFault, majorPageFault } = process.resourceUsage();
  return {
    allocatedBytes: heapUsed + external,
    cpuSeconds: (userCPUTime + systemCPUTime) / MICROSECONDS,
    minorFaults: minorPageFault,
    majorFaults: majorPageFault,
    threads: unlessUnknown(() =>
      Number(/^Threads:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))![1]),
    ),
    residentBytes: rss,
    virtualBytes: unlessUnknown(
      () => 1024 * Number(/^VmSize:\s*(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))![1]),
    ),
    startedAt: STARTED_AT,
    openFilesLimit: unlessUnknown(() =>
      Number(/^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))![1]),
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
