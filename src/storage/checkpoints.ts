// The files of checkpoints: where they are, and how they are written, read and removed.
// The decision: a checkpoint is valid from the moment its root is in place. Everything it refers to is durable before
// that, and no file that one of the newest two roots refers to is changed, so after any crash one of them is complete.
// There are two exceptions: files of a collection whose drop is in the log behind both roots, and, after a start that
// used the older root, the bytes that the damaged newer one had appended to a file, which is copied to the quarantine
// first.
//
//   <data dir>/checkpoints/<number>.json            roots, see manifest.ts
//   <data dir>/collections/<uuid>/<number>.json     manifests
//   <data dir>/collections/<uuid>/<segment>/...     the files of a segment
//   <data dir>/quarantine/                          copies of files that were found damaged: their keys with dashes in
//                                                   place of slashes, checkpoint-<number>.json, segments of the log

import { DamagedFile } from "../errors/failures.ts";
import { systemCodeOf } from "../errors/files.ts";
import { bytesBelow, copiesIn, removeCopies } from "./copies.ts";
import { appendData, type FileSums, NO_BYTES, readData, sumData } from "./data-file.ts";
import { DELETED_POINTS } from "./deleted-points.ts";
import { type FileSystem, joinPath, parentOf } from "./fs.ts";
import {
  filesOf,
  MANIFEST,
  type Manifest,
  numberedName,
  numberOf,
  ROOT,
  type Root,
  toJson,
} from "./manifest.ts";
import { copyAside, QUARANTINE } from "./quarantine.ts";
import type { SavedFile } from "./saved-file.ts";
import { removeHalfMade, writeSealed } from "./sealed-file.ts";
import { readManifest, readRoot, rootNumbers } from "./stored-roots.ts";
import { sweepSegment } from "./sweep-segment.ts";

/** The files of a collection that `sweep` must keep. */
export interface KeptFiles {
  readonly uuid: string;
  readonly manifests: readonly number[];
  /** The numbers of segments in use; segments from `firstNew` on are in use, too. */
  readonly segments: readonly number[];
  readonly firstNew: number;
  /** The ids of the vectors of the collection. */
  readonly vectors: readonly number[];
}

interface OpenedRoots {
  /** The readable roots, the newest first. */
  readonly roots: readonly Root[];
  /** Roots that cannot be read, each as a sentence. They, or copies of them, are in quarantine. */
  readonly faults: readonly string[];
}

