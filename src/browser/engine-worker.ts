// The entry of an engine thread of a page: a local engine that answers calls.
import { LocalEngine } from "../engine/local.ts";
import { MemoryLimit } from "../memory/memory-limit.ts";
import { defer } from "../scheduling/defer.ts";
import { serveCalls } from "../threads/remote.ts";
import type { EngineWorkerData } from "./threads.ts";
import { ownPort } from "./web-thread.ts";

/** The first message holds the settings of the engine; all others are calls. */
addEventListener(
  "message",
  ({ data }: MessageEvent<EngineWorkerData>) => {
    const { module, worker, account } = data;
    const memory = MemoryLimit.attach(account);
    // Waiting calls are served before the next slice of indexing.
    serveCalls(ownPort(), new LocalEngine({ module, worker, memory, later: defer }));
  },
  { once: true },
);
