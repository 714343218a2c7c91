// Writes checkpoints in a thread of their own.
// The decision: the thread exists only while a checkpoint is being made, because an idle thread costs memory. A start
// reads checkpoints in its own thread and does not wait for another one to start.
import { Remote } from "../threads/remote.ts";
import { spawnThread } from "../threads/spawn.ts";
import { Checkpoints, type KeptFiles } from "./checkpoints.ts";
import type { FileSums } from "./data-file.ts";
import type { FileSystem } from "./fs.ts";
import type { Manifest, Root } from "./manifest.ts";

export class ThreadCheckpoints extends Checkpoints {
  readonly #dataDir: string;
  #thread: Remote<Checkpoints> | null = null;
  /** The number of callers between `begin` and `end`. */
  #users = 0;

  constructor(fs: FileSystem, dataDir: string) {
    super(fs, dataDir);
    this.#dataDir = dataDir;
  }

  override async begin(): Promise<void> {
    // A thread that has ended is replaced: its call has failed and is retried.
    if (this.#thread === null || this.#thread.gone) {
      this.#thread = new Remote(spawnThread("storage/checkpoint-worker", { dataDir: this.#dataDir }));
    }
    this.#users++;
  }

  override async end(): Promise<void> {
    if (--this.#users > 0) return;
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  override append(key: string, before: FileSums, parts: readonly Uint8Array[]): Promise<FileSums> {
    return this.#thread?.call("append", key, before, parts) ?? super.append(key, before, parts);
  }

  override adopt(key: string, before: FileSums, bytes: number): Promise<FileSums> {
    return this.#thread?.call("adopt", key, before, bytes) ?? super.adopt(key, before, bytes);
  }

  override writeFile(key: string, parts: readonly Uint8Array[]): Promise<FileSums> {
    return this.#thread?.call("writeFile", key, parts) ?? super.writeFile(key, parts);
  }

  override writeManifest(number: number, manifest: Manifest): Promise<void> {
    return this.#thread?.call("writeManifest", number, manifest) ?? super.writeManifest(number, manifest);
  }

  override commit(root: Root): Promise<void> {
    return this.#thread?.call("commit", root) ?? super.commit(root);
  }

  override sweep(roots: readonly number[], collections: readonly KeptFiles[]): Promise<void> {
    return this.#thread?.call("sweep", roots, collections) ?? super.sweep(roots, collections);
  }

  /** Removes a key in the other thread, because removing gigabytes takes long. */
  override async discard(key: string): Promise<void> {
    if (await this.has(key)) await this.#elsewhere((thread) => thread.call("discard", key));
  }

  override sizeBytes(): Promise<number> {
    return this.#elsewhere((thread) => thread.call("sizeBytes"));
  }

  override removeCopies(): Promise<void> {
    return this.#elsewhere((thread) => thread.call("removeCopies"));
  }

  async #elsewhere<T>(work: (thread: Remote<Checkpoints>) => Promise<T>): Promise<T> {
    await this.begin();
    try {
      return await work(this.#thread!);
    } finally {
      await this.end();
    }
  }
}
