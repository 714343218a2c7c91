// Renaming where the system refuses to replace a file that somebody has open.
// The decision: on Windows whoever reads a file at that moment (a scanner, an indexer, a backup beside the server) makes a
// rename over it fail with EPERM, EACCES or EBUSY, and has let go a moment later; so it is tried again for about a second, and
// then the error stands. It blocks: a caller relies on the name being there when it returns. Elsewhere once is enough.
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

/** Atomic; replaces what is at `to`. */
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
