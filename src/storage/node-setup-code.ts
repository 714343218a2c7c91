// The setup code of a data directory as a server believes it.
// The decision: whoever can put files there need not be its owner (a volume that a group shares), so a code counts only in a
// regular file of the server's user, of root or of the directory's owner, closed to others. The file is judged and read
// through one descriptor, so nothing is exchanged in between; a link is not followed, and a pipe holds nobody up.
import * as fs from "node:fs";
import { join } from "node:path";
import { SETUP_CODE_FILE, setupCodeOf } from "./setup-code.ts";

const OTHERS = 0o007;
const ROOT = 0;
/** More than any code. */
const MOST_BYTES = 256;
/** Windows has neither of the two. */
const FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);
/** There is none, a link, a socket, or one that is closed to us as well. */
const NONE = new Set(["ENOENT", "ELOOP", "ENXIO", "EACCES"]);

/** @param owners who may have made it; null where files have no owners (Windows) */
export function readOwnSetupCode(dataDir: string, owners = ownersOf(dataDir)): string | null {
  const fd = open(join(dataDir, SETUP_CODE_FILE));
  if (fd === null) return null;
  try {
    const stat = fs.fstatSync(fd);
    if (!stat.isFile()) return null;
    if (owners !== null && (!owners.has(stat.uid) || (stat.mode & OTHERS) !== 0)) return null;
    const bytes = new Uint8Array(MOST_BYTES);
    return setupCodeOf(bytes.subarray(0, fs.readSync(fd, bytes)));
  } finally {
    fs.closeSync(fd);
  }
}

function open(path: string): number | null {
  try {
    return fs.openSync(path, FLAGS);
  } catch (error) {
    if (NONE.has((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}

function ownersOf(dataDir: string): ReadonlySet<number> | null {
  const user = process.getuid?.();
  return user === undefined ? null : new Set([user, ROOT, fs.statSync(dataDir).uid]);
}
