// Checks the target directory of a backup or a restore.
// The decision: existing files are never overwritten, not even those of an earlier backup.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import type { FileSystem } from "./fs.ts";

/** Requires a directory to be empty or missing. @throws InvalidArgument */
export function requireEmpty(fs: FileSystem, dir: string): void {
  if (!fs.exists(dir)) return;
  let names: string[];
  try {
    names = fs.list(dir);
  } catch {
    throw new InvalidArgument(`${dir} is not a directory; give one that is empty or does not exist`);
  }
  if (names.length === 0) return;
  throw new InvalidArgument(
    `${dir} is not empty (${names.slice(0, 3).join(", ")}${names.length > 3 ? ", ..." : ""}), and nothing is ever ` +
      "written over; give a directory that is empty or does not exist",
  );
}
