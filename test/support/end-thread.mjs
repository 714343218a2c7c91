// Loaded into a program before anything else (node --import): at SIGUSR2 a thread ends, as it does when its heap is full.
// END_THREAD says which: "log", or the number of one of the engine's; with "rejection" or "exception" there is one that
// nobody handles. Threads are known by what they are started with, because the library has no files of them.
import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

const { END_THREAD = "" } = process.env;
let chosen;

if (threads.isMainThread) {
  const Original = threads.Worker;
  threads.Worker = class extends Original {
    constructor(url, options) {
      super(url, options);
      const { worker, options: ofLog } = options?.workerData ?? {};
      if (END_THREAD === (ofLog ? "log" : String(worker))) chosen = this;
    }
  };
  syncBuiltinESMExports();
  process.on("SIGUSR2", () => {
    if (END_THREAD === "rejection") void Promise.reject(new Error("a test"));
    else if (END_THREAD === "exception") throw new Error("a test");
    else void chosen.terminate();
  });
}
