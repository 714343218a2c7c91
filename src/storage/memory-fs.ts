// A file system in memory: where a database without a directory keeps its snapshots, and where tests copy, compare and
// damage whole directories in no time.
// The decision: files by path, and directories as a set of paths; nothing is ever lost, so there is nothing to sync.
import { crc32 } from "./crc32.ts";
import { type FileHandle, type FileSystem, type OpenMode, parentOf } from "./fs.ts";

interface File {
  /** Grown ahead of what is written, so that a file may be written piece by piece. */
  room: Uint8Array;
  size: number;
}

export class MemoryFs implements FileSystem {
  readonly crc32 = crc32;
  readonly #files = new Map<string, File>();
  readonly #dirs = new Set<string>();

  /** Another one that holds the same. */
  clone(): MemoryFs {
    const copy = new MemoryFs();
    for (const path of this.#files.keys()) copy.set(path, this.get(path).slice());
    for (const path of this.#dirs) copy.mkdir(path);
    return copy;
  }

  /** Of all files. */
  get paths(): string[] {
    return [...this.#files.keys()].sort();
  }

  get(path: string): Uint8Array {
    return bytesOf(this.#at(path));
  }

  set(path: string, bytes: Uint8Array): void {
    this.#files.set(path, { room: bytes, size: bytes.length });
  }

  randomBytes(count: number): Uint8Array {
    return crypto.getRandomValues(new Uint8Array(count));
  }

  mkdir(path: string): void {
    for (let at = path; at !== "" && !this.#dirs.has(at); at = parentOf(at)) this.#dirs.add(at);
  }

  list(path: string): string[] {
    if (!this.#dirs.has(path)) throw failure("ENOENT", path);
    const inside = [...this.#files.keys(), ...this.#dirs].filter((name) => name.startsWith(`${path}/`));
    return [...new Set(inside.map((name) => name.slice(path.length + 1).split("/")[0]!))];
  }

  exists(path: string): boolean {
    return this.#files.has(path) || this.#dirs.has(path);
  }

  open(path: string, mode: OpenMode): FileHandle {
    if (mode !== "create") return handleOf(this.#at(path));
    if (this.#files.has(path)) throw failure("EEXIST", path);
    if (!this.#dirs.has(parentOf(path))) throw failure("ENOENT", path);
    this.set(path, new Uint8Array(0));
    return handleOf(this.#at(path));
  }

  rename(from: string, to: string): void {
    if (!this.exists(from)) throw failure("ENOENT", from);
    const moved = (path: string) =>
      path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : null;
    for (const [path, file] of [...this.#files]) {
      const target = moved(path);
      if (target === null) continue;
      this.#files.delete(path);
      this.#files.set(target, file);
    }
    for (const path of [...this.#dirs]) {
      const target = moved(path);
      if (target !== null && this.#dirs.delete(path)) this.#dirs.add(target);
    }
  }

  remove(path: string): void {
    const isGone = (name: string) => name === path || name.startsWith(`${path}/`);
    for (const name of this.#files.keys()) if (isGone(name)) this.#files.delete(name);
    for (const name of this.#dirs) if (isGone(name)) this.#dirs.delete(name);
  }

  syncDir(): void {}

  #at(path: string): File {
    const file = this.#files.get(path);
    if (!file) throw failure("ENOENT", path);
    return file;
  }
}

function bytesOf({ room, size }: File): Uint8Array {
  return room.subarray(0, size);
}

function resize(file: File, size: number): void {
  if (size > file.room.length) {
    const room = new Uint8Array(Math.max(size, 2 * file.room.length));
    room.set(bytesOf(file));
    file.room = room;
  }
  // What a file grows by later is zeros, also where it has been longer.
  file.room.fill(0, size, file.size);
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
        file.room.set(part, at);
        at += part.length;
      }
    },
    sync: () => {},
    truncate: (size) => resize(file, size),
    close: () => {},
  };
}

/** An error as Node throws it. */
function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
