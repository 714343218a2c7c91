// Finds the files of vectors in a data directory.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns the paths of the files, relative to the data directory. */
export function rowFilesIn(dataDir: string): string[] {
  const root = join(dataDir, "collections");
  if (!existsSync(root)) return [];
  const names = readdirSync(root, { recursive: true }) as string[];
  return names
    .filter((name) => name.endsWith(".f32"))
    .map((name) => join("collections", name))
    .sort();
}
