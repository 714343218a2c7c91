// Whose a data directory is, and a file system for a command that works on it beside the server.
// The decision: what root makes there is given to the owner, because a file that the server cannot read is of no use to it;
// everybody else who is not the owner is sent away before anything is made.
import { statSync } from "node:fs";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { StartRefused } from "../errors/server.ts";
import type { FileSystem } from "./fs.ts";
import { fsOwnedBy, nodeFs } from "./node-fs.ts";

const ROOT = 0;

/** @param user who runs this; undefined where files have no owners (Windows). @throws InvalidArgument, StartRefused */
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
