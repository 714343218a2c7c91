// The parts of Node that the engine needs: the compiled module from its file, and worker threads.
// The module is compiled and checked once and posted to the threads, which share its code.
import { readFileSync } from "node:fs";
import { MemoryLimit } from "../memory/memory-limit.ts";
import { BUNDLED } from "../threads/bundled.ts";
import { CODE_ROOT } from "../threads/code-root.ts";
import { collectGarbage } from "../threads/garbage.ts";
import { LazyThread } from "../threads/lazy-thread.ts";
import { Remote } from "../threads/remote.ts";
import { sourceOf, startThread } from "../threads/spawn.ts";
import { chooseModule, type ModuleChoice } from "./choose-module.ts";
import { InlineSearch } from "./inline-search.ts";
import { checkAbi } from "./instance.ts";
import { LocalEngine } from "./local.ts";
import { type BuilderSource, ENGINE_ENTRY } from "./node-builders.ts";
import { PoolEngine, WRITER } from "./pool.ts";
import type { SpawnEngineThread } from "./pool-options.ts";

type Build = "release" | "debug" | "relaxed";

/** Compiles one build of this package's engine. */
export function loadModule(build: Build = "release"): WebAssembly.Module {
  return new WebAssembly.Module(readBuild(build));
}

/** Compiles the fastest build that passes the checks of choose-module.ts. */
export function chooseBuild(): ModuleChoice {
  const builds = { release: () => readBuild("release"), relaxed: () => readBuild("relaxed") };
  return chooseModule(builds, process.versions.node);
}

function readBuild(build: Build): Uint8Array<ArrayBuffer> {
  const bundled = BUNDLED?.engines[build];
  if (bundled !== undefined) return Uint8Array.from(atob(bundled), (character) => character.charCodeAt(0));
  return readFileSync(new URL(`../build/${build}.wasm`, CODE_ROOT));
}

/** The data with which a thread of the pool is started. */
export interface EngineThreadData {
  readonly module: WebAssembly.Module;
  readonly worker: number;
  /** See `MemoryLimit.shared`; absent: its own account without a limit. */
  readonly account?: ArrayBufferLike;
  /** The directory of the files of vector stores; undefined: there are none. */
  readonly dataDir: string | undefined;
  /** The builder threads that the thread may start; absent: it builds itself. */
  readonly builders?: BuilderSource | undefined;
}

interface PoolSettings {
  /** The searches that may wait for one reader; absent: any number. */
  readonly maxWaiting?: number;
  /** The account of memory; absent: one without a limit. */
  readonly memory?: MemoryLimit;
  /** Absent: the build for every version of Node. */
  readonly module?: WebAssembly.Module;
  /** See EngineThreadData. */
  readonly dataDir?: string | undefined;
  /** Returns whether this thread may collect its garbage now, see GarbageOptions. */
  readonly isIdle?: (() => boolean) | null;
  /** The limit of inline searches in one round of the event loop; absent: that of a server, see inline-search.ts. */
  readonly roundBytes?: number;
  /** The threads that build graphs in bulk, 1 if absent; 0: the writer does. */
  readonly buildThreads?: number;
}

/**
 * Starts an engine with one writer thread and `readers` reader threads. The writer is started at once, because writes
 * must not fail for want of a thread; each reader is started by its first call.
 */
export function startPool(readers: number, settings: PoolSettings = {}): PoolEngine {
  const {
    maxWaiting = Number.POSITIVE_INFINITY,
    memory = MemoryLimit.unlimited(),
    module = loadModule(),
    dataDir,
    isIdle = null,
    roundBytes,
    buildThreads = 1,
  } = settings;
  checkAbi(module);
  const source = sourceOf(ENGINE_ENTRY);
  const spawn: SpawnEngineThread = (worker, onGone) => {
    // Only the writer builds graphs.
    const builders = worker === WRITER && buildThreads > 0 ? { threads: buildThreads, source } : undefined;
    const data: EngineThreadData = { module, worker, account: memory.shared, dataDir, builders };
    const start = () => startThread(source, data);
    return new Remote<LocalEngine>(worker === WRITER ? start() : new LazyThread(start), onGone);
  };
  // The number after those of the threads.
  const own = new LocalEngine({ module, worker: readers + 1, memory });
  const inline = new InlineSearch(own, roundBytes === undefined ? {} : { roundBytes });
  return new PoolEngine(spawn, { readers, maxWaiting, memory, collectGarbage, isIdle, inline });
}
