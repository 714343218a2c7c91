// A file system in memory, whole directories of which can be copied, compared and damaged in no time.
// The decision: files by path, and directories as a set of paths; nothing is ever lost, so there is nothing to sync.
import { type FileHandle, type FileSystem, type OpenMode, parentOf } from "../../src/storage/fs.ts";
import { nodeFs } from "../../src/storage/node-fs.ts";

interface File {
  bytes: Uint8Array;
}

export class MemoryFs implements FileSystem {
  readonly crc32 = nodeFs.crc32;
  readonly randomBytes = nodeFs.randomBytes;
  readonly #files = new Map<string, File>();
  readonly #dirs = new Set<string>();

  /** Another one that holds the same. */
  clone(): MemoryFs {
    const copy = new MemoryFs();
    for (const [path, { bytes }] of this.#files) copy.set(path, bytes.slice());
    for (const path of this.#dirs) copy.mkdir(path);
    return copy;
  }

  /** Of all files. */
  get paths(): string[] {
    return [...this.#files.keys()].sort();
  }

  get(path: string): Uint8Array {
    return this.#at(path).bytes;
  }

  set(path: string, bytes: Uint8Array): void {
    this.#files.set(path, { bytes });
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

function handleOf(file: File): FileHandle {
  const resize = (size: number) => {
    const bytes = new Uint8Array(size);
    bytes.set(file.bytes.subarray(0, size));
    file.bytes = bytes;
  };
  return {
    size: () => file.bytes.length,
    read(into, position) {
      const bytes = file.bytes.subarray(position, position + into.length);
      into.set(bytes);
      return bytes.length;
    },
    write(parts, position) {
      const end = parts.reduce((sum, { length }) => sum + length, position);
      if (end > file.bytes.length) resize(end);
      let at = position;
      for (const part of parts) {
        file.bytes.set(part, at);
        at += part.length;
      }
    },
    sync: () => {},
    truncate: resize,
    close: () => {},
  };
}

/** An error as Node throws it. */
function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
