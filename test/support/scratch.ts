// Folders for the files of a test, gone when the process ends unless the test removes them before.
// The decision: they are in memory where the machine has room for that. What a power cut leaves is shown on a simulated disk
// (`sim-fs.ts`) and what a kill leaves by processes on the real one; everybody else would only wait for it to sync.
import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** What a container gets unless it is told otherwise, 64 MiB, is not enough. */
const LEAST_BYTES = 2 * 2 ** 30;

const HOME = hasRoom(MEMORY) ? MEMORY : tmpdir();
const made: string[] = [];

process.once("exit", () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A new folder. */
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
