// The format of a data directory, and how a directory of an earlier format is upgraded.
// The decision: a directory of a newer format is refused. One of format 1 is copied, whole and durably, before anything
// in it changes: the copy allows the way back to the version that wrote it, and only the operator (or `azimuth purge`)
// removes it. A directory of format 2 is a valid directory of format 3 that uses none of its additions: only its
// VERSION is written again, and the way back is a backup.
//
//   VERSION     sealed file (sealed-file.ts) of kind "data-directory"; its version is the format:
//     1         only the log (wal/), replayed from its beginning; such a directory has no VERSION
//     2         checkpoints, and the log from their end (checkpoints.ts)
//     3         as 2, with payloads that are replaced (`changes` of manifests) and collections that are changed; a
//               directory that has lost its VERSION gets a new one
//   its value {params: true}: the directory has had server_params.btr (params-file.ts), so a start without that file is
//               not the start of a new server. A directory that has lost its VERSION is assumed to have had it
//
//   before-format-3/   a copy of a directory of format 1: to go back, stop the server, replace all other files with
//                      these, and start the earlier version
import { StartRefused } from "../errors/server.ts";
import { copyFile } from "./data-file.ts";
import { type FileSystem, isDiskFull, joinPath } from "./fs.ts";
import { readSealed, type SealedKind, versionOf, writeSealed } from "./sealed-file.ts";

export const DIRECTORY: SealedKind = { kind: "data-directory", version: 3 };

const VERSION = "VERSION";
const LOG = "wal";
const CHECKPOINTS = "checkpoints";
/** The folder in which format 1 kept vectors of `on_disk`. It was written again at every start. */
const FIRST_VECTORS = "vectors";
/** The prefix of the names of all copies of earlier formats. */
export const BEFORE_PREFIX = "before-format-";
export const BEFORE = `${BEFORE_PREFIX}${DIRECTORY.version}`;

/**
 * The result of `takeOver` for a directory. The last value means that it wrote VERSION again and changed nothing else.
 */
export type Takeover = "new" | "current" | "upgraded" | "renewed";

/**
 * Checks the format of a directory and upgrades it. It must be called by the holder of the lock, before anything else
 * is read.
 * @throws StartRefused for a newer format
 */
export function takeOver(fs: FileSystem, dataDir: string): Takeover {
  const format = versionOf(fs, joinPath(dataDir, VERSION), DIRECTORY);
  if (format === DIRECTORY.version) return "current";
  if (format !== undefined) {
    writeSealed(fs, dataDir, VERSION, DIRECTORY, notesOf(fs, dataDir));
    return "renewed";
  }
  const log = joinPath(dataDir, LOG);
  // A directory of format 1 has no checkpoints. With checkpoints, the log is not all of the data.
  const isCurrent = fs.exists(joinPath(dataDir, CHECKPOINTS));
  const files = !isCurrent && fs.exists(log) ? fs.list(log).filter((name) => !name.endsWith(".tmp")) : [];
  if (files.length > 0) copyAside(fs, dataDir, files);
  if (!isCurrent) fs.remove(joinPath(dataDir, FIRST_VECTORS));
  writeSealed(fs, dataDir, VERSION, DIRECTORY, isCurrent ? { params: true } : {});
  if (isCurrent) return "current";
  return files.length > 0 ? "upgraded" : "new";
}

/** Returns whether the directory has had server_params.btr. @throws DamagedFile, StartRefused for a newer format */
export function hasHadParams(fs: FileSystem, dataDir: string): boolean {
  return notesOf(fs, dataDir).params === true;
}

/**
 * Notes in VERSION that the directory has server_params.btr. A directory without VERSION gets the note when it is
 * upgraded.
 */
export function noteParams(fs: FileSystem, dataDir: string): void {
  const version = versionOf(fs, joinPath(dataDir, VERSION), DIRECTORY);
  if (version === undefined || hasHadParams(fs, dataDir)) return;
  const notes = { ...notesOf(fs, dataDir), params: true };
  writeSealed(fs, dataDir, VERSION, { ...DIRECTORY, version }, notes);
}

/** Returns the value of VERSION. */
function notesOf(fs: FileSystem, dataDir: string): { readonly params?: unknown } {
  return (readSealed(fs, joinPath(dataDir, VERSION), DIRECTORY) ?? {}) as object;
}

function copyAside(fs: FileSystem, dataDir: string, files: readonly string[]): void {
  const target = joinPath(dataDir, BEFORE);
  const half = `${target}.tmp`;
  if (fs.exists(target)) return; // a crash happened between the copy and VERSION: nothing has changed since
  try {
    fs.remove(half);
    fs.mkdir(joinPath(half, LOG));
    for (const name of files) copyFile(fs, joinPath(dataDir, LOG, name), joinPath(half, LOG, name));
    fs.syncDir(joinPath(half, LOG));
    fs.rename(half, target);
    fs.syncDir(dataDir);
  } catch (cause) {
    const why = isDiskFull(cause) ? "there is no room for it" : (cause as Error).message;
    throw new StartRefused(
      `${dataDir} has format 1 and is to be upgraded to format ${DIRECTORY.version}, which begins with a copy of its log in ` +
        `${target}: ${why}. Nothing was changed; make room and start again, or start the version that wrote it`,
      { cause },
    );
  }
}
