// Returns what kind of file a name is, without following links. The decision: this is not part of the file system port
// (fs.ts), because only code that reads a directory from an untrusted source needs it.
import { lstatSync } from "node:fs";

type FileKind = "file" | "directory" | "other";

/** Returns the kind of a file. Links are `other`, whatever they point to. */
export type KindOf = (path: string) => FileKind;

export const nodeKindOf: KindOf = (path) => {
  const stat = lstatSync(path);
  return stat.isFile() ? "file" : stat.isDirectory() ? "directory" : "other";
};
