// Parameters of a server that has lost its own: nobody can know any more who might do what.
// The decision: closed. Authentication is on, there is no admin, and only who reads the setup code in the directory makes
// one; whatever was issued before, logins too, is void. What was there is kept beside, for whoever wants to mend it.
import { DamagedFile } from "../errors/failures.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { StartRefused } from "../errors/server.ts";
import { noteParams } from "./format.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import type { KindOf } from "./node-file-kind.ts";
import type { Params } from "./params.ts";
import { PARAMS_FILE, placeParams, readParams } from "./params-file.ts";
import { copyAside, QUARANTINE } from "./quarantine.ts";
import { makeSetupCode } from "./setup-code.ts";
import { shellWord } from "./shell-word.ts";

const SECRET_BYTES = 32;

interface NewParams {
  readonly setupCode: string;
  /** Where what was damaged is kept; null: there was nothing. */
  readonly kept: string | null;
}

/**
 * To be called by whoever holds the directory.
 * @param now milliseconds since 1970
 * @throws InvalidArgument when the file is whole, StartRefused when it cannot be looked at. Nothing has changed then
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
  const setupCode = placeClosedParams(fs, dataDir, now);
  return { setupCode, kept: isThere ? kept : null };
}

/** Closes the directory: all of it durable. Returns the setup code that opens it. */
export function placeClosedParams(fs: FileSystem, dataDir: string, now: number): string {
  placeParams(fs, dataDir, closedParams(fs, now));
  noteParams(fs, dataDir);
  return makeSetupCode(fs, dataDir);
}

function closedParams(fs: FileSystem, now: number): Params {
  return {
    generation: 1,
    authEnabled: true,
    jwtSecret: hex(fs.randomBytes(SECRET_BYTES)),
    admin: null,
    // Above every number that counted resets: where the secret is set from outside, old logins are void by this alone.
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

/** A link or pipe is not read: it could lead anywhere, or hold this up for ever. */
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
