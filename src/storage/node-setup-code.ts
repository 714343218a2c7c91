// Reads the setup code of a data directory for a server.
// The decision: other users may be able to create files there (a volume that a group shares). So a code is valid only
// in a regular file that belongs to the server's user, to root or to the owner of the directory, and that others cannot
// access. The file is checked and read through one descriptor, so it cannot be exchanged in between; links are not
// followed, and a pipe does not block.

import * as fs from "node:fs";
import { join } from "node:path";
import { systemCodeOf } from "../errors/files.ts";
import { SETUP_CODE_FILE, setupCodeOf } from "./setup-code.ts";

const OTHERS = 0o007;
const ROOT = 0;
/** The most bytes that are read; a code is shorter. */
const MAX_FILE_BYTES = 256;
/** Windows has no O_NOFOLLOW and no O_NONBLOCK. */
const FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);
/** Errors that mean "no code": there is no file, or it is a link, a socket, or not readable. */
const ABSENT_CODES = new Set(["ENOENT", "ELOOP", "ENXIO", "EACCES"]);

/**
 * Returns the code, or null if there is no valid one. @param owners the users who may own the file; null where files
 * have no owners (Windows)
 */
export function readOwnSetupCode(dataDir: string, owners = ownersOf(dataDir)): string | null {
  const fd = open(join(dataDir, SETUP_CODE_FILE));
  if (fd === null) return null;
  try {
    const stat = fs.fstatSync(fd);
    if (!stat.isFile()) return null;
    if (owners !== null && (!owners.has(stat.uid) || (stat.mode & OTHERS) !== 0)) return null;
    const bytes = new Uint8Array(MAX_FILE_BYTES);
    return setupCodeOf(bytes.subarray(0, fs.readSync(fd, bytes)));
  } finally {
    fs.closeSync(fd);
  }
}

function open(path: string): number | null {
  try {
    return fs.openSync(path, FLAGS);
  } catch (error) {
    if (ABSENT_CODES.has(systemCodeOf(error) ?? "")) return null;
    throw error;
  }
}

function ownersOf(dataDir: string): ReadonlySet<number> | null {
  const user = process.getuid?.();
  return user === undefined ? null : new Set([user, ROOT, fs.statSync(dataDir).uid]);
}
