// The files of checkpoints: where they lie, how they are written, read and removed.
// The decision: a checkpoint counts from the moment its root is in place. Everything it refers to is durable before, and
// nothing that one of the newest two refers to is changed; so whatever a crash leaves behind, one of them is whole. Two
// things are not kept for it: the files of a collection whose drop is in the log behind both, and, once a start has fallen
// back, what the damaged one had added to a file, of which there is a copy then.
//
//   <data dir>/checkpoints/<number>.json            roots, see manifest.ts
//   <data dir>/collections/<uuid>/<number>.json     manifests
//   <data dir>/collections/<uuid>/<segment>/...     the files of a segment
//   <data dir>/quarantine/                          copies of files that were found damaged: their keys with dashes in
//                                                   place of slashes, checkpoint-<number>.json, segments of the log
import { DamagedFile } from "../errors/failures.ts";
import { bytesBelow, copiesIn, removeCopies } from "./copies.ts";
import { appendData, type FileSums, NO_BYTES, readData, sumData } from "./data-file.ts";
import { type FileSystem, joinPath, parentOf } from "./fs.ts";
import {
  filesOf,
  MANIFEST,
  type Manifest,
  numberedName,
  numberOf,
  ROOT,
  type Root,
  type SavedFile,
  toJson,
} from "./manifest.ts";
import { copyAside, QUARANTINE } from "./quarantine.ts";
import { placeSealed, removeHalfMade } from "./sealed-file.ts";
import { readManifest, readRoot, rootNumbers } from "./stored-roots.ts";

/** What must stay of a collection when what is of no use any more is removed. */
export interface KeptFiles {
  readonly uuid: string;
  /** Numbers of manifests. */
  readonly manifests: readonly number[];
  /** Numbers of segments in use; those of `firstNew` and up are in use too. */
  readonly segments: readonly number[];
  readonly firstNew: number;
}

interface OpenedRoots {
  /** Newest first. */
  readonly roots: readonly Root[];
  /** Those that cannot be read, each in a sentence; they, or copies of them, are in quarantine. */
  readonly faults: readonly string[];
}

/** The roots that are kept. */
export const GENERATIONS = 2;

const ROOTS = "checkpoints";
export const COLLECTIONS = "collections";

export class Checkpoints {
  readonly #fs: FileSystem;
  readonly #dataDir: string;

  constructor(fs: FileSystem, dataDir: string) {
    this.#fs = fs;
    this.#dataDir = dataDir;
  }

  /** To be called before the first write of a checkpoint, and `end` after the last. */
  async begin(): Promise<void> {}

  async end(): Promise<void> {}

