// Checks that a file with secrets belongs to the current user and that no other user can access it.
// The decision: if others could have read or replaced the file, the start is refused with the command that repairs it.
// Permissions of the group alone are removed with a warning, because some volumes set them on all files (fsGroup of a
// pod).
import { chmodSync, lstatSync, type Stats } from "node:fs";
import { StartRefused } from "../errors/server.ts";
import { shellWord } from "./shell-word.ts";

const OTHERS = 0o007;
const GROUP = 0o070;
const OWNER_READS = 0o400;
const CLOSED = 0o600;

/**
 * Checks the file and removes permissions of its group.
 * @param user who has to own it; undefined where files have no owners (Windows), where nothing is checked
 * @returns a warning when permissions of the group were removed. @throws StartRefused
 */
export function checkSecretFile(path: string, user = process.getuid?.()): string | null {
  if (user === undefined) return null;
  const stat = statOf(path);
  if (stat === null) return null;
  const file = shellWord(path);
  if (!stat.isFile()) {
    throw new StartRefused(
      `${path} is a link, a directory or a special file, and secrets are only kept in a regular file. ` +
        `Put the file itself there, or move it away: mv ${file} ${shellWord(`${path}.aside`)}`,
    );
  }
  const mode = stat.mode & 0o7777;
  const octal = mode.toString(8).padStart(4, "0");
  if (stat.uid !== user) {
    throw new StartRefused(
      `${path} belongs to user ${stat.uid}, and this runs as user ${user}: a file that another user can change is not trusted. ` +
        `Run as user ${stat.uid}, or give it to user ${user}: chown ${user} ${file}`,
    );
  }
  if ((mode & OTHERS) !== 0) {
    throw new StartRefused(
      `${path} holds secrets and is open to every user of this machine (mode ${octal}). Close it: chmod 600 ${file}`,
    );
  }
  if ((mode & OWNER_READS) === 0) {
    throw new StartRefused(`${path} cannot be read by its owner (mode ${octal}). Repair: chmod 600 ${file}`);
  }
  return (mode & GROUP) === 0 ? null : closeToGroup(path, octal);
}

function closeToGroup(path: string, octal: string): string {
  try {
    chmodSync(path, CLOSED);
  } catch (cause) {
    throw new StartRefused(
      `${path} holds secrets and is open to its group (mode ${octal}), and it cannot be closed ` +
        `(${(cause as Error).message}). Close it: chmod 600 ${shellWord(path)}`,
      { cause },
    );
  }
  return `${path} holds secrets and was open to its group (mode ${octal}); it has mode 0600 now`;
}

function statOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}
