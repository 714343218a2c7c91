// Makes new parameters for a server whose parameters are lost, when it is unknown who had access.
// The decision: the new server is closed. Authentication is on, there is no admin, and only a person who can read the
// setup code in the directory can create one. All earlier tokens, those of logins included, are invalid. The damaged
// file is kept for repairs.
import { DamagedFile } from "../errors/failures.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { StartRefused } from "../errors/server.ts";
import { noteParams } from "./format.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import type { KindOf } from "./node-file-kind.ts";
import type { Params } from "./params.ts";
import { PARAMS_FILE, readParams, writeParams } from "./params-file.ts";
import { copyAside, QUARANTINE } from "./quarantine.ts";
import { makeSetupCode } from "./setup-code.ts";
import { shellWord } from "./shell-word.ts";

const SECRET_BYTES = 32;

interface NewParams {
  readonly setupCode: string;
  /** The copy of the damaged file; null if there was no file. */
  readonly kept: string | null;
}

/**
 * Replaces damaged or missing parameters. Must be called by the holder of the lock.
 * @param now milliseconds since 1970
 * @throws InvalidArgument when the file is intact, StartRefused when it cannot be examined; nothing has changed then
 */
export function makeNewParams(fs: FileSystem, kindOf: KindOf, dataDir: string, now: number): NewParams {
  const path = joinPath(dataDir, PARAMS_FILE);
  const isThere = fs.list(dataDir).includes(PARAMS_FILE);
  if (isThere) refuseUsable(fs, kindOf, dataDir, path);
  const kept = joinPath(
    dataDir,
    QUARANTINE,
    `${PARAMS_FILE}-${new Date(now).toISOString().replace(/[-:]/g, "")}`,
  );
  if (isThere) copyAside(fs, path, kept);
  const setupCode = writeClosedParams(fs, dataDir, now);
  return { setupCode, kept: isThere ? kept : null };
}

/** Writes parameters without an admin. They are durable when it returns. @returns the setup code */
export function writeClosedParams(fs: FileSystem, dataDir: string, now: number): string {
  writeParams(fs, dataDir, closedParams(fs, now));
  noteParams(fs, dataDir);
  return makeSetupCode(fs, dataDir);
}

function closedParams(fs: FileSystem, now: number): Params {
  return {
    generation: 1,
    authEnabled: true,
    jwtSecret: hex(fs.randomBytes(SECRET_BYTES)),
    admin: null,
    // Larger than every number that counted resets, so that old logins are invalid even if the secret is configured
    // from outside.
    adminVersion: now,
    tokens: [],
    nextTokenId: 1,
    licenses: [],
    latestTime: now,
  };
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Refuses a file that is intact, or that is not a regular file: reading a link could reveal another file, and reading a
 * pipe could block for ever.
 */
function refuseUsable(fs: FileSystem, kindOf: KindOf, dataDir: string, path: string): void {
  if (kindOf(path) !== "file") {
    const [from, to] = [shellWord(path), shellWord(`${path}.aside`)];
    throw new StartRefused(`${path} is no regular file; move it away first: mv ${from} ${to}`);
  }
  try {
    readParams(fs, dataDir);
  } catch (error) {
    if (error instanceof DamagedFile) return;
    throw error;
  }
  throw new InvalidArgument(
    `${path} is whole, and nothing was changed. For a lost password: azimuth admin reset-password --data-dir ` +
      `${shellWord(dataDir)}. To give up its admin, tokens and licenses all the same, move it away and ask again`,
  );
}
