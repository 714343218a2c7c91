// Reads the memory of a process from the kernel.
import { readFileSync } from "node:fs";
import type { ServerProcess } from "./process.ts";

/** @param which `VmRSS`: the current size; `VmHWM`: the largest so far */
export function residentMiB({ child }: ServerProcess, which: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)![1]) / 1024;
}
