// The stores of sparse vectors that a thread has, beside its vector stores, and the files of their rows.
// The decision: a file of rows is one of words, since rows differ in size: the row of a slot begins at some word.
import type { MemoryLimit } from "../memory/memory-limit.ts";
import type { RowFile, StoreFiles } from "./files.ts";
import { unlessDamaged } from "./saved.ts";
import { SparseStore } from "./sparse-store.ts";
import type { RestoredSparse, SavedSparse, SparseSpec } from "./sparse-types.ts";
import type { StoreHost } from "./store-host.ts";
import { sizeOf } from "./store-memory.ts";
import type { StoreHandle } from "./types.ts";

const WORD = Uint32Array.BYTES_PER_ELEMENT;

interface Entry {
  readonly store: SparseStore;
  readonly spec: SparseSpec;
  /** Null: the rows are in memory. */
  readonly rows: RowFile | null;
  /** Other threads may hold the store, too; the thread that shared it releases its memory. */
  shared: boolean;
}

export class SparseStores {
  readonly #host: StoreHost;
  readonly #files: () => StoreFiles;
  readonly #entries = new Map<StoreHandle, Entry>();

  /** @param files throws if there is no directory for files */
  constructor(host: StoreHost, files: () => StoreFiles) {
    this.#host = host;
    this.#files = files;
  }

  get handles(): StoreHandle[] {
    return [...this.#entries.keys()];
  }

  get bytes(): number {
    return [...this.#entries.values()].reduce((sum, { store }) => sum + sizeOf(store.memory), 0);
  }

  get(handle: StoreHandle): SparseStore | undefined {
    return this.#entries.get(handle)?.store;
  }

  /** @throws OutOfMemory, DiskFull */
  create(handle: StoreHandle, spec: SparseSpec): StoreHandle {
    const { rowsFile } = spec;
    const rows = rowsFile === undefined ? null : this.#files().create(rowsFile, WORD);
    try {
      const store = SparseStore.create(this.#host, rows);
      this.#entries.set(handle, { store, spec, rows, shared: false });
      return handle;
    } catch (error) {
      rows?.close();
      // The file belongs to no store, and would prevent the next attempt.
      if (rowsFile !== undefined) this.#files().remove(rowsFile);
      throw error;
    }
  }

  /** @throws DamagedFile, OutOfMemory */
  restore(handle: StoreHandle, spec: SparseSpec, saved: SavedSparse): RestoredSparse {
    const rows = this.#open(spec, "write");
    try {
      const { store, faults } = SparseStore.restore(this.#host, saved, this.#files(), rows);
      this.#entries.set(handle, { store, spec, rows, shared: false });
      return { store: handle, faults };
    } catch (error) {
      rows?.close();
      throw error;
    }
  }

  /** Takes a view of a store of another thread. @throws DamagedFile if its file cannot be opened */
  attach(handle: StoreHandle, memory: WebAssembly.Memory, spec: SparseSpec): void {
    const rows = this.#open(spec, "read");
    const store = SparseStore.attach(this.#host, memory, rows);
    this.#entries.set(handle, { store, spec, rows, shared: true });
  }

  /** Returns a store, from now on shared with other threads; undefined if there is no such store. */
  share(
    handle: StoreHandle,
  ): { readonly memory: WebAssembly.Memory; readonly sparse: SparseSpec } | undefined {
    const entry = this.#entries.get(handle);
    if (!entry) return undefined;
    entry.shared = true;
    return { memory: entry.store.memory, sparse: entry.spec };
  }

  release(handle: StoreHandle, account: MemoryLimit): void {
    const entry = this.#entries.get(handle);
    if (!entry) return;
    this.#entries.delete(handle);
    entry.rows?.close();
    if (!entry.shared) account.release(sizeOf(entry.store.memory));
  }

  #open({ rowsFile }: SparseSpec, mode: "read" | "write"): RowFile | null {
    if (rowsFile === undefined) return null;
    return unlessDamaged(rowsFile, 0, () => this.#files().open(rowsFile, WORD, mode));
  }
}
