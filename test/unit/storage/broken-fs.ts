// A file system whose calls are counted, and fail or do half of their work when a test says so.
import type { FileHandle, FileSystem, OpenMode } from "../../../src/storage/fs.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";

export type Op = "mkdir" | "open" | "write" | "sync" | "truncate" | "rename" | "remove" | "syncDir";

/** An I/O error as Node throws it. `writtenBytes` of a failing write reach the file nevertheless. */
export class IoError extends Error {
  readonly code: string;
  readonly writtenBytes: number;

  constructor(code: string, writtenBytes = 0) {
    super(`${code}: injected`);
    this.code = code;
    this.writtenBytes = writtenBytes;
  }
}

export class BrokenFs implements FileSystem {
  readonly calls: { op: Op; path: string }[] = [];
  /** Whether syncs reach the disk; tests that only read files do not need it, and are much faster without it. */
  durable = true;
  /** Is called before every operation, and throws to make it fail. */
  before: (op: Op, path: string) => void = () => {};

  readonly crc32 = nodeFs.crc32;
  readonly randomBytes = nodeFs.randomBytes;
  readonly #sound: FileSystem;

  /** @param sound the file system that does the work */
  constructor(sound: FileSystem = nodeFs) {
    this.#sound = sound;
  }

  list(path: string): string[] {
    return this.#sound.list(path);
  }

  exists(path: string): boolean {
    return this.#sound.exists(path);
  }

  mkdir(path: string): void {
    this.#note("mkdir", path);
    this.#sound.mkdir(path);
  }

  count(op: Op): number {
    return this.calls.filter((call) => call.op === op).length;
  }

  open(path: string, mode: OpenMode): FileHandle {
    this.#note("open", path);
    const file = this.#sound.open(path, mode);
    return {
      size: () => file.size(),
      read: (into, position) => file.read(into, position),
      write: (parts, position) => {
        try {
          this.#note("write", path);
        } catch (error) {
          const { writtenBytes } = error as IoError;
          file.write([Buffer.concat(parts).subarray(0, writtenBytes)], position);
          throw error;
        }
        file.write(parts, position);
      },
      sync: () => {
        this.#note("sync", path);
        if (this.durable) file.sync();
      },
      truncate: (size) => {
        this.#note("truncate", path);
        file.truncate(size);
      },
      close: () => file.close(),
    };
  }

  rename(from: string, to: string): void {
    this.#note("rename", to);
    this.#sound.rename(from, to);
  }

  remove(path: string): void {
    this.#note("remove", path);
    this.#sound.remove(path);
  }

  syncDir(path: string): void {
    this.#note("syncDir", path);
    if (this.durable) this.#sound.syncDir(path);
  }

  #note(op: Op, path: string): void {
    this.calls.push({ op, path });
    this.before(op, path);
  }
}
