// Loads the code that answers gRPC calls, in parts, so that no part holds this thread for long.
// The decision: Node remembers for ever that a module could not be loaded. So nothing is loaded before it is known that
// there are free file descriptors; without them the attempt fails, and a later one can succeed.
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/** More descriptors than are open at a time while the files are read. */
const DESCRIPTORS = 8;

/** Loads the code that answers calls. Tests bring it, because a runner that compiles sources would load it twice. */
export type LoadCalls = () => Promise<Pick<typeof import("./server.ts"), "serveCalls">>;

/** @throws Error of the system without enough free file descriptors */
export async function loadCalls(): ReturnType<LoadCalls> {
  ensureDescriptors();
  await import("@grpc/grpc-js");
  await import("./wire/messages.ts");
  await import("./rpcs.ts");
  return import("./server.ts");
}

function ensureDescriptors(): void {
  const open: number[] = [];
  try {
    while (open.length < DESCRIPTORS) open.push(openSync(devNull, "r"));
  } finally {
    for (const descriptor of open) closeSync(descriptor);
  }
}
