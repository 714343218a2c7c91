// The entry of an engine thread of a page: a local engine that answers calls, or a builder.
import { GraphBuilder } from "../engine/builder.ts";
import { LocalEngine } from "../engine/local.ts";
import { MemoryLimit } from "../memory/memory-limit.ts";
import { defer } from "../scheduling/defer.ts";
import { serveCalls } from "../threads/remote.ts";
import { BUILDER, buildersFrom } from "./builders.ts";
import type { EngineWorkerData } from "./threads.ts";
import { ownPort } from "./web-thread.ts";

/** The first message holds the settings of the engine, or makes this a builder; all others are calls. */
addEventListener(
  "message",
  ({ data }: MessageEvent<EngineWorkerData | typeof BUILDER>) => {
    serveCalls(ownPort(), data === BUILDER ? new GraphBuilder() : engineOf(data));
  },
  { once: true },
);

function engineOf({ module, worker, account, buildThreads }: EngineWorkerData): LocalEngine {
  // A builder has this script.
  const builders = buildersFrom(buildThreads, () => new Worker(location.href, { type: "module" }));
  // Waiting calls are served before the next slice of indexing.
  return new LocalEngine({ module, worker, memory: MemoryLimit.attach(account), later: defer, builders });
}
