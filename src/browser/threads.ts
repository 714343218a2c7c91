// Starts the engine of a page with its threads.
// The decision: there are several threads where memory can be shared, which browsers allow in pages that are isolated
// from other origins; elsewhere one thread does everything. With files, the thread that holds them writes and indexes,
// because no other thread can open them, and workers search.
import type { Engine } from "../engine/engine.ts";
import type { StoreFiles } from "../engine/files.ts";
import type { Scheduler } from "../engine/indexer.ts";
import { checkAbi } from "../engine/instance.ts";
import { LocalEngine } from "../engine/local.ts";
import { PoolEngine } from "../engine/pool.ts";
import type { MemoryLimit } from "../memory/memory-limit.ts";
import { MAX_WAITING_SEARCHES } from "../schema/limits.ts";
import { LocalThread } from "../threads/local-thread.ts";
import { type Calls, type OnGone, Remote } from "../threads/remote.ts";
import { buildersFrom } from "./builders.ts";
import { notStarted, threadOf } from "./web-thread.ts";

const SCRIPT = "browser-engine.js";

/** The first message to a worker. */
export interface EngineWorkerData {
  readonly module: WebAssembly.Module;
  readonly worker: number;
  readonly account: ArrayBufferLike;
  /** The number of builder threads that the worker may start. */
  readonly buildThreads: number;
}

interface EngineParts {
  /** The number of threads that search; 0: this thread does everything. */
  readonly threads: number;
  /** The number of threads that build graphs in bulk; 0: the thread that writes does it. */
  readonly buildThreads: number;
  readonly module: WebAssembly.Module;
  readonly memory: MemoryLimit;
  readonly files?: StoreFiles | undefined;
  /** Schedules background work of this thread. */
  readonly later: Scheduler;
}

/** Starts the engine; all threads run when the promise resolves. @throws StartRefused; no thread is left */
export async function startEngine(parts: EngineParts): Promise<Engine> {
  const { threads, buildThreads, module, memory, files, later } = parts;
  const builders = buildersFrom(buildThreads, newWorker);
  const here = () => new LocalEngine({ module, memory, files, later, builders });
  if (threads === 0) return here();
  checkAbi(module);
  const workers: Calls<LocalEngine>[] = [];
  const spawn = (worker: number, onGone: OnGone): Calls<LocalEngine> => {
    if (worker === 0 && files !== undefined) {
      const writer = here();
      return new LocalThread(writer, () => writer.close());
    }
    // Only the writer builds graphs.
    const data = { module, worker, account: memory.shared, buildThreads: worker === 0 ? buildThreads : 0 };
    const started = engineWorker(data, onGone);
    workers.push(started);
    return started;
  };
  const pool = new PoolEngine(spawn, {
    readers: threads,
    maxWaiting: MAX_WAITING_SEARCHES,
    memory,
    // A page cannot run the garbage collector.
    collectGarbage: () => {},
    filesAtWriter: files !== undefined,
  });
  try {
    // A worker that has answered a call is running.
    await Promise.all(workers.map((worker) => worker.call("collectGarbage")));
  } catch (error) {
    await pool.close();
    throw notStarted(SCRIPT, error as Error);
  }
  return pool;
}

// Bundlers look for exactly these words.
const newWorker = () => new Worker(new URL("./browser-engine.js", import.meta.url), { type: "module" });

function engineWorker(data: EngineWorkerData, onGone: OnGone): Calls<LocalEngine> {
  const worker = newWorker();
  worker.postMessage(data);
  return new Remote<LocalEngine>(threadOf(worker), onGone);
}
