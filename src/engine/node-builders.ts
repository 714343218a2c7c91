// Builder threads of Node.
// The decision: an engine thread and a builder have one script, so the thread that owns the vector stores can start
// builders wherever it runs: it is told what it was started from.
import { Remote } from "../threads/remote.ts";
import { startThread, type ThreadSource } from "../threads/spawn.ts";
import type { Builders } from "./build-threads.ts";
import type { GraphBuilder } from "./builder.ts";

/** Engine threads and builders begin here. */
export const ENGINE_ENTRY = "engine-thread";

/** The data with which a builder thread is started; what it builds comes with its call. */
export const BUILDER = "builder";

/** The number of builder threads, and what each is started from. */
export interface BuilderSource {
  readonly threads: number;
  readonly source: ThreadSource;
}

/** Returns the builder threads that are started from this thread; undefined if there are to be none. */
export function buildersFrom({ threads, source }: BuilderSource): Builders | undefined {
  if (threads === 0) return undefined;
  return { threads, start: () => new Remote<GraphBuilder>(startThread(source, BUILDER)) };
}
