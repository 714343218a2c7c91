// The memory that this process may use: that of the machine, or the limit of its cgroup.
// The decision: both versions of cgroups are read, from the group of the process up to the root, and the least limit
// counts; a missing file, or one with "max", limits nothing.
import { readFileSync } from "node:fs";
import { totalmem } from "node:os";

const UNITS: Record<string, number> = {
  "": 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
};
const SIZE = /^(\d+(?:\.\d+)?) *([a-z]*|%)$/i;

/**
 * @param text such as 1500000000, 512MiB, 2GiB, 80%
 * @param whole what a percentage is taken of, in bytes
 * @returns bytes, or null for what is no size
 */
export function readMemorySize(text: string, whole: number): number | null {
  const [, digits, unit] = SIZE.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  const number = Number(digits);
  const factor = unit === "%" ? whole / 100 : UNITS[unit!.toUpperCase()];
  if (factor === undefined || (unit === "%" && number > 100)) return null;
  const bytes = Math.floor(number * factor);
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null;
}

/** Bytes that this process can have at most. @param root where /proc and /sys are */
export function machineMemory(root = "", machineBytes = totalmem()): number {
  return Math.min(machineBytes, ...cgroupLimits(root));
}

function cgroupLimits(root: string): number[] {
  const limits: number[] = [];
  for (const line of (readText(`${root}/proc/self/cgroup`) ?? "").split("\n")) {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (path === undefined) continue;
    const isSecond = controllers === "";
    if (!isSecond && !controllers!.split(",").includes("memory")) continue;
    const mount = isSecond ? `${root}/sys/fs/cgroup` : `${root}/sys/fs/cgroup/memory`;
    const file = isSecond ? "memory.max" : "memory.limit_in_bytes";
    for (const group of withParents(path)) {
      const text = readText(`${mount}${group}/${file}`)?.trim() ?? "";
      if (/^\d+$/.test(text)) limits.push(Number(text));
    }
  }
  return limits;
}

/** `/a/b`, `/a` and the root. In a container the path may be that of the host; then only the root is there. */
function withParents(path: string): string[] {
  const names = path.split("/").filter((name) => name !== "");
  return [...names.keys(), names.length].map((end) =>
    names
      .slice(0, end)
      .map((name) => `/${name}`)
      .join(""),
  );
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Returns the resident memory of the process; null if no file descriptor is free to read it. */
export function residentBytes(): number | null {
  try {
    return process.memoryUsage.rss();
  } catch {
    return null;
  }
}
