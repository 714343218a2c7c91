// Renames files also where the system refuses to replace a file that is open.
// The decision: on Windows a rename fails with EPERM, EACCES or EBUSY while another program (a scanner, an indexer, a
// backup) reads the target, usually for a moment. So it is retried for about a second, and then the error is thrown.
// The call blocks, because callers rely on the new name when it returns. Other systems need one try.
import * as fs from "node:fs";

const HELD = new Set(["EPERM", "EACCES", "EBUSY"]);
const TRIES = 8;
const FIRST_WAIT_MS = 5;

interface RenameParts {
  readonly rename: (from: string, to: string) => void;
  readonly wait: (ms: number) => void;
  readonly platform: NodeJS.Platform;
}

const SYSTEM: RenameParts = { rename: fs.renameSync, wait, platform: process.platform };

/** Renames a file atomically and replaces what is at `to`. */
export function renameOver(from: string, to: string, { rename, wait, platform }: RenameParts = SYSTEM): void {
  for (let tries = platform === "win32" ? TRIES : 1, waitMs = FIRST_WAIT_MS; ; waitMs *= 2) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (--tries === 0 || !HELD.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
      wait(waitMs);
    }
  }
}

function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