  /** To be called first, by whoever holds the directory. */
  async open(): Promise<OpenedRoots> {
    const dir = this.#path(ROOTS);
    this.#fs.mkdir(dir);
    this.#fs.mkdir(this.#path(COLLECTIONS));
    removeHalfMade(this.#fs, dir);
    const roots: Root[] = [];
    const damaged: { readonly number: number; readonly damage: string }[] = [];
    for (const number of rootNumbers(this.#fs, this.#dataDir)) {
      try {
        const read = () => readRoot(this.#fs, this.#dataDir, number);
        roots.push(naming(this.#rootPath(number), read)!);
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
        damaged.push({ number, damage: error.damage });
      }
    }
    const faults = damaged.map(({ number, damage }) => damage + this.#setAside(number, roots.length > 0));
    return { roots, faults };
  }

  crc32(bytes: Uint8Array): number {
    return this.#fs.crc32(bytes);
  }

  /** @throws DamagedFile */
  async manifest(uuid: string, number: number): Promise<Manifest> {
    const read = () => readManifest(this.#fs, this.#dataDir, uuid, number);
    return naming(`${uuid}/${numberedName(number)}`, read);
  }

  /** In pieces, between which others may have the thread: it may be hundreds of megabytes. @throws DamagedFile */
  *read({ file, ...wanted }: SavedFile): Generator<void, Uint8Array> {
    const work = readData(this.#fs, this.#key(file), wanted);
    for (;;) {
      const step = naming(file, () => work.next());
      if (step.done) return step.value;
      yield;
    }
  }

  /** Whether there are files of any collection. */
  async isEmpty(): Promise<boolean> {
    return this.#fs.list(this.#path(COLLECTIONS)).length === 0;
  }

  /** Whether there is a file or directory of this name. */
  async has(key: string): Promise<boolean> {
    return this.#fs.exists(this.#key(key));
  }

  /** Segments of the collection that have a directory, whether anything refers to them or not. */
  async segments(uuid: string): Promise<number[]> {
    const dir = this.#key(uuid);
    if (!this.#fs.exists(dir)) return [];
    return this.#fs.list(dir).flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
  }

  /** Adds to a file what follows its first `before.bytes` bytes. Durable. */
  async append(key: string, before: FileSums, parts: readonly Uint8Array[]): Promise<FileSums> {
    return this.#durably(key, before, () => appendData(this.#fs, this.#key(key), before, parts));
  }

  /** Takes on what another has written to the file, up to `bytes`. Durable. */
  async adopt(key: string, before: FileSums, bytes: number): Promise<FileSums> {
    return this.#durably(key, before, () => sumData(this.#fs, this.#key(key), before, bytes));
  }

  /** A file that is written once. Durable. */
  async place(key: string, parts: readonly Uint8Array[]): Promise<FileSums> {
    const path = this.#key(key);
    this.#fs.mkdir(parentOf(path));
    this.#fs.remove(path);
    return this.append(key, NO_BYTES, parts);
  }

  async writeManifest(number: number, manifest: Manifest): Promise<void> {
    const dir = this.#key(manifest.uuid);
    this.#fs.mkdir(dir);
    placeSealed(this.#fs, dir, numberedName(number), MANIFEST, toJson(number, manifest));
  }

  /** From now on the checkpoint counts. */
  async commit(root: Root): Promise<void> {
    placeSealed(this.#fs, this.#path(ROOTS), numberedName(root.number), ROOT, root);
  }

  /** Removes all roots but these, and of these collections all that neither a kept manifest nor the running server needs. */
  async sweep(roots: readonly number[], collections: readonly KeptFiles[]): Promise<void> {
    const dir = this.#path(ROOTS);
    for (const name of this.#fs.list(dir)) {
      const number = numberOf(name);
      if (number !== null && !roots.includes(number)) this.#fs.remove(joinPath(dir, name));
    }
    this.#fs.syncDir(dir);
    let failure: unknown;
    for (const kept of collections) {
      // One that cannot be looked through keeps nothing of the others.
      await this.#sweepCollection(kept).catch((error) => {
        failure ??= error;
      });
    }
    if (failure !== undefined) throw failure;
  }

  /** Removes the directories of collections that are not among these. To be called while none can be created. */
  async removeUnknown(uuids: readonly string[]): Promise<void> {
    const known = new Set(uuids);
    for (const name of this.#fs.list(this.#path(COLLECTIONS))) {
      if (!known.has(name)) this.#fs.remove(this.#key(name));
    }
  }

  /** Removes a collection, a segment or a file that nothing refers to. */
  async discard(key: string): Promise<void> {
    this.#fs.remove(this.#key(key));
  }

  /** Keeps a copy of a damaged file where nothing writes. @returns where, or null when there is no file */
  async quarantine(key: string): Promise<string | null> {
    const name = joinPath(QUARANTINE, key.replaceAll("/", "-"));
    const to = this.#path(name);
    if (!this.#fs.exists(this.#key(key))) return null;
    if (this.#fs.exists(to)) return name;
    copyAside(this.#fs, this.#key(key), to);
    return name;
  }

  /**
   * @param move or copied: without a whole root the start may be refused, and then nothing must have been changed
   * @returns what there is to say about it
   */
  #setAside(number: number, move: boolean): string {
    const to = this.#path(QUARANTINE, `checkpoint-${numberedName(number)}`);
    try {
      if (!move) copyAside(this.#fs, this.#rootPath(number), to);
      else {
        this.#fs.mkdir(this.#path(QUARANTINE));
        this.#fs.rename(this.#rootPath(number), to);
        this.#fs.syncDir(this.#path(QUARANTINE));
        this.#fs.syncDir(this.#path(ROOTS));
      }
      return "";
    } catch (error) {
      return `; it could not be put into quarantine: ${(error as Error).message}`;
    }
  }

  /** Of all files of checkpoints and collections, and of copies of damaged and earlier ones. */
  async sizeBytes(): Promise<number> {
    const places = [this.#path(ROOTS), this.#path(COLLECTIONS), ...copiesIn(this.#fs, this.#dataDir)];
    return places.reduce((sum, path) => sum + bytesBelow(this.#fs, path), 0);
  }

  /** Removes the copies, durably. */
  async removeCopies(): Promise<void> {
    removeCopies(this.#fs, this.#dataDir);
  }

  async #sweepCollection({ uuid, manifests, segments, firstNew }: KeptFiles): Promise<void> {
    const dir = this.#key(uuid);
    if (!this.#fs.exists(dir)) return;
    const files = new Set<string>();
    for (const number of manifests) {
      for (const { file } of filesOf(await this.manifest(uuid, number))) files.add(file);
    }
    for (const name of this.#fs.list(dir)) {
      const manifest = numberOf(name);
      if (manifest !== null && !manifests.includes(manifest)) this.#fs.remove(joinPath(dir, name));
      if (!/^\d+$/.test(name) || Number(name) >= firstNew) continue;
      const inUse =
        segments.includes(Number(name)) || [...files].some((file) => file.startsWith(`${uuid}/${name}/`));
      if (!inUse) this.#fs.remove(joinPath(dir, name));
      else this.#sweepGraphs(joinPath(dir, name), `${uuid}/${name}`, files);
    }
    this.#fs.syncDir(dir);
  }

  #sweepGraphs(dir: string, key: string, files: ReadonlySet<string>): void {
    for (const name of this.#fs.list(dir)) {
      if (name.startsWith("graph-") && !files.has(`${key}/${name}`)) this.#fs.remove(joinPath(dir, name));
    }
  }

  /** The file's name is durable too. One that nothing refers to may be there already, of an attempt that failed. */
  #durably(key: string, { bytes }: FileSums, write: () => FileSums): FileSums {
    const dir = parentOf(this.#key(key));
    return naming(key, () => {
      if (bytes === 0) this.#fs.mkdir(dir);
      const sums = write();
      if (bytes === 0) this.#fs.syncDir(dir);
      return sums;
    });
  }

  #rootPath(number: number): string {
    return this.#path(ROOTS, numberedName(number));
  }

  #key(...names: string[]): string {
    return this.#path(COLLECTIONS, ...names);
  }

  #path(...names: string[]): string {
    return joinPath(this.#dataDir, ...names);
  }
}

/** Files of collections are named by their keys, and never by where the data directory is. */
function naming<T>(key: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof DamagedFile) throw new DamagedFile(key, error.offset, error.reason);
    // A sector that cannot be read is as bad as one that was changed.
    if ((error as { code?: unknown }).code === "EIO") throw new DamagedFile(key, 0, (error as Error).message);
    throw error;
  }
}
