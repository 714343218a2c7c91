// What a process has in memory, as the kernel counts it.
import { readFileSync } from "node:fs";
import type { ServerProcess } from "./process.ts";

/** @param which `VmRSS`: now; `VmHWM`: the most there ever was */
export function residentMiB({ child }: ServerProcess, which: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)![1]) / 1024;
}
