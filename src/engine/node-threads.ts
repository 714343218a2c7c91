// What Node brings to the engine: the compiled module from its file, and worker threads.
// The module is compiled once and posted to the threads, which share its code.
import { readFileSync } from "node:fs";
import { Remote } from "../threads/remote.ts";
import { spawnThread } from "../threads/spawn.ts";
import type { LocalEngine, LocalEngineOptions } from "./local.ts";
import { PoolEngine } from "./pool.ts";

/** Compiles `build/<target>.wasm` of this package: the same path from `src` and from `dist`. */
export function loadModule(target: "release" | "debug" = "release"): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(new URL(`../../build/${target}.wasm`, import.meta.url)));
}

/** An engine with one writer thread and `readers` reader threads. */
export function startPool(readers: number, module = loadModule()): PoolEngine {
  return new PoolEngine((worker, onGone) => {
    const options: LocalEngineOptions = { module, worker };
    return new Remote<LocalEngine>(spawnThread("./worker", import.meta.url, options), onGone);
  }, readers);
}
