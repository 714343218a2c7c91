// A file system in memory, for the snapshots of a database without a directory, and for tests that copy, compare and
// damage whole directories.
// The decision: nothing is ever lost, so syncs do nothing.
import { crc32 } from "./crc32.ts";
import type { FileHandle, FileSystem, OpenMode } from "./fs.ts";
import { NameTree } from "./name-tree.ts";

interface File {
  /** The bytes of the file, with unused capacity at the end, so that appending does not copy each time. */
  buffer: Uint8Array;
  size: number;
}

export class MemoryFs implements FileSystem {
  readonly crc32 = crc32;
  readonly #names = new NameTree<File>();

  /** Returns an independent copy. */
  clone(): MemoryFs {
    const copy = new MemoryFs();
    for (const path of this.#names.files.keys()) copy.set(path, this.get(path).slice());
    for (const path of this.#names.dirs) copy.mkdir(path);
    return copy;
  }

  get paths(): string[] {
    return [...this.#names.files.keys()].sort();
  }

  get(path: string): Uint8Array {
    return bytesOf(this.#names.at(path));
  }

  set(path: string, bytes: Uint8Array): void {
    this.#names.set(path, { buffer: bytes, size: bytes.length });
  }

  randomBytes(count: number): Uint8Array {
    return crypto.getRandomValues(new Uint8Array(count));
  }

  mkdir(path: string): void {
    this.#names.mkdir(path);
  }

  list(path: string): string[] {
    return this.#names.list(path);
  }

  exists(path: string): boolean {
    return this.#names.exists(path);
  }

  open(path: string, mode: OpenMode): FileHandle {
    if (mode !== "create") return handleOf(this.#names.at(path));
    return handleOf(this.#names.create(path, { buffer: new Uint8Array(0), size: 0 }));
  }

  rename(from: string, to: string): void {
    this.#names.rename(from, to);
  }

  remove(path: string): void {
    this.#names.remove(path);
  }

  syncDir(): void {}
}

function bytesOf({ buffer, size }: File): Uint8Array {
  return buffer.subarray(0, size);
}

function resize(file: File, size: number): void {
  if (size > file.buffer.length) {
    const buffer = new Uint8Array(Math.max(size, 2 * file.buffer.length));
    buffer.set(bytesOf(file));
    file.buffer = buffer;
  }
  // When a file grows, the new bytes must be zero, also where the file was longer before.
  file.buffer.fill(0, size, file.size);
  file.size = size;
}

function handleOf(file: File): FileHandle {
  return {
    size: () => file.size,
    read(into, position) {
      const bytes = bytesOf(file).subarray(position, position + into.length);
      into.set(bytes);
      return bytes.length;
    },
    write(parts, position) {
      const end = parts.reduce((sum, { length }) => sum + length, position);
      if (end > file.size) resize(file, end);
      let at = position;
      for (const part of parts) {
        file.buffer.set(part, at);
        at += part.length;
      }
    },
    sync: () => {},
    truncate: (size) => resize(file, size),
    close: () => {},
  };
}
