// Running a thread's garbage collector at a moment of our choosing.
// The decision: V8 offers it to scripts only behind a flag, which may be set at any time. It is the one way to give
// shared memory back soon, because nothing tells the heap of an idle thread how much it holds.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Collects what this thread refers to no more. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  // Engines other than V8 have no such function.
  (runInNewContext("globalThis.gc") as (() => void) | undefined)?.();
}
