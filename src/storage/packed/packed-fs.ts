// A file system inside three files, for platforms where files cannot be created, opened or renamed synchronously, such
// as a web page.
// The decision: one volume of blocks and two catalogues that are written alternately. Opening and renaming change only
// memory, and no call waits; three handles are open, however many files there are. Every sync makes all names durable,
// which is more than required. After a failed sync all later ones fail, because the contents of the volume are unknown.
// Free blocks are reused, and are cut off when there are many at the end; free blocks between files stay.
import { DamagedFile } from "../../errors/failures.ts";
import { crc32 } from "../crc32.ts";
import type { FileHandle, FileSystem, OpenMode } from "../fs.ts";
import { NameTree } from "../name-tree.ts";
import { Blocks } from "./blocks.ts";
import { type Catalogue, readCatalogue, writeCatalogue } from "./catalogue.ts";
import { BLOCK_BYTES, PackedFile, type Volume } from "./packed-file.ts";

interface PackedParts {
  /** Both are empty for a new file system. */
  readonly catalogues: readonly [FileHandle, FileHandle];
  readonly data: FileHandle;
}

/** The volume is shortened when this much of its end is free. */
const TRUNCATE_BYTES = 4 * 2 ** 20;
/** The most bytes that `crypto` returns in one call. */
const RANDOM_BYTES = 65_536;

export class PackedFs implements FileSystem {
  readonly crc32 = crc32;
  readonly #parts: PackedParts;
  readonly #names = new NameTree<PackedFile>();
  readonly #blocks = new Blocks();
  readonly #volume: Volume;
  #generation = 0;
  #changed = false;
  /** The error of a failed sync. */
  #failure: unknown;
  /** The upper bound of the number of blocks in the file of the volume. */
  #extent: number;

  /** Opens the file system. @throws DamagedFile, StartRefused when a newer version wrote it */
  constructor(parts: PackedParts) {
    this.#parts = parts;
    this.#volume = {
      data: parts.data,
      blocks: this.#blocks,
      noteChange: () => {
        this.#changed = true;
      },
      freeBlocks: (blocks) => this.#freeBlocks(blocks),
    };
    const { newest, isPaired } = readCatalogue(parts.catalogues);
    this.#extent = Math.ceil(parts.data.size() / BLOCK_BYTES);
    // A catalogue of a killed process may be readable and not durable. It is written again before the other one is
    // overwritten.
    this.#load(newest ?? { generation: 1, dirs: [], files: [] });
    this.#write();
    if (!isPaired) this.#save();
  }

  randomBytes(count: number): Uint8Array {
    const bytes = new Uint8Array(count);
    for (let at = 0; at < count; at += RANDOM_BYTES)
      crypto.getRandomValues(bytes.subarray(at, at + RANDOM_BYTES));
    return bytes;
  }

  /** Makes a directory. Its name becomes durable with the next catalogue; an empty directory has no value by itself. */
  mkdir(path: string): void {
    if (this.#names.mkdir(path)) this.#changed = true;
  }

  list(path: string): string[] {
    return this.#names.list(path);
  }

  exists(path: string): boolean {
    return this.#names.exists(path);
  }

  open(path: string, mode: OpenMode): FileHandle {
    if (mode !== "create") return this.#handle(this.#names.at(path));
    const file = this.#names.create(path, new PackedFile(this.#volume));
    this.#changed = true;
    return this.#handle(file);
  }

  rename(from: string, to: string): void {
    this.#names.rename(from, to)?.loseName();
    this.#changed = true;
  }

  remove(path: string): void {
    if (!this.#names.exists(path)) return;
    for (const file of this.#names.remove(path)) file.loseName();
    this.#changed = true;
  }

  syncDir(): void {
    if (this.#changed) this.#save();
  }

  /** Makes everything durable and closes the files. */
  close(): void {
    try {
      this.syncDir();
    } finally {
      const { data, catalogues } = this.#parts;
      for (const file of [data, ...catalogues]) file.close();
    }
  }

  #handle(file: PackedFile): FileHandle {
    file.opens++;
    return {
      size: () => file.size,
      read: (into, position) => file.read(into, position),
      write: (parts, position) => file.write(parts, position),
      truncate: (size) => file.truncate(size),
      sync: () => {
        if (this.#changed) this.#save();
        else this.#sync(() => this.#parts.data.sync());
      },
      close: () => file.noteClosed(),
    };
  }

  #load({ generation, dirs, files }: Catalogue): void {
    this.#generation = generation;
    for (const dir of dirs) this.#names.mkdir(dir);
    for (const { path, size, runs } of files) {
      for (const run of runs) {
        if (!this.#blocks.takeListed(run))
          throw new DamagedFile("catalogue", 0, `${path} has blocks of another file`);
      }
      this.#names.set(path, new PackedFile(this.#volume, size, runs));
    }
  }

  #save(): void {
    this.#generation++;
    try {
      this.#write();
    } catch (error) {
      this.#generation--;
      throw error;
    }
    this.#changed = false;
    this.#extent = Math.max(this.#extent, this.#blocks.end);
    this.#blocks.settle();
    this.#truncate();
  }

  /** Writes the data first, so that a name never becomes durable before the bytes of its file. */
  #write(): void {
    const files = Array.from(this.#names.files, ([path, { size, runs }]) => ({ path, size, runs }));
    const catalogue = { generation: this.#generation, dirs: [...this.#names.dirs], files };
    const { data, catalogues } = this.#parts;
    this.#sync(() => data.sync());
    const sync = writeCatalogue(catalogues, catalogue);
    this.#sync(sync);
  }

  #sync(sync: () => void): void {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      sync();
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  #truncate(): void {
    if ((this.#extent - this.#blocks.end) * BLOCK_BYTES < TRUNCATE_BYTES) return;
    this.#parts.data.truncate(this.#blocks.end * BLOCK_BYTES);
    this.#extent = this.#blocks.end;
  }

  /** Saves the catalogue when that frees blocks which are needed, before the volume is made longer. */
  #freeBlocks(blocks: number): void {
    if (blocks > this.#blocks.free && this.#blocks.unsettled) this.#save();
  }
}
