// The files of vectors in a data directory, wherever below the collections they are.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Paths of the files, from the data directory. */
export function rowFilesIn(dataDir: string): string[] {
  const root = join(dataDir, "collections");
  if (!existsSync(root)) return [];
  const names = readdirSync(root, { recursive: true }) as string[];
  return names
    .filter((name) => name.endsWith(".f32"))
    .map((name) => join("collections", name))
    .sort();
}