/** The number of roots that are kept. */
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

  /** Must be called before the first write of a checkpoint, and `end` after the last. */
  async begin(): Promise<void> {}

  async end(): Promise<void> {}

  /** Reads the roots. It must be called first, by the process that holds the lock of the directory. */
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

  /** Reads a manifest. @throws DamagedFile */
  async manifest(uuid: string, number: number): Promise<Manifest> {
    const read = () => readManifest(this.#fs, this.#dataDir, uuid, number);
    return naming(`${uuid}/${numberedName(number)}`, read);
  }

  /** Reads a file in slices, because it may have hundreds of megabytes. @throws DamagedFile */
  *read({ file, ...wanted }: SavedFile): Generator<void, Uint8Array> {
    const work = readData(this.#fs, this.#key(file), wanted);
    for (;;) {
      const step = naming(file, () => work.next());
      if (step.done) return step.value;
      yield;
    }
  }

  /** Returns whether no collection has files. */
  async isEmpty(): Promise<boolean> {
    return this.#fs.list(this.#path(COLLECTIONS)).length === 0;
  }

  /** Returns whether there is a file or directory of this key. */
  async has(key: string): Promise<boolean> {
    return this.#fs.exists(this.#key(key));
  }

  /** Returns the numbers of the segments that have a directory, also of those that no manifest refers to. */
  async segments(uuid: string): Promise<number[]> {
    const dir = this.#key(uuid);
    if (!this.#fs.exists(dir)) return [];
    return this.#fs.list(dir).flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
  }

  /** Appends to a file behind its first `before.bytes` bytes. The result is durable. */
  async append(key: string, before: FileSums, parts: readonly Uint8Array[]): Promise<FileSums> {
    return this.#durably(key, before, () => appendData(this.#fs, this.#key(key), before, parts));
  }

  /** Computes the checksums of a file up to `bytes` that another writer has written, and makes it durable. */
  async adopt(key: string, before: FileSums, bytes: number): Promise<FileSums> {
    return this.#durably(key, before, () => sumData(this.#fs, this.#key(key), before, bytes));
  }

  /** Writes a file that is not changed afterwards. The result is durable. */
  async writeFile(key: string, parts: readonly Uint8Array[]): Promise<FileSums> {
    const path = this.#key(key);
    this.#fs.mkdir(parentOf(path));
    this.#fs.remove(path);
    return this.append(key, NO_BYTES, parts);
  }

  async writeManifest(number: number, manifest: Manifest): Promise<void> {
    const dir = this.#key(manifest.uuid);
    this.#fs.mkdir(dir);
    writeSealed(this.#fs, dir, numberedName(number), MANIFEST, toJson(number, manifest));
  }

  /** Writes the root, which makes the checkpoint valid. */
  async commit(root: Root): Promise<void> {
    writeSealed(this.#fs, this.#path(ROOTS), numberedName(root.number), ROOT, root);
  }

  /**
   * Removes all roots but `roots`, and the files of `collections` that neither a kept manifest nor the running server
   * needs.
   */
  async sweep(roots: readonly number[], collections: readonly KeptFiles[]): Promise<void> {
    const dir = this.#path(ROOTS);
    for (const name of this.#fs.list(dir)) {
      const number = numberOf(name);
      if (number !== null && !roots.includes(number)) this.#fs.remove(joinPath(dir, name));
    }
    this.#fs.syncDir(dir);
    let failure: unknown;
    for (const kept of collections) {
      // If one collection cannot be swept, the others are swept all the same.
      await this.#sweepCollection(kept).catch((error) => {
        failure ??= error;
      });
    }
    if (failure !== undefined) throw failure;
  }

  /** Removes the directories of all other collections. Must be called while no collection can be created. */
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

  /** Copies a damaged file to the quarantine. @returns the path of the copy, or null when there is no file */
  async quarantine(key: string): Promise<string | null> {
    const name = joinPath(QUARANTINE, key.replaceAll("/", "-"));
    const to = this.#path(name);
    if (!this.#fs.exists(this.#key(key))) return null;
    if (this.#fs.exists(to)) return name;
    copyAside(this.#fs, this.#key(key), to);
    return name;
  }

  /**
   * Moves or copies a damaged root to the quarantine.
   * @param move false: copy it. A start without any intact root may be refused, and must not have changed anything then
   * @returns an empty text, or the end of a sentence that says why this failed
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

  /** Returns the size of all checkpoints, files of collections and of deleted points, and copies of damaged files. */
  async sizeBytes(): Promise<number> {
    const own = [ROOTS, COLLECTIONS, DELETED_POINTS].map((folder) => this.#path(folder));
    const paths = [...own, ...copiesIn(this.#fs, this.#dataDir)];
    return paths.reduce((sum, path) => sum + bytesBelow(this.#fs, path), 0);
  }

  async removeCopies(): Promise<void> {
    removeCopies(this.#fs, this.#dataDir);
  }

  async #sweepCollection({ uuid, manifests, segments, firstNew, vectors }: KeptFiles): Promise<void> {
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
      else sweepSegment(this.#fs, joinPath(dir, name), `${uuid}/${name}`, { files, vectors });
    }
    this.#fs.syncDir(dir);
  }

  /**
   * Runs `write` and makes the name of the file durable, too. The file may exist already, left by an attempt that
   * failed.
   */
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

/**
 * Runs `work` with errors that name files by their keys, so that messages do not contain the path of the data
 * directory.
 */
function naming<T>(key: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof DamagedFile) throw new DamagedFile(key, error.offset, error.reason);
    // A sector that cannot be read is treated like changed bytes.
    if (systemCodeOf(error) === "EIO") throw new DamagedFile(key, 0, (error as Error).message);
    throw error;
  }
}
