// Finds or creates the parameters of a directory at a start, or refuses the start.
// The decision: only a directory that never had parameters gets new ones automatically. In all other cases without
// readable parameters the start is refused, because starting without them would give everyone access to all data.
import { DamagedFile } from "../errors/failures.ts";
import { StartRefused } from "../errors/server.ts";
import { hasHadParams, noteParams } from "./format.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import type { Params } from "./params.ts";
import { PARAMS_FILE, readParams, removeHalfParams, writeParams } from "./params-file.ts";
import { keepReserve } from "./params-reserve.ts";
import { withReserve } from "./reserve.ts";
import { shellWord } from "./shell-word.ts";

interface FoundParams {
  readonly params: Params;
  /** Whether the parameters were created by this start. */
  readonly isNew: boolean;
}

/**
 * Finds or creates the parameters.
 * @param first makes those of a new server, which are durable when this returns
 * @throws StartRefused whose text says what to do
 */
export function findParams(fs: FileSystem, dataDir: string, first: () => Params): FoundParams {
  removeHalfParams(fs, dataDir);
  const before = readOrRefuse(fs, dataDir);
  if (before === null && hasHadParams(fs, dataDir)) throw missing(dataDir);
  const params = before ?? first();
  // In this order: after a crash in between, the next start finds the parameters and makes the note.
  withReserve(fs, joinPath(dataDir, "wal"), () => {
    if (before === null) writeParams(fs, dataDir, params);
    noteParams(fs, dataDir);
  });
  keepReserve(fs, dataDir, PARAMS_FILE);
  return { params, isNew: before === null };
}

function readOrRefuse(fs: FileSystem, dataDir: string): Params | null {
  try {
    return readParams(fs, dataDir);
  } catch (cause) {
    if (!(cause instanceof DamagedFile)) throw cause;
    const what = `${cause.file} is damaged at byte ${cause.offset}: ${cause.reason}`;
    throw new StartRefused(
      `${what}. It says who may do what, so nothing was changed. ${remedyFor(dataDir)}`,
      {
        cause,
      },
    );
  }
}

function missing(dataDir: string): StartRefused {
  return new StartRefused(
    `${joinPath(dataDir, PARAMS_FILE)} is missing, and this data directory had one: it says who may do what, and a ` +
      `server without it would let everybody do everything. ${remedyFor(dataDir)}`,
  );
}

function remedyFor(dataDir: string): string {
  return (
    "Put it back from a backup that has it (azimuth restore <backup> --passphrase-file <file> --data-dir <new path>), or " +
    "make a new one, with authentication on and without admin, tokens and licenses: " +
    `azimuth admin new-params --data-dir ${shellWord(dataDir)}`
  );
}
