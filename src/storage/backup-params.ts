// The parameters of the server in a backup: whether authentication was on and, if the operator asks for it, the
// secrets.
// The decision: secrets are never written in clear, because backups are often kept in less protected places than
// servers. By default they are left out. If authentication was on, it is on in the restored directory, with or without
// the secrets.
//
//   VERSION             as in a data directory (format.ts), with {params: true} if authentication was on, so that a
//                       server started directly on the copy refuses to start instead of giving access to everyone
//   server_params.enc   sealed file of kind "encrypted-params": a Params as JSON, encrypted (node-encryption.ts)
import { DamagedFile } from "../errors/failures.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { FORMAT_FILE, SECRETS_FILE } from "./backup-list.ts";
import { DIRECTORY, hasHadParams, noteParams } from "./format.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import { writeClosedParams } from "./new-params.ts";
import type { Params } from "./params.ts";
import { PARAMS_FILE, readParams, writeParams } from "./params-file.ts";
import { checkParams } from "./params-shape.ts";
import { readSealed, type SealedKind, versionOf, writeSealed } from "./sealed-file.ts";

const ENCRYPTED: SealedKind = { kind: "encrypted-params", version: 1 };

/** Encrypts bytes. The result can be written as JSON. */
export type Encrypt = (plain: Uint8Array) => unknown;
/**
 * Decrypts what an `Encrypt` returned. @throws InvalidArgument for a wrong key, Error if the value is not an encrypted
 * text
 */
export type Decrypt = (encrypted: unknown) => Uint8Array;

/** The state of the server whose directory is backed up. */
export interface ServerState {
  readonly auth: boolean;
  /** The encrypted secrets; null if they are left out. */
  readonly secrets: unknown;
  /** Why `auth` is unknown, in which case it is true; null if it is known. */
  readonly fault: string | null;
}

/**
 * Reads the state of the server for a backup.
 * @throws InvalidArgument, DamagedFile when the secrets are wanted and cannot be read; StartRefused for a newer version
 */
export function serverStateOf(fs: FileSystem, dataDir: string, encrypt: Encrypt | null): ServerState {
  const path = joinPath(dataDir, PARAMS_FILE);
  try {
    const params = readParams(fs, dataDir);
    if (params !== null) {
      const plain = new TextEncoder().encode(JSON.stringify(params));
      return { auth: params.authEnabled, secrets: encrypt?.(plain) ?? null, fault: null };
    }
  } catch (error) {
    if (encrypt !== null || !(error instanceof DamagedFile)) throw error;
    return { auth: true, secrets: null, fault: error.damage };
  }
  if (encrypt !== null) throw new InvalidArgument(`${path} does not exist; leave out --with-secrets`);
  const isMissing = hasHadParams(fs, dataDir);
  return { auth: isMissing, secrets: null, fault: isMissing ? `${path} is missing` : null };
}

/** Writes the files of the backup that describe the server. @returns their names */
export function writeServerState(
  fs: FileSystem,
  dataDir: string,
  target: string,
  state: ServerState,
): string[] {
  const names: string[] = [];
  const version = versionOf(fs, joinPath(dataDir, FORMAT_FILE), DIRECTORY);
  if (version !== undefined) {
    const notes = state.auth ? { params: true } : {};
    writeSealed(fs, target, FORMAT_FILE, { ...DIRECTORY, version }, notes);
    names.push(FORMAT_FILE);
  }
  if (state.secrets !== null) {
    writeSealed(fs, target, SECRETS_FILE, ENCRYPTED, state.secrets);
    names.push(SECRETS_FILE);
  }
  return names;
}

/** Decrypts the parameters of a verified backup. @throws InvalidArgument, DamagedFile */
export function decryptParams(fs: FileSystem, backup: string, decrypt: Decrypt): Params {
  const path = joinPath(backup, SECRETS_FILE);
  const encrypted = readSealed(fs, path, ENCRYPTED);
  if (encrypted === undefined) {
    throw new InvalidArgument(`${backup} has no secrets of a server; leave out --passphrase-file`);
  }
  try {
    return checkParams(JSON.parse(new TextDecoder().decode(decrypt(encrypted))));
  } catch (error) {
    if (error instanceof InvalidArgument) throw error;
    throw new DamagedFile(path, 0, (error as Error).message);
  }
}

/**
 * Writes the parameters of a restored directory; they are durable when it returns.
 * @param auth whether authentication was on  @param params the parameters of the backup, if they were decrypted
 * @returns whether the server refuses all requests until the setup code was used
 */
export function restoreParams(
  fs: FileSystem,
  dataDir: string,
  auth: boolean,
  params: Params | null,
  now: number,
): boolean {
  if (params === null && auth) writeClosedParams(fs, dataDir, now);
  if (params === null) return auth;
  writeParams(fs, dataDir, params);
  noteParams(fs, dataDir);
  return false;
}
