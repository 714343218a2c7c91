// Chooses and checks the data directory.
// The decision: a configured directory is used or the start is refused. It is never replaced by another one, because a
// server that starts empty elsewhere looks like lost data. There is a choice only when no directory is configured.
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { StartRefused } from "../errors/server.ts";
import { BACKUP_FILE, UNFINISHED } from "./backup-list.ts";
import { nodeFs } from "./node-fs.ts";

const SERVICE_DIR = "/var/lib/service-data";
const LOCAL_DIR = "azimuth-data";
/** Names that servers and commands create, and names that file systems and tools hide. All others are foreign. */
const OWN =
  /^(?:LOCK|VERSION|wal|checkpoints|collections|snapshots|downloads|incoming|quarantine|epochs\.json|setup-code|audit\.log|server_params\.|before-format-|vectors$|lost\+found$|\.)/;
const SHOWN = 3;

interface DataDirOptions {
  readonly dataDir: string | null;
  readonly ephemeral: boolean;
}

interface DataDir {
  readonly path: string;
  /** Why this directory was chosen, for the log. */
  readonly reason: string;
}

/** Chooses the directory and creates it. @throws StartRefused naming path, user and mode */
export function prepareDataDir({ dataDir, ephemeral }: DataDirOptions): DataDir {
  if (ephemeral)
    return { path: mkdtempSync(join(tmpdir(), "azimuth-")), reason: "temporary, removed at exit" };
  const chosen = choose(dataDir);
  try {
    nodeFs.mkdir(chosen.path);
    accessSync(chosen.path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartRefused(unusable(chosen.path, cause as NodeJS.ErrnoException), { cause });
  }
  refuseUnfit(chosen.path);
  return chosen;
}

/** Returns the directory that a server would choose; it may not exist. */
export function findDataDir(configured: string | null): string {
  return choose(configured).path;
}

/** Returns the warning for a new data directory that is not empty; undefined if there is nothing to warn about. */
export function foreignFilesWarning(path: string): string | undefined {
  const names = readdirSync(path)
    .filter((name) => !OWN.test(name))
    .sort();
  if (names.length === 0) return undefined;
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return (
    `The data directory ${path} had no data and has other files (${names.slice(0, SHOWN).join(", ")}${more}). ` +
    "They are left alone, but a directory of its own is safer: --data-dir"
  );
}

/** Refuses a backup and an incomplete restore. @throws StartRefused */
function refuseUnfit(path: string): void {
  if (existsSync(join(path, BACKUP_FILE))) {
    throw new StartRefused(
      `${path} is a backup (it has ${BACKUP_FILE}), and a server would change it; ` +
        `restore it to a directory of its own: azimuth restore ${path} --data-dir <path>`,
    );
  }
  if (existsSync(join(path, UNFINISHED))) {
    throw new StartRefused(
      `${path} was being restored and is not complete (it has ${UNFINISHED}); empty it and restore the backup again`,
    );
  }
}

function choose(configured: string | null): DataDir {
  if (configured !== null) return { path: resolve(configured), reason: "configured" };
  if (existsSync(SERVICE_DIR)) return { path: SERVICE_DIR, reason: "nothing configured, and it exists" };
  return { path: resolve(LOCAL_DIR), reason: `nothing configured, and ${SERVICE_DIR} does not exist` };
}

function unusable(path: string, { code }: NodeJS.ErrnoException): string {
  const user = process.getuid?.() ?? "unknown";
  const { at, uid, mode, isDirectory } = nearestExisting(path);
  if (!isDirectory)
    return (
      `The data directory ${path} cannot be made: ${at} is not a directory. ` +
      "Choose another with --data-dir, or move that file away."
    );
  const octal = (mode & 0o7777).toString(8).padStart(4, "0");
  return (
    `The data directory ${path} cannot be used by user ${user} (${code}): ${at} has owner ${uid} and mode ${octal}. ` +
    "Give that user the directory (chown, chmod 700) or choose another with --data-dir."
  );
}

/** Returns the directory, or its closest parent that exists. */
function nearestExisting(path: string): { at: string; uid: number; mode: number; isDirectory: boolean } {
  for (let at = path; ; at = dirname(at)) {
    try {
      const found = statSync(at);
      return { at, uid: found.uid, mode: found.mode, isDirectory: found.isDirectory() };
    } catch (error) {
      if (at === dirname(at)) throw error;
    }
  }
}
