// What Node brings to the engine: the compiled module from its file, and worker threads.
// The module is compiled and checked once and posted to the threads, which share its code.
import { readFileSync } from "node:fs";
import { MemoryLimit } from "../memory-limit.ts";
import { collectGarbage } from "../threads/garbage.ts";
import { Remote } from "../threads/remote.ts";
import { spawnThread } from "../threads/spawn.ts";
import type { LocalEngine } from "./local.ts";
import { PoolEngine } from "./pool.ts";
import { checkAbi } from "./wasm.ts";

/** Compiles `build/<target>.wasm` of this package: the same path from `src` and from `dist`. */
export function loadModule(target: "release" | "debug" = "release"): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(new URL(`../../build/${target}.wasm`, import.meta.url)));
}

/** What a thread of the pool is started with. */
export interface EngineThreadData {
  readonly module: WebAssembly.Module;
  readonly worker: number;
  /** See `MemoryLimit.shared`; an account of its own without a limit unless given. */
  readonly account?: ArrayBufferLike;
}

/**
 * An engine with one writer thread and `readers` reader threads.
 * @param maxWaiting searches that may wait for one reader
 * @param memory where memory is counted
 */
export function startPool(
  readers: number,
  maxWaiting = Number.POSITIVE_INFINITY,
  memory = MemoryLimit.unlimited(),
  module = loadModule(),
): PoolEngine {
  checkAbi(module);
  const spawn = (worker: number, onGone: () => void) => {
    const data: EngineThreadData = { module, worker, account: memory.shared };
    return new Remote<LocalEngine>(spawnThread("./worker", import.meta.url, data), onGone);
  };
  return new PoolEngine(spawn, { readers, maxWaiting, memory, collectGarbage });
}
