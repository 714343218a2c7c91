// The file with the private key of whoever issues product keys.
// The decision: it is held to what any file with secrets is, and never written over: with the key in it, all that was
// issued with it could not be prolonged any more.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { checkSecretFile } from "./node-secret-file.ts";

/**
 * @param out the file, or a directory in which it is called after the issuer
 * @returns the file
 */
export function placeIssuer(out: string, kid: string, secret: string): string {
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

/** @returns its text, and a warning if there is one. @throws StartRefused when it is open to others */
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
