// Which directory holds the data, and whether it can.
// The decision: a directory that was asked for is used or the start is refused; it is never replaced by another,
// because a server that starts empty elsewhere looks like lost data. Only when nobody said anything is there a choice.
import { accessSync, constants, existsSync, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { StartRefused } from "../errors.ts";
import { BACKUP_FILE, UNFINISHED } from "./backup-list.ts";
import { nodeFs } from "./node-fs.ts";

const SERVICE_DIR = "/var/lib/service-data";
const LOCAL_DIR = "azimuth-data";

export interface DataDirWish {
  readonly dataDir: string | null;
  readonly ephemeral: boolean;
}

export interface DataDir {
  readonly path: string;
  /** Why this one, for the log. */
  readonly reason: string;
}

/** Chooses and makes the directory. @throws StartRefused naming path, user and mode */
export function prepareDataDir({ dataDir, ephemeral }: DataDirWish): DataDir {
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

/** The directory that a server would choose; it may not exist. */
export function findDataDir(configured: string | null): string {
  return choose(configured).path;
}

/** A directory whose files say that it is something else than data to go on with. @throws StartRefused */
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
  const { at, uid, mode } = nearestExisting(path);
  const octal = (mode & 0o7777).toString(8).padStart(4, "0");
  return (
    `The data directory ${path} cannot be used by user ${user} (${code}): ${at} has owner ${uid} and mode ${octal}. ` +
    "Give that user the directory (chown, chmod 700) or choose another with --data-dir."
  );
}

/** The directory itself, or whatever is in the way of making it. */
function nearestExisting(path: string): { at: string; uid: number; mode: number } {
  for (let at = path; ; at = dirname(at)) {
    try {
      const { uid, mode } = statSync(at);
      return { at, uid, mode };
    } catch (error) {
      if (at === dirname(at)) throw error;
    }
  }
}
