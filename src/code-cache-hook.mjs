// Runs in the server that code-cache.mjs starts: notes the script that the server runs, and returns its compiled code.
// The decision: V8 refuses code that was compiled with other flags than it has when it loads it. The server sets flags
// of its heap while it runs, so here that has no effect.
import { syncBuiltinESMExports } from "node:module";
import v8 from "node:v8";
import vm from "node:vm";
import { isMainThread } from "node:worker_threads";

v8.setFlagsFromString = () => {};

if (isMainThread) {
  /** @type {vm.Script[]} */
  const scripts = [];
  vm.Script = class extends vm.Script {
    /** @param {ConstructorParameters<typeof vm.Script>} args */
    constructor(...args) {
      super(...args);
      scripts.push(this);
    }
  };
  process.on("message", () => process.send?.(scripts[0]?.createCachedData().toString("base64")));
}
syncBuiltinESMExports();
