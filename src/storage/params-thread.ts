// Writes the parameters of the server in a thread of its own, so that no fsync delays requests.
// The decision: like the thread of checkpoints, it exists only while parameters are replaced.
import { Remote } from "../threads/remote.ts";
import { spawnThread } from "../threads/spawn.ts";
import type { ParamsStore } from "./params.ts";
import type { LocalParams } from "./params-file.ts";

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
