// Opens the parameters of the server: what a start calls.
// The decision: whose the file is comes before what is in it, because what somebody else could have written is not read.
import { joinPath } from "./fs.ts";
import { nodeFs } from "./node-fs.ts";
import { checkSecretFile } from "./node-secret-file.ts";
import type { Params } from "./params.ts";
import { PARAMS_FILE } from "./params-file.ts";
import { findParams } from "./params-start.ts";
import { threadParams } from "./params-thread.ts";
import { ServerParams } from "./server-params.ts";

interface OpenedParams {
  readonly params: ServerParams;
  /** Made just now. */
  readonly isNew: boolean;
  readonly warnings: string[];
}

/**
 * To be called by whoever holds the directory, after takeOver and before the log is opened.
 * @param first makes the parameters of a new server; they are durable when this resolves
 * @throws StartRefused whose text says what to do
 */
export async function openParams(
  dataDir: string,
  first: () => Params,
  store = threadParams(dataDir),
): Promise<OpenedParams> {
  const warning = checkSecretFile(joinPath(dataDir, PARAMS_FILE));
  const { params, isNew } = findParams(nodeFs, dataDir, first);
  const warnings = warning === null ? [] : [warning];
  return { params: await ServerParams.open(store, params, first), isNew, warnings };
}
