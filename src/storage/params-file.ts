// The file server_params.btr: the parameters of the server (params.ts), one file of the data directory.
// The decision: one file, replaced as a whole by rename and durable before anybody is told, so that a crash leaves the old
// or the new ones; no older generation is kept anywhere, because with it a token that was deleted would come back.
//
// On a full disk it is written in the room that server_params.reserve keeps (params-reserve.ts): whoever may write could
// fill the disk, and must not protect a token from being revoked by that.
//
// A sealed file (sealed-file.ts) of kind "server-params", mode 0600; its JSON is a Params. It holds hashes of passwords and
// tokens, but the secret that signs the tokens of logins as it is: whoever reads the file can be the admin.
import { DamagedFile, DiskFull } from "../errors/failures.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { type FileSystem, isDiskFull, joinPath, placeFile } from "./fs.ts";
import type { Params, ParamsStore, ReplaceOptions } from "./params.ts";
import { keepReserve, placeInReserve } from "./params-reserve.ts";
import { checkParams } from "./params-shape.ts";
import { readSealed, type SealedKind, sealedParts } from "./sealed-file.ts";

export const SERVER_PARAMS: SealedKind = { kind: "server-params", version: 1 };
export const PARAMS_FILE = "server_params.btr";

/** @returns null when there is none. @throws DamagedFile, StartRefused for one of a newer version */
export function readParams(fs: FileSystem, dataDir: string): Params | null {
  const path = joinPath(dataDir, PARAMS_FILE);
  const value = readSealed(fs, path, SERVER_PARAMS);
  if (value === undefined) return null;
  try {
    return checkParams(value);
  } catch (error) {
    throw new DamagedFile(path, 0, (error as Error).message);
  }
}

/** Durable when it returns. Uses the reserve up on a full disk. */
export function placeParams(
  fs: FileSystem,
  dataDir: string,
  params: Params,
  { canWait = false }: ReplaceOptions = {},
): void {
  const parts = sealedParts(fs, SERVER_PARAMS, params);
  try {
    placeFile(fs, dataDir, PARAMS_FILE, parts).close();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    removeHalfParams(fs, dataDir);
    if (canWait) throw error;
    placeOnFullDisk(fs, dataDir, parts);
  }
}

function placeOnFullDisk(fs: FileSystem, dataDir: string, parts: readonly Uint8Array[]): void {
  try {
    placeInReserve(fs, dataDir, PARAMS_FILE, parts);
  } catch (error) {
    if (isDiskFull(error)) removeHalfParams(fs, dataDir);
    throw error;
  }
}

/** Removes what a crash left half made: it may have secrets. */
export function removeHalfParams(fs: FileSystem, dataDir: string): void {
  fs.remove(joinPath(dataDir, `${PARAMS_FILE}.tmp`));
}

/** Keeps the parameters of a directory, on the thread that asks. */
export class LocalParams implements ParamsStore {
  readonly #fs: FileSystem;
  readonly #dataDir: string;

  constructor(fs: FileSystem, dataDir: string) {
    this.#fs = fs;
    this.#dataDir = dataDir;
  }

  /** Refuses what is not newer than the file: then another server writes it, and this one must not undo that. */
  async replace(params: Params, options: ReplaceOptions = {}): Promise<void> {
    const there = this.#generation();
    if (there >= params.generation) {
      throw new VectorDbError(
        "INTERNAL",
        `${joinPath(this.#dataDir, PARAMS_FILE)} has generation ${there} already: another process has changed it`,
      );
    }
    try {
      placeParams(this.#fs, this.#dataDir, params, options);
    } catch (cause) {
      throw isDiskFull(cause) ? new DiskFull({ cause }) : cause;
    }
    keepReserve(this.#fs, this.#dataDir, PARAMS_FILE);
  }

  /** 0 where nothing can be read: replacing a file that was damaged meanwhile mends it. */
  #generation(): number {
    try {
      return readParams(this.#fs, this.#dataDir)?.generation ?? 0;
    } catch (error) {
      if (error instanceof DamagedFile) return 0;
      throw error;
    }
  }
}
