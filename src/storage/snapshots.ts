// The snapshots of a data directory: where they are, and how they are made, listed and removed.
// The decision: a client names a snapshot and never a file. Only names of the form that the server gives are accepted,
// so no request can open a file outside of this directory. The name of the collection is in the file itself, which
// outlives the collection and can restore it.
//
//   <data dir>/snapshots/<moment>-<8 hex digits>.snapshot      see snapshot-file.ts; plus `.tmp` while incomplete
import { DamagedFile, DiskFull } from "../errors/failures.ts";
import { type FileSystem, isDiskFull, joinPath, readBytes, sizeOf, withFile } from "./fs.ts";
import {
  decodeJson,
  END,
  encodeJson,
  HEAD,
  type SnapshotHead,
  SnapshotReader,
  type SnapshotRecord,
  SnapshotWriter,
} from "./snapshot-file.ts";

interface StoredSnapshot<Head> {
  readonly name: string;
  readonly bytes: number;
  /** The description; null if the file is damaged at its beginning. */
  readonly head: Head | null;
}

/** The bytes of records that are read at once, unless a single one is larger. */
const BATCH_BYTES = 4 * 2 ** 20;
export const SNAPSHOTS = "snapshots";
const NAME = /^\d{4}(-\d\d){5}-[0-9a-f]{8}\.snapshot$/;
const UNFINISHED_SUFFIX = ".tmp";

/** @template Head the description in the first frame of a file */
export class Snapshots<Head extends { readonly created: string } = SnapshotHead> {
  readonly #fs: FileSystem;
  readonly #dir: string;
  readonly #writers = new Map<string, SnapshotWriter>();
  readonly #readers = new Map<number, { readonly source: SnapshotReader; done: boolean }>();
  #nextReader = 0;

  /** @param folder of the data directory; files of deleted points are in another one (deleted-points.ts) */
  constructor(fs: FileSystem, dataDir: string, folder = SNAPSHOTS) {
    this.#fs = fs;
    this.#dir = joinPath(dataDir, folder);
  }

  /** Begins a snapshot. @returns its name, which is valid once it is finished */
  async begin(head: Head): Promise<string> {
    return this.#guard(() => {
      this.#fs.mkdir(this.#dir);
      const moment = head.created.slice(0, 19).replace(/[:T]/g, "-");
      const digits = Array.from(this.#fs.randomBytes(4), (byte) => byte.toString(16).padStart(2, "0")).join(
        "",
      );
      const name = `${moment}-${digits}.snapshot`;
      try {
        const writer = new SnapshotWriter(this.#fs, this.#path(name) + UNFINISHED_SUFFIX);
        this.#writers.set(name, writer);
        writer.append([{ type: HEAD, body: encodeJson(head) }]);
        return name;
      } catch (error) {
        this.#forget(name);
        throw error;
      }
    });
  }

  async append(name: string, records: readonly SnapshotRecord[]): Promise<void> {
    this.#guard(() => this.#writers.get(name)!.append(records));
  }

  /** Makes the snapshot durable under its name. @returns its length in bytes */
  async finish(name: string, points: number): Promise<number> {
    return this.#guard(() => {
      const writer = this.#writers.get(name)!;
      writer.append([{ type: END, body: encodeJson({ points }) }]);
      writer.sync();
      this.#writers.delete(name);
      writer.close();
      this.#fs.rename(this.#path(name) + UNFINISHED_SUFFIX, this.#path(name));
      try {
        this.#fs.syncDir(this.#dir);
      } catch (error) {
        // The client gets an error, so there must be no snapshot.
        this.#fs.remove(this.#path(name));
        throw error;
      }
      return writer.size;
    });
  }

  /** Removes a snapshot that was begun and not finished. */
  async abandon(name: string): Promise<void> {
    this.#forget(name);
  }

  /** Removes incomplete snapshots that a crash left. Must be called while none is being made. */
  async tidy(): Promise<void> {
    for (const name of this.#names())
      if (name.endsWith(UNFINISHED_SUFFIX)) this.#fs.remove(joinPath(this.#dir, name));
  }

  /** Returns all snapshots, the oldest first. */
  async list(): Promise<StoredSnapshot<Head>[]> {
    const names = this.#names().filter((name) => NAME.test(name));
    return names.sort().flatMap((name) => this.#readStored(name) ?? []);
  }

  async find(name: string): Promise<StoredSnapshot<Head> | null> {
    return NAME.test(name) ? this.#readStored(name) : null;
  }

  /** Removes a snapshot. @returns false when there is none of this name */
  async remove(name: string): Promise<boolean> {
    if (!NAME.test(name) || !this.#fs.exists(this.#path(name))) return false;
    this.#fs.remove(this.#path(name));
    this.#fs.syncDir(this.#dir);
    return true;
  }

  /** Returns bytes of the file; none behind its end. */
  async bytes(name: string, offset: number, length: number): Promise<Uint8Array> {
    return withFile(this.#fs, this.#path(name), "read", (file) => readBytes(file, offset, length).slice());
  }

  /** Opens a snapshot to be read record by record. @returns the number of the reader. @throws DamagedFile */
  async open(name: string): Promise<number> {
    const source = new SnapshotReader(this.#fs, this.#path(name));
    const number = this.#nextReader++;
    this.#readers.set(number, { source, done: false });
    return number;
  }

  /** Returns the next records, without the head and the end; none when all have been read. @throws DamagedFile */
  async next(reader: number): Promise<SnapshotRecord[]> {
    const records: SnapshotRecord[] = [];
    const open = this.#readers.get(reader)!;
    for (let bytes = 0; !open.done && bytes < BATCH_BYTES; ) {
      const record = open.source.next();
      open.done = record.type === END;
      if (record.type !== HEAD && !open.done) records.push(record);
      bytes += record.body.length;
    }
    return records;
  }

  async close(reader: number): Promise<void> {
    this.#readers.get(reader)?.source.close();
    this.#readers.delete(reader);
  }

  #names(): string[] {
    return this.#fs.exists(this.#dir) ? this.#fs.list(this.#dir) : [];
  }

  #readStored(name: string): StoredSnapshot<Head> | null {
    const path = this.#path(name);
    if (!this.#fs.exists(path)) return null;
    const head = this.#headOf(path);
    return { name, bytes: sizeOf(this.#fs, path), head };
  }

  #headOf(path: string): Head | null {
    try {
      const reader = new SnapshotReader(this.#fs, path);
      try {
        const record = reader.next();
        return record.type === HEAD ? (decodeJson(record.body) as Head) : null;
      } finally {
        reader.close();
      }
    } catch (error) {
      if (error instanceof DamagedFile) return null;
      throw error;
    }
  }

  /** Removes the file of a snapshot that was not finished. */
  #forget(name: string): void {
    try {
      this.#writers.get(name)?.close();
    } finally {
      this.#writers.delete(name);
      this.#fs.remove(this.#path(name) + UNFINISHED_SUFFIX);
    }
  }

  #path(name: string): string {
    return joinPath(this.#dir, name);
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw isDiskFull(error) ? new DiskFull({ cause: error }) : error;
    }
  }
}
