// The entry of an engine thread: a local engine that answers calls, with the files that storage keeps; or a builder.
// It stands here because it puts engine and storage together, which know nothing of each other.
import { parentPort, workerData } from "node:worker_threads";
import { GraphBuilder } from "./engine/builder.ts";
import { LocalEngine } from "./engine/local.ts";
import { BUILDER, buildersFrom } from "./engine/node-builders.ts";
import type { EngineThreadData } from "./engine/node-threads.ts";
import { MemoryLimit } from "./memory/memory-limit.ts";
import { nodeFs } from "./storage/node-fs.ts";
import { segmentFilesIn } from "./storage/segment-files.ts";
import { collectGarbage } from "./threads/garbage.ts";
import { lowerPriority } from "./threads/lower-priority.ts";
import { serveCalls } from "./threads/remote.ts";

/** Of a thread that builds graphs: where all cores are busy, whoever searches gets nine times as much. */
const BUILDER_NICE = 10;

if (!parentPort) throw new Error("engine-thread is the entry of a thread, not of a process");
if (workerData === BUILDER) {
  lowerPriority(BUILDER_NICE);
  serveCalls(parentPort, new GraphBuilder());
} else serveCalls(parentPort, engineOf(workerData));

function engineOf({ module, worker, account, dataDir, builders }: EngineThreadData): LocalEngine {
  let isBuilder = false;
  /** Messages that wait are served before the next slice of indexing. A start, which everybody waits for, has none. */
  const later = (slice: () => void): void => {
    if (!isBuilder) lowerPriority(BUILDER_NICE);
    isBuilder = true;
    setImmediate(slice);
  };
  return new LocalEngine({
    module,
    worker,
    memory: account && MemoryLimit.attach(account),
    files: dataDir === undefined ? undefined : segmentFilesIn(nodeFs, dataDir),
    collectGarbage,
    later,
    builders: builders && buildersFrom(builders),
  });
}
