// The parameters of the server kept by a thread of its own, so that no fsync holds up requests.
// The decision: like that of checkpoints, the thread is there while something is replaced and not otherwise.
import { Remote } from "../threads/remote.ts";
import { spawnThread } from "../threads/spawn.ts";
import type { ParamsStore } from "./params.ts";
import type { LocalParams } from "./params-file.ts";

/** To be used by one at a time, as ServerParams does. */
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
