// Folders for the files of a test, which are removed when the process ends.
// The decision: they are in memory if the machine has enough of it. Power cuts are simulated (`sim-fs.ts`) and kills
// use processes on a real disk; all other tests would only wait for syncs.
import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** The least size; the default of containers, 64 MiB, is not sufficient. */
const LEAST_BYTES = 2 * 2 ** 30;

const HOME = hasRoom(MEMORY) ? MEMORY : tmpdir();
const made: string[] = [];

process.once("exit", () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

export function scratchFolder(prefix: string): string {
  const folder = mkdtempSync(join(HOME, prefix));
  made.push(folder);
  return folder;
}

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize >= LEAST_BYTES;
}
