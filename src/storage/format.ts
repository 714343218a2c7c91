// Which format a data directory has, and how one of an earlier format is taken over.
// The decision: a newer directory is refused by name. One of format 1 is copied aside as it is, whole and durable, before
// anything in it changes: that copy is the way back to the version that wrote it, and nothing removes it but the operator
// (or `azimuth purge`). One of format 2 is one of format 3 in which nothing was written that only the later knows, so it
// gets its VERSION and is left as it is: the way back from there is a backup.
//
//   VERSION     sealed file (sealed-file.ts) of kind "data-directory"; its version is the format:
//     1         the log alone (wal/), replayed from its beginning; such a directory has no VERSION
//     2         checkpoints, and the log from where they end (checkpoints.ts)
//     3         the same with payloads that are replaced (`changes` of manifests) and collections that are changed; one that
//               has lost its VERSION gets it again
//   its value {params: true}: the directory has had server_params.btr (params-file.ts), so that a start without that file is
//               no start of a new server. One that has lost its VERSION is taken to have had it: nobody can know
//
//   before-format-3/   a directory of format 1 as it was before: stop the server, put its files in place of all others,
//                      start the earlier version
import { StartRefused } from "../errors/server.ts";
import { copyFile } from "./data-file.ts";
import { type FileSystem, isDiskFull, joinPath } from "./fs.ts";
import { placeSealed, readSealed, type SealedKind, versionOf } from "./sealed-file.ts";

export const DIRECTORY: SealedKind = { kind: "data-directory", version: 3 };

const VERSION = "VERSION";
const LOG = "wal";
const CHECKPOINTS = "checkpoints";
/** Where the first format kept vectors of `on_disk`, which it made anew at every start. */
const FIRST_VECTORS = "vectors";
/** The copies of all formats begin like this. */
export const BEFORE_PREFIX = "before-format-";
export const BEFORE = `${BEFORE_PREFIX}${DIRECTORY.version}`;

/** What was done to the directory. "renewed": it got its new VERSION and nothing else. */
export type Takeover = "new" | "current" | "upgraded" | "renewed";

/** To be called by whoever holds the directory, before anything else is read. @throws StartRefused for a newer format */
export function takeOver(fs: FileSystem, dataDir: string): Takeover {
  const format = versionOf(fs, joinPath(dataDir, VERSION), DIRECTORY);
  if (format === DIRECTORY.version) return "current";
  if (format !== undefined) {
    placeSealed(fs, dataDir, VERSION, DIRECTORY, notesOf(fs, dataDir));
    return "renewed";
  }
  const log = joinPath(dataDir, LOG);
  // No format-1 directory has checkpoints: what is in the log now is not all that there was.
  const isCurrent = fs.exists(joinPath(dataDir, CHECKPOINTS));
  const files = !isCurrent && fs.exists(log) ? fs.list(log).filter((name) => !name.endsWith(".tmp")) : [];
  if (files.length > 0) copyAside(fs, dataDir, files);
  if (!isCurrent) fs.remove(joinPath(dataDir, FIRST_VECTORS));
  placeSealed(fs, dataDir, VERSION, DIRECTORY, isCurrent ? { params: true } : {});
  if (isCurrent) return "current";
  return files.length > 0 ? "upgraded" : "new";
}

/** Whether the directory has had server_params.btr. @throws DamagedFile, StartRefused for a newer format */
export function hasHadParams(fs: FileSystem, dataDir: string): boolean {
  return notesOf(fs, dataDir).params === true;
}

/** Makes the directory remember that it has server_params.btr; one without a VERSION does when it is taken over. */
export function noteParams(fs: FileSystem, dataDir: string): void {
  const version = versionOf(fs, joinPath(dataDir, VERSION), DIRECTORY);
  if (version === undefined || hasHadParams(fs, dataDir)) return;
  const notes = { ...notesOf(fs, dataDir), params: true };
  placeSealed(fs, dataDir, VERSION, { ...DIRECTORY, version }, notes);
}

/** The value of VERSION. */
function notesOf(fs: FileSystem, dataDir: string): { readonly params?: unknown } {
  return (readSealed(fs, joinPath(dataDir, VERSION), DIRECTORY) ?? {}) as object;
}

function copyAside(fs: FileSystem, dataDir: string, files: readonly string[]): void {
  const target = joinPath(dataDir, BEFORE);
  const half = `${target}.tmp`;
  if (fs.exists(target)) return; // a crash came between the copy and VERSION: nothing has changed since
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
