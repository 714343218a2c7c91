// A worker of a page as a thread that can be called, and a worker's own side of it.
// The decision: the same surface as a worker of Node (threads/remote.ts), so that calls, errors and pools are the same code.
// A worker whose script throws outside of a call, or cannot be loaded, is ended: nobody knows what it has left half done.
import { StartRefused } from "../errors/server.ts";
import type { CallPort, Thread } from "../threads/remote.ts";

/** What a worker sees of itself. */
interface WorkerScope {
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  postMessage(value: unknown, transfer: Transferable[]): void;
}

export function threadOf(worker: Worker): Thread {
  return {
    on(event, listener) {
      if (event === "message") worker.addEventListener("message", ({ data }) => listener(data));
      if (event !== "error") return;
      worker.addEventListener("error", (failure) => {
        worker.terminate();
        listener(new Error(failure.message || "its script could not be loaded"));
      });
    },
    postMessage: (value) => worker.postMessage(value),
    // A page is not kept by its workers.
    ref: () => {},
    unref: () => {},
    terminate: async () => worker.terminate(),
  };
}

/** Of the worker that this code runs in. */
export function ownPort(): CallPort {
  const scope = globalThis as unknown as WorkerScope;
  return {
    on: (_event, listener) => scope.addEventListener("message", ({ data }) => listener(data)),
    postMessage: (value, transfer) => scope.postMessage(value, transfer),
  };
}

/** @param file the worker's script */
export function notStarted(file: string, { message }: Error): StartRefused {
  return new StartRefused(
    `the worker ${file} could not be started: ${message}. Serve it, and the files that lie beside it in the package, from this ` +
      "origin where the bundle is, and allow it in a Content-Security-Policy (worker-src 'self'). Vite before version 8 moves it " +
      'unless optimizeDeps has { exclude: ["azimuth-db"] }',
  );
}
