// The setup code of a data directory, as whoever owns the directory reads it.
import { type FileSystem, joinPath, readFile } from "../../src/storage/fs.ts";
import { SETUP_CODE_FILE, setupCodeOf } from "../../src/storage/setup-code.ts";

/** Null: there is none. */
export function readSetupCode(fs: FileSystem, dataDir: string): string | null {
  return setupCodeOf(readFile(fs, joinPath(dataDir, SETUP_CODE_FILE)));
}
