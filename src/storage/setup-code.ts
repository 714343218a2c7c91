// The setup code: a file in the data directory that proves its reader to be the owner of the server. With it the first
// admin can be created from another machine, and an admin who has lost the password can set a new one.
// The decision: the file is the code. Nothing is kept in memory, so a code that `azimuth admin` writes beside a running
// server is valid at once, and one that was used or removed is not.
import { type FileSystem, joinPath, writeFileDurably } from "./fs.ts";

export const SETUP_CODE_FILE = "setup-code";

const CODE_BYTES = 20;
/** 32 characters that cannot be confused with each other: no I, L, O or U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SHAPE = /^(?:[0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/;

/** Makes a new code, which replaces an earlier one; it is durable when it returns. */
export function makeSetupCode(fs: FileSystem, dataDir: string): string {
  const code = groupsOf(fs.randomBytes(CODE_BYTES));
  restoreSetupCode(fs, dataDir, code);
  return code;
}

/** Writes a code again after an action that had consumed it and failed. */
export function restoreSetupCode(fs: FileSystem, dataDir: string, code: string): void {
  writeFileDurably(fs, dataDir, SETUP_CODE_FILE, [new TextEncoder().encode(`${code}\n`)]).close();
}

/** Returns the code in the file. Other contents, such as a word that a person chose, are no code. */
export function setupCodeOf(bytes: Uint8Array | undefined): string | null {
  const code = new TextDecoder().decode(bytes).trim();
  return SHAPE.test(code) ? code : null;
}

export function removeSetupCode(fs: FileSystem, dataDir: string): void {
  fs.remove(joinPath(dataDir, SETUP_CODE_FILE));
  fs.syncDir(dataDir);
}

/** Encodes bytes with five bits a character and four characters a group. */
function groupsOf(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  const characters = Array.from(
    { length: (bytes.length * 8) / 5 },
    (_, i) => ALPHABET[Number((bits >> BigInt(5 * i)) & 31n)],
  );
  return characters.join("").replace(/.{4}(?=.)/g, "$&-");
}
