// The account of a server's memory, and what the process itself takes of it.
// The decision: a limit that leaves nothing for data refuses the start.
import type { Config } from "../config/environment.ts";
import { StartRefused } from "../errors/server.ts";
import { MemoryLimit } from "../memory/memory-limit.ts";

/**
 * Memory that is not counted one by one: code, heaps with their garbage, buffers of the log. Measured as resident: 114
 * MiB and 9 MiB for each search thread in an empty server, up to 50 MiB more under load.
 */
const PROCESS_BYTES = 165 * 2 ** 20;
const SEARCH_THREAD_BYTES = 10 * 2 ** 20;
/** Less than this for data is not worth a server. */
const MIN_DATA_BYTES = 32 * 2 ** 20;

/** The account of the process, from which the process itself has taken its part. @throws StartRefused */
export function accountFor({ memoryLimit, workers }: Pick<Config, "memoryLimit" | "workers">): MemoryLimit {
  const processBytes = PROCESS_BYTES + workers * SEARCH_THREAD_BYTES;
  const least = processBytes + MIN_DATA_BYTES;
  if (memoryLimit < least) {
    throw new StartRefused(
      `The memory limit is ${mib(memoryLimit)} MiB, and a server with ${workers} search threads takes ` +
        `${mib(processBytes)} MiB without any data. Give it ${mib(least)} MiB or more with --memory-limit or ` +
        "AZIMUTH_MEMORY_LIMIT (the default is 80% of what the cgroup or machine has), or fewer --workers",
    );
  }
  const memory = MemoryLimit.of(memoryLimit);
  memory.add(processBytes);
  return memory;
}

export function mib(bytes: number): number {
  return Math.floor(bytes / 2 ** 20);
}
