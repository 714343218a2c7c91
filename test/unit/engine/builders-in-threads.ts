// Builder threads as the writer of a pool starts them, which a test can watch and end.
import type { Worker } from "node:worker_threads";
import type { Builders } from "../../../src/engine/build-threads.ts";
import type { GraphBuilder } from "../../../src/engine/builder.ts";
import { BUILDER, ENGINE_ENTRY } from "../../../src/engine/node-builders.ts";
import { Remote } from "../../../src/threads/remote.ts";
import { spawnThread } from "../../../src/threads/spawn.ts";

/** @param onStart receives each thread when it is started */
export function buildersInThreads(count: number, onStart: (thread: Worker) => void): Builders {
  return {
    threads: count,
    start: () => {
      const thread = spawnThread(ENGINE_ENTRY, BUILDER);
      onStart(thread);
      return new Remote<GraphBuilder>(thread);
    },
  };
}
