// The stores of sparse vectors that a thread has, beside its vector stores.
import type { MemoryLimit } from "../memory/memory-limit.ts";
import type { SparseStore } from "./sparse-store.ts";
import { sizeOf } from "./store-memory.ts";
import type { StoreHandle } from "./types.ts";

interface Entry {
  readonly store: SparseStore;
  /** Other threads may hold the store, too; the thread that shared it releases its memory. */
  shared: boolean;
}

export class SparseStores {
  readonly #entries = new Map<StoreHandle, Entry>();

  get handles(): StoreHandle[] {
    return [...this.#entries.keys()];
  }

  get bytes(): number {
    return [...this.#entries.values()].reduce((sum, { store }) => sum + sizeOf(store.memory), 0);
  }

  add(handle: StoreHandle, store: SparseStore, shared = false): StoreHandle {
    this.#entries.set(handle, { store, shared });
    return handle;
  }

  get(handle: StoreHandle): SparseStore | undefined {
    return this.#entries.get(handle)?.store;
  }

  /** Returns the memory of a store, from now on shared with other threads; undefined if there is no such store. */
  share(handle: StoreHandle): WebAssembly.Memory | undefined {
    const entry = this.#entries.get(handle);
    if (entry) entry.shared = true;
    return entry?.store.memory;
  }

  release(handle: StoreHandle, account: MemoryLimit): void {
    const entry = this.#entries.get(handle);
    this.#entries.delete(handle);
    if (entry && !entry.shared) account.release(sizeOf(entry.store.memory));
  }
}
