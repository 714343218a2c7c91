// What a name in a directory is, without following it: the only question about files that the port (fs.ts) does not answer,
// because only whoever reads a directory that a stranger has made has to ask it.
import { lstatSync } from "node:fs";

type FileKind = "file" | "directory" | "other";

/** `other`: links too, wherever they lead. */
export type KindOf = (path: string) => FileKind;

export const nodeKindOf: KindOf = (path) => {
  const stat = lstatSync(path);
  return stat.isFile() ? "file" : stat.isDirectory() ? "directory" : "other";
};
