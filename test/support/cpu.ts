// The CPU time of this process, for limits of time: the time that passes depends on other processes.

/** @param began what `process.cpuUsage()` was @returns milliseconds of CPU time since then, of all threads */
export function cpuMsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
