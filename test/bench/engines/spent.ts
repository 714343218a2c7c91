// The time of a measurement: CPU time of all threads of this process, and wall time.

export interface Spent {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

export async function measured(work: () => Promise<void> | void): Promise<Spent> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await work();
  const wallSeconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { cpuSeconds: (user + system) / 1e6, wallSeconds };
}
