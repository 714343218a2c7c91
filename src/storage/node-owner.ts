// The file system for a command that works on the data directory of a server.
// The decision: files that root creates are given to the owner of the directory, because the server cannot use files
// that it cannot read. Any other user who is not the owner is refused before anything is created.
import { statSync } from "node:fs";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { StartRefused } from "../errors/server.ts";
import type { FileSystem } from "./fs.ts";
import { fsOwnedBy, nodeFs } from "./node-fs.ts";

const ROOT = 0;

/**
 * Returns a file system whose new files belong to the owner of the directory. @param user the current user; undefined
 * where files have no owners (Windows). @throws InvalidArgument, StartRefused
 */
export function fsForOwnerOf(dataDir: string, user = process.getuid?.()): FileSystem {
  const stat = statSync(dataDir, { throwIfNoEntry: false });
  if (stat === undefined)
    throw new InvalidArgument(`${dataDir} does not exist; name the data directory with --data-dir`);
  const { uid, gid } = stat;
  if (user === undefined || user === uid) return nodeFs;
  if (user === ROOT) return fsOwnedBy(uid, gid);
  throw new StartRefused(
    `${dataDir} belongs to user ${uid}, and this runs as user ${user}: run it as user ${uid} or as root`,
  );
}
