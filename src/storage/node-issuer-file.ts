// The file with the private key of an issuer of product keys.
// The decision: it is checked like every file with secrets and never overwritten, because keys that were issued with a
// lost private key could not be extended.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { checkSecretFile } from "./node-secret-file.ts";

/**
 * Writes a new private key.
 * @param out the file, or a directory in which the file is named after the issuer
 * @returns the path of the file
 */
export function writeIssuer(out: string, kid: string, secret: string): string {
  const path = isDirectory(out) ? join(out, `${kid}.jwk`) : out;
  try {
    writeFileSync(path, secret, { mode: 0o600, flag: "wx" });
    return path;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code !== "EEXIST") throw new InvalidArgument(`--out: ${message}`, { cause });
    throw new InvalidArgument(`--out: ${path} is there already, and a private key is never written over`);
  }
}

/**
 * Reads the private key. @returns its text, and a warning if there is one. @throws StartRefused when others can access
 * the file
 */
export function readIssuerFile(path: string): { secret: string; warning: string | null } {
  const warning = checkSecretFile(path);
  try {
    return { secret: readFileSync(path, "utf8"), warning };
  } catch (cause) {
    throw new InvalidArgument(`--key: ${(cause as Error).message}`, { cause });
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
