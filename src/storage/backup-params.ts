// What a backup holds of the server itself: whether authentication was on, and its secrets if somebody wants them.
// The decision: never in clear, because backups lie where servers do not. The default is to leave them out; what is restored
// from such a backup is closed if the server was, since data that was behind a password must not come back without one.
//
//   VERSION             as in a data directory (format.ts), with {params: true} if authentication was on: should somebody
//                       start a server on the copy after all, it refuses instead of letting everybody in
//   server_params.enc   sealed file of kind "encrypted-params": a Params as JSON, encrypted (node-encryption.ts)
import { DamagedFile } from "../errors/failures.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { FORMAT_FILE, SECRETS_FILE } from "./backup-list.ts";
import { DIRECTORY, hasHadParams, noteParams } from "./format.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import { placeClosedParams } from "./new-params.ts";
import type { Params } from "./params.ts";
import { PARAMS_FILE, placeParams, readParams } from "./params-file.ts";
import { checkParams } from "./params-shape.ts";
import { placeSealed, readSealed, type SealedKind, versionOf } from "./sealed-file.ts";

const ENCRYPTED: SealedKind = { kind: "encrypted-params", version: 1 };

/** What it returns can be written as JSON. */
export type Encrypt = (plain: Uint8Array) => unknown;
/** The counterpart. @throws InvalidArgument for a wrong key, Error for what is no encrypted text at all */
export type Decrypt = (encrypted: unknown) => Uint8Array;

/** Of the server whose directory is backed up. */
export interface ServerState {
  readonly auth: boolean;
  /** Encrypted; null: they are left out. */
  readonly secrets: unknown;
  /** Why nobody knows; then authentication is taken to have been on. */
  readonly fault: string | null;
}

/** @throws InvalidArgument, DamagedFile when secrets are wanted that cannot be read; StartRefused for a newer version */
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

/** Returns the names of the files of the backup that it has put in place. */
export function placeServerState(
  fs: FileSystem,
  dataDir: string,
  target: string,
  state: ServerState,
): string[] {
  const names: string[] = [];
  const version = versionOf(fs, joinPath(dataDir, FORMAT_FILE), DIRECTORY);
  if (version !== undefined) {
    const notes = state.auth ? { params: true } : {};
    placeSealed(fs, target, FORMAT_FILE, { ...DIRECTORY, version }, notes);
    names.push(FORMAT_FILE);
  }
  if (state.secrets !== null) {
    placeSealed(fs, target, SECRETS_FILE, ENCRYPTED, state.secrets);
    names.push(SECRETS_FILE);
  }
  return names;
}

/** The parameters in a backup that was verified. @throws InvalidArgument, DamagedFile */
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
 * Gives a restored directory its parameters; durable when it returns.
 * @param auth whether it was on  @param params of the backup, if they were decrypted
 * @returns whether the directory is closed until somebody uses its setup code
 */
export function restoreParams(
  fs: FileSystem,
  dataDir: string,
  auth: boolean,
  params: Params | null,
  now: number,
): boolean {
  if (params === null && auth) placeClosedParams(fs, dataDir, now);
  if (params === null) return auth;
  placeParams(fs, dataDir, params);
  noteParams(fs, dataDir);
  return false;
}
