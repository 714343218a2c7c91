// What Node brings to the engine: the compiled module from its file, worker threads, and a way to run the collector.
// The module is compiled and checked once and posted to the threads, which share its code.
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Remote } from "../threads/remote.ts";
import { spawnThread } from "../threads/spawn.ts";
import { chooseModule, type ModuleChoice } from "./choose-module.ts";
import { checkAbi } from "./instance.ts";
import type { LocalEngine } from "./local.ts";
import { PoolEngine } from "./pool.ts";

type Build = "release" | "debug" | "relaxed";

/** Compiles one build of this package's engine. */
export function loadModule(build: Build = "release"): WebAssembly.Module {
  return new WebAssembly.Module(readBuild(build));
}

/** The build that is quickest here and can be trusted, compiled. */
export function chooseBuild(node = process.versions.node): ModuleChoice {
  return chooseModule({ release: () => readBuild("release"), relaxed: () => readBuild("relaxed") }, node);
}

/** The same path from `src` and from `dist`. */
function readBuild(build: Build): Uint8Array<ArrayBuffer> {
  return readFileSync(new URL(`../../build/${build}.wasm`, import.meta.url));
}

/** What a thread is told when it starts. */
export interface EngineThreadData {
  readonly module: WebAssembly.Module;
  readonly worker: number;
  /** Where files of vectors are kept; without it no segment can keep its vectors in one. */
  readonly dataDir: string | undefined;
}

/**
 * An engine with one writer thread and `readers` reader threads.
 * @param maxWaiting searches that may wait for one reader
 * @param dataDir see EngineThreadData
 */
export function startPool(
  readers: number,
  maxWaiting = Number.POSITIVE_INFINITY,
  module = loadModule(),
  dataDir?: string,
): PoolEngine {
  checkAbi(module);
  const spawn = (worker: number, onGone: () => void) => {
    const data: EngineThreadData = { module, worker, dataDir };
    return new Remote<LocalEngine>(spawnThread("../engine-thread", import.meta.url, data), onGone);
  };
  return new PoolEngine(spawn, { readers, maxWaiting, collectGarbage });
}

/**
 * Runs this thread's collector. V8 offers it to scripts only behind a flag, which may be set at any time; it is the
 * one way to give a dropped memory back soon, because nothing tells an idle thread's heap how much it holds.
 */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
