// Adapts a worker of a page to the interface of a thread, on both sides.
// The decision: the interface is that of a worker of Node (threads/remote.ts), so calls, errors and pools are the same
// code. A worker whose script cannot be loaded, or throws outside a call, is terminated, because its state is unknown.
import { StartRefused } from "../errors/server.ts";
import type { CallPort, Thread } from "../threads/remote.ts";

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
    // Workers do not keep a page open.
    ref: () => {},
    unref: () => {},
    terminate: async () => worker.terminate(),
  };
}

/** Returns the port of the worker that this code runs in. */
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
