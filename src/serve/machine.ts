// Figures of the operating system about this process, read on request.
import { readdirSync, readFileSync } from "node:fs";
import { getHeapStatistics } from "node:v8";
import { residentBytes } from "../memory/machine-memory.ts";
import type { ProcessFigures } from "../service/machine-metrics.ts";
import { openFilesLimit } from "../storage/node-open-files.ts";

const MICROSECONDS = 1e6;
/** Taken once: a clock that is set right does not move the start. */
const STARTED_AT = Math.round(performance.timeOrigin) / 1000;
/** Taken once: where /proc is not there, telling it takes a report of the whole process. */
const OPEN_FILES_LIMIT = openFilesLimit();

export function processFigures(): ProcessFigures {
  const { used_heap_size, external_memory } = getHeapStatistics();
  const { userCPUTime, systemCPUTime, minorPageFault, majorPageFault } = process.resourceUsage();
  const status = statusText();
  const kibibytes = numberIn(status, /^VmSize:\s*(\d+) kB/m);
  return {
    allocatedBytes: used_heap_size + external_memory,
    cpuSeconds: (userCPUTime + systemCPUTime) / MICROSECONDS,
    minorFaults: minorPageFault,
    majorFaults: majorPageFault,
    threads: numberIn(status, /^Threads:\s*(\d+)/m),
    residentBytes: residentBytes(),
    virtualBytes: kibibytes === null ? null : 1024 * kibibytes,
    startedAt: STARTED_AT,
    openFilesLimit: OPEN_FILES_LIMIT,
    openFiles: unlessUnknown(() => readdirSync("/proc/self/fd").length),
  };
}

function statusText(): string {
  try {
    return readFileSync("/proc/self/status", "latin1");
  } catch {
    return "";
  }
}

function numberIn(text: string, pattern: RegExp): number | null {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/** Returns null if the figure cannot be read: some exist on Linux only, and all need a free file descriptor. */
function unlessUnknown(ask: () => number): number | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
