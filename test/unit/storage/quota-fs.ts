// A file system with limited space: a write that does not fit is done in part and then refused, as on a real disk.
import { join } from "node:path";
import { bytesBelow } from "../../../src/storage/copies.ts";
import type { FileHandle, FileSystem, OpenMode } from "../../../src/storage/fs.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { BrokenFs, IoError } from "./broken-fs.ts";

export class QuotaFs extends BrokenFs {
  readonly #root: string;
  readonly #disk: FileSystem;
  /** The number of bytes that all files together may have. */
  limit: number;

  constructor(root: string, limit: number, disk: FileSystem = nodeFs) {
    super(disk);
    this.#root = root;
    this.#disk = disk;
    this.limit = limit;
  }

  get used(): number {
    return bytesBelow(this.#disk, this.#root);
  }

  override open(path: string, mode: OpenMode): FileHandle {
    const file = super.open(path, mode);
    return {
      ...file,
      write: (parts, position) => {
        const bytes = Buffer.concat(parts);
        const size = file.size();
        const fits = Math.max(0, size - position + Math.max(0, this.limit - this.used));
        file.write([bytes.subarray(0, fits)], position);
        if (fits < bytes.length) throw new IoError("ENOSPC");
      },
    };
  }

  /** Fills the free space with a file of another program. @returns a function that removes the file */
  fill(): () => void {
    const path = join(this.#root, "somebody-elses");
    const file = this.#disk.open(path, "create");
    file.write([new Uint8Array(Math.max(0, this.limit - this.used))], 0);
    file.close();
    return () => this.#disk.remove(path);
  }
}
