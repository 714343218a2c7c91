// What Node brings to the engine: the compiled module from its file, and worker threads.
// The module is compiled and checked once and posted to the threads, which share its code.
import { readFileSync } from "node:fs";
import { MemoryLimit } from "../memory/memory-limit.ts";
import { BUNDLED } from "../threads/bundled.ts";
import { CODE_ROOT } from "../threads/code-root.ts";
import { collectGarbage } from "../threads/garbage.ts";
import { Remote } from "../threads/remote.ts";
import { spawnThread } from "../threads/spawn.ts";
import { chooseModule, type ModuleChoice } from "./choose-module.ts";
import { InlineSearch } from "./inline-search.ts";
import { checkAbi } from "./instance.ts";
import { LocalEngine } from "./local.ts";
import { PoolEngine } from "./pool.ts";
import type { SpawnEngineThread } from "./pool-options.ts";

type Build = "release" | "debug" | "relaxed";

/** Compiles one build of this package's engine. */
export function loadModule(build: Build = "release"): WebAssembly.Module {
  return new WebAssembly.Module(readBuild(build));
}

/** The build that is quickest here and can be trusted, compiled. */
export function chooseBuild(node = process.versions.node): ModuleChoice {
  return chooseModule({ release: () => readBuild("release"), relaxed: () => readBuild("relaxed") }, node);
}

function readBuild(build: Build): Uint8Array<ArrayBuffer> {
  const bundled = BUNDLED?.engines[build];
  if (bundled !== undefined) return Uint8Array.from(atob(bundled), (one) => one.charCodeAt(0));
  return readFileSync(new URL(`../build/${build}.wasm`, CODE_ROOT));
}

/** What a thread of the pool is started with. */
export interface EngineThreadData {
  readonly module: WebAssembly.Module;
  readonly worker: number;
  /** See `MemoryLimit.shared`; an account of its own without a limit unless given. */
  readonly account?: ArrayBufferLike;
  /** Where files of segments are kept; without it there are none. */
  readonly dataDir: string | undefined;
}

/**
 * An engine with one writer thread and `readers` reader threads.
 * @param maxWaiting searches that may wait for one reader
 * @param memory where memory is counted
 * @param dataDir see EngineThreadData
 * @param isIdle whether this thread may be held up to collect its garbage, see GarbageOptions
 */
export function startPool(
  readers: number,
  maxWaiting = Number.POSITIVE_INFINITY,
  memory = MemoryLimit.unlimited(),
  module = loadModule(),
  dataDir?: string,
  isIdle: (() => boolean) | null = null,
): PoolEngine {
  checkAbi(module);
  const spawn: SpawnEngineThread = (worker, onGone) => {
    const data: EngineThreadData = { module, worker, account: memory.shared, dataDir };
    return new Remote<LocalEngine>(spawnThread("engine-thread", data), onGone);
  };
  // The number after those of the threads.
  const near = new InlineSearch(new LocalEngine({ module, worker: readers + 1, memory }));
  return new PoolEngine(spawn, { readers, maxWaiting, memory, collectGarbage, isIdle, near });
}
