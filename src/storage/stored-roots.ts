// Reads the checkpoints of a directory without holding its lock: for a backup, a check or a restore.
// The decision: nothing is changed and nothing is trusted. A root that a running server has removed meanwhile is no
// error; a root or manifest with a path that is not allowed is damage.
import { DamagedFile } from "../errors/failures.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import {
  fromJson,
  MANIFEST,
  type Manifest,
  numberedName,
  numberOf,
  ROOT,
  type Root,
  rootFromJson,
} from "./manifest.ts";
import { readSealed } from "./sealed-file.ts";

/** Paths relative to a data directory. */
export const rootName = (number: number) => `checkpoints/${numberedName(number)}`;
export const manifestName = (uuid: string, number: number) => `collections/${uuid}/${numberedName(number)}`;
export const collectionFileName = (file: string) => `collections/${file}`;

/** Returns the numbers of the existing roots, the newest first. */
export function rootNumbers(fs: FileSystem, dataDir: string): number[] {
  const dir = joinPath(dataDir, "checkpoints");
  if (!fs.exists(dir)) return [];
  const numbers = fs.list(dir).flatMap((name) => numberOf(name) ?? []);
  return numbers.sort((a, b) => b - a);
}

/** Reads a root. @returns null when it does not exist. @throws DamagedFile, StartRefused for one of a newer version */
export function readRoot(fs: FileSystem, dataDir: string, number: number): Root | null {
  const path = joinPath(dataDir, rootName(number));
  const json = readSealed(fs, path, ROOT);
  if (json === undefined) return null;
  return rootFromJson(path, json, number);
}

/** Reads a manifest. @throws DamagedFile, StartRefused for one of a newer version */
export function readManifest(fs: FileSystem, dataDir: string, uuid: string, number: number): Manifest {
  const path = joinPath(dataDir, manifestName(uuid, number));
  const json = readSealed(fs, path, MANIFEST);
  if (json === undefined) throw new DamagedFile(path, 0, "it is missing");
  return fromJson(path, json, uuid, number);
}
