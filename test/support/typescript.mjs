// Lets mocha import the TypeScript of this repository as ES modules.
// The decision: not by tsx, which turns modules into CommonJS, where every use of an import is a call, and names every
// function again whenever it is made. Tests took a seventh more CPU time with it, and a worker of mocha 3 s to start.
// On Node 20, V8 optimizes a function after ten times as much work as usual, because most of the code of a test runs for
// milliseconds; that saves a tenth of the CPU time. The V8 of later versions has no such flag.
import { register } from "node:module";
import { setFlagsFromString } from "node:v8";
import { isMainThread } from "node:worker_threads";

// Threads of the engine run bundles, and would start the hooks again.
if (isMainThread) {
  if (process.version.startsWith("v20.")) setFlagsFromString("--interrupt-budget=600000");
  process.setSourceMapsEnabled(true);
  register("./typescript-hooks.mjs", import.meta.url);
  // Mocha then imports test files instead of requiring them, which knows no hooks.
  Object.defineProperty(process.features, "require_module", { value: false, configurable: true });
}
