// The file server_params.btr: the parameters of the server (params.ts), one file of the data directory.
// The decision: the file is replaced as a whole by rename and is durable before the request is answered, so that a
// crash leaves the old or the new parameters. No older generation is kept, because it would bring back deleted tokens.
//
// On a full disk it is written into the blocks of server_params.reserve (params-reserve.ts): a client that may write
// points could fill the disk, and must not thereby prevent the deletion of a token.
//
// It is a sealed file (sealed-file.ts) of kind "server-params", mode 0600; its JSON is a Params. It has hashes of
// passwords and tokens, but the secret that signs the tokens of logins is in clear: a person who can read the file can
// act as the admin.
import { DamagedFile, DiskFull } from "../errors/failures.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { type FileSystem, isDiskFull, joinPath, writeFileDurably } from "./fs.ts";
import type { Params, ParamsStore, ReplaceOptions } from "./params.ts";
import { keepReserve, writeToReserve } from "./params-reserve.ts";
import { checkParams } from "./params-shape.ts";
import { readSealed, type SealedKind, sealedParts } from "./sealed-file.ts";

export const SERVER_PARAMS: SealedKind = { kind: "server-params", version: 2 };
/** The version of parameters without models, which earlier versions of the program read, too. */
const WITHOUT_MODELS = 1;
export const PARAMS_FILE = "server_params.btr";

/**
 * Reads the parameters. @returns null when there is no file. @throws DamagedFile, StartRefused for one of a newer
 * version
 */
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

/** Replaces the parameters; they are durable when it returns. On a full disk it uses up the reserve. */
export function writeParams(
  fs: FileSystem,
  dataDir: string,
  params: Params,
  { canWait = false }: ReplaceOptions = {},
): void {
  const hasModels = (params.models ?? []).length > 0;
  const kind = hasModels ? SERVER_PARAMS : { ...SERVER_PARAMS, version: WITHOUT_MODELS };
  const parts = sealedParts(fs, kind, hasModels ? params : { ...params, models: undefined });
  try {
    writeFileDurably(fs, dataDir, PARAMS_FILE, parts).close();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    removeHalfParams(fs, dataDir);
    if (canWait) throw error;
    writeParamsOnFullDisk(fs, dataDir, parts);
  }
}

function writeParamsOnFullDisk(fs: FileSystem, dataDir: string, parts: readonly Uint8Array[]): void {
  try {
    writeToReserve(fs, dataDir, PARAMS_FILE, parts);
  } catch (error) {
    if (isDiskFull(error)) removeHalfParams(fs, dataDir);
    throw error;
  }
}

/** Removes a file that a crash left incomplete, because it may contain secrets. */
export function removeHalfParams(fs: FileSystem, dataDir: string): void {
  fs.remove(joinPath(dataDir, `${PARAMS_FILE}.tmp`));
}

/** The parameters of a directory, written by the calling thread. */
export class LocalParams implements ParamsStore {
  readonly #fs: FileSystem;
  readonly #dataDir: string;

  constructor(fs: FileSystem, dataDir: string) {
    this.#fs = fs;
    this.#dataDir = dataDir;
  }

  /**
   * Replaces the parameters unless the file is as new: then another server writes it, and its changes must not be
   * undone.
   */
  async replace(params: Params, options: ReplaceOptions = {}): Promise<void> {
    const there = this.#generation();
    if (there >= params.generation) {
      throw new VectorDbError(
        "INTERNAL",
        `${joinPath(this.#dataDir, PARAMS_FILE)} has generation ${there} already: another process has changed it`,
      );
    }
    try {
      writeParams(this.#fs, this.#dataDir, params, options);
    } catch (cause) {
      throw isDiskFull(cause) ? new DiskFull({ cause }) : cause;
    }
    keepReserve(this.#fs, this.#dataDir, PARAMS_FILE);
  }

  /** Returns the generation in the file, or 0 if it cannot be read, so that replacing a damaged file repairs it. */
  #generation(): number {
    try {
      return readParams(this.#fs, this.#dataDir)?.generation ?? 0;
    } catch (error) {
      if (error instanceof DamagedFile) return 0;
      throw error;
    }
  }
}
