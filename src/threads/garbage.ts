// Runs the garbage collector of a thread when the code asks for it.
// The decision: V8 offers this to scripts only behind a flag, which may be set at any time. There is no other way to
// free shared memory soon, because the heap of an idle thread does not count the shared memory that it refers to.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Frees the objects that this thread no longer refers to. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  // Engines other than V8 have no such function.
  (runInNewContext("globalThis.gc") as (() => void) | undefined)?.();
}
