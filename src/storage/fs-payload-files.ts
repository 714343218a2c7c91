// Payload files read through the file system port. The decision: it is used where blocking calls delay no other
// requests, such as a web page's worker or files in memory.

import { type FileHandle, type FileSystem, joinPath } from "./fs.ts";
import type { PayloadFiles } from "./payload-files.ts";

export class FsPayloadFiles implements PayloadFiles {
  readonly #fs: FileSystem;
  readonly #folder: string;
  readonly #open = new Map<string, FileHandle>();

  /** @param folder the directory that keys are relative to */
  constructor(fs: FileSystem, folder: string) {
    this.#fs = fs;
    this.#folder = folder;
  }

  async read(key: string, offset: number, into: Uint8Array): Promise<number> {
    const file = this.#open.get(key) ?? this.#fs.open(joinPath(this.#folder, key), "read");
    this.#open.set(key, file);
    return file.read(into, offset);
  }

  close(key: string): void {
    this.#open.get(key)?.close();
    this.#open.delete(key);
  }

  crc32(bytes: Uint8Array): number {
    return this.#fs.crc32(bytes);
  }
}
