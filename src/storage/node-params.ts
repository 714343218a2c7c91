// Opens the parameters of the server at a start.
// The decision: the owner and the mode of the file are checked before it is read, because a file that another user
// could have written must not be trusted.
import { Remote } from "../threads/remote.ts";
import { spawnThread } from "../threads/spawn.ts";
import { joinPath } from "./fs.ts";
import { nodeFs } from "./node-fs.ts";
import { checkSecretFile } from "./node-secret-file.ts";
import type { Params, ParamsStore } from "./params.ts";
import { LocalParams, PARAMS_FILE } from "./params-file.ts";
import { findParams } from "./params-start.ts";
import { ServerParams } from "./server-params.ts";

interface OpenedParams {
  readonly params: ServerParams;
  /** Whether the parameters were created by this start. */
  readonly isNew: boolean;
  readonly warnings: string[];
}

/**
 * Opens the parameters, or creates those of a new server. Must be called by the holder of the lock, after takeOver and
 * before the log is opened.
 * @param first makes the parameters of a new server; they are durable when this resolves
 * @throws StartRefused whose text says what to do
 */
export async function openParams(
  dataDir: string,
  first: () => Params,
  store: ParamsStore,
): Promise<OpenedParams> {
  const warning = checkSecretFile(joinPath(dataDir, PARAMS_FILE));
  const { params, isNew } = findParams(nodeFs, dataDir, first);
  const warnings = warning === null ? [] : [warning];
  return { params: await ServerParams.open(store, params, first), isNew, warnings };
}

/** A store that writes in the calling thread until requests are served, and then in threads. */
export interface ServedParams extends ParamsStore {
  /** From now on the calling thread must not wait for the disk. */
  serve(): void;
}

/**
 * Returns the store of a server, for one caller at a time; ServerParams calls it so. Before
 * requests are served, the calling thread may wait for the disk, and a thread takes longer to start than the file.
 */
export function paramsOfServer(dataDir: string): ServedParams {
  const local = new LocalParams(nodeFs, dataDir);
  const threads = threadParams(dataDir);
  let isServing = false;
  return {
    replace: (params, options) => (isServing ? threads : local).replace(params, options),
    serve() {
      isServing = true;
    },
  };
}

// Like the thread of checkpoints, it exists only while parameters are replaced.

/** Returns a store for one caller at a time; ServerParams calls it so. */
export function threadParams(dataDir: string): ParamsStore {
  return {
    async replace(params, options) {
      const thread = new Remote<LocalParams>(spawnThread("storage/params-worker", { dataDir }));
      try {
        await thread.call("replace", params, options);
      } finally {
        await thread.terminate();
      }
    },
  };
}
