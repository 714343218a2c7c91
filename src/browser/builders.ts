// Builder threads of a page: workers with the script of an engine thread.
// The decision: the thread that owns the vector stores says how a worker with this script is started. In the worker of
// an engine thread that is its own script, so that no bundler meets a worker that refers to itself.
import type { Builders } from "../engine/build-threads.ts";
import type { GraphBuilder } from "../engine/builder.ts";
import { Remote } from "../threads/remote.ts";
import { threadOf } from "./web-thread.ts";

/** The first message to a builder; what it builds comes with its call. */
export const BUILDER = "builder";

/** Returns the builder threads that are started from this thread; undefined if there are to be none. */
export function buildersFrom(threads: number, startWorker: () => Worker): Builders | undefined {
  if (threads === 0) return undefined;
  const start = () => {
    const worker = startWorker();
    worker.postMessage(BUILDER);
    return new Remote<GraphBuilder>(threadOf(worker));
  };
  return { threads, start };
}
