// Reads the setup code of a data directory, like its owner.
import { type FileSystem, joinPath, readFile } from "../../src/storage/fs.ts";
import { SETUP_CODE_FILE, setupCodeOf } from "../../src/storage/setup-code.ts";

/** Returns the code, or null if there is none. */
export function readSetupCode(fs: FileSystem, dataDir: string): string | null {
  return setupCodeOf(readFile(fs, joinPath(dataDir, SETUP_CODE_FILE)));
}
