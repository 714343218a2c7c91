// A store of the engine as one thread gives it to another.
import type { SparseSpec } from "./sparse-types.ts";
import type { StoreHandle, StoreSpec } from "./types.ts";

/** The data with which another thread attaches a store. */
export type SharedStore = {
  readonly handle: StoreHandle;
  readonly memory: WebAssembly.Memory;
} & (
  | { readonly spec: StoreSpec; readonly sparse?: never }
  /** A store of sparse vectors. */
  | { readonly spec: null; readonly sparse: SparseSpec }
);

/** Returns whether the rows of a store are in a file, so that reading them may block. */
export function readsFile({ spec, sparse }: SharedStore): boolean {
  return (spec ?? sparse).rowsFile !== undefined;
}
