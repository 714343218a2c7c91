// The setup code: a file in the data directory that proves its reader to be the owner of the server. It makes the first
// admin from another machine, and gives one whose password is lost a new password.
// The decision: the file is the code. Nothing is kept in memory, so a code that `azimuth admin` writes beside a running
// server counts at once, and one that was used or removed counts no more.
import { type FileSystem, joinPath, placeFile } from "./fs.ts";

export const SETUP_CODE_FILE = "setup-code";

const CODE_BYTES = 20;
/** 32 characters, none of which looks like another: no I, L, O or U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SHAPE = /^(?:[0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/;

/** Makes a new one, which replaces an earlier one; durable when it returns. */
export function makeSetupCode(fs: FileSystem, dataDir: string): string {
  const code = groupsOf(fs.randomBytes(CODE_BYTES));
  restoreSetupCode(fs, dataDir, code);
  return code;
}

/** Puts one back that was used up for something that failed. */
export function restoreSetupCode(fs: FileSystem, dataDir: string, code: string): void {
  placeFile(fs, dataDir, SETUP_CODE_FILE, [new TextEncoder().encode(`${code}\n`)]).close();
}

/** What is in the file. Something else, such as a word that somebody thought of, is no code. */
export function setupCodeOf(bytes: Uint8Array | undefined): string | null {
  const code = new TextDecoder().decode(bytes).trim();
  return SHAPE.test(code) ? code : null;
}

/** It counts no more, also after a power cut. */
export function removeSetupCode(fs: FileSystem, dataDir: string): void {
  fs.remove(joinPath(dataDir, SETUP_CODE_FILE));
  fs.syncDir(dataDir);
}

/** Five bits a character, four characters a group. */
function groupsOf(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  const characters = Array.from(
    { length: (bytes.length * 8) / 5 },
    (_, i) => ALPHABET[Number((bits >> BigInt(5 * i)) & 31n)],
  );
  return characters.join("").replace(/.{4}(?=.)/g, "$&-");
}
