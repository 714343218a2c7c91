// Payload files as Node reads them: without blocking the thread that asks.
// The decision: a file is opened at its first read and stays open while it is among the last used. A file that is to be
// closed during a read is closed after it. Files are never written here.
import * as fs from "node:fs";
// A named import would make an older Node fail here, before `open` can say which version is needed.
import * as zlib from "node:zlib";
import { joinPath } from "./fs.ts";
import { openFilesLimit, payloadFilesWithin } from "./node-open-files.ts";
import type { PayloadFiles } from "./payload-files.ts";

interface OpenFile {
  readonly fd: Promise<number>;
  reads: number;
  /** Whether the file must be closed when its last read ends. */
  leaving: boolean;
}

export class NodePayloadFiles implements PayloadFiles {
  readonly #folder: string;
  readonly #maxOpen: number;
  /** Open files by key, the last used one at the end. */
  readonly #open = new Map<string, OpenFile>();

  /**
   * @param folder the directory that keys are relative to: the collections of a data directory
   * @param maxOpen the number of files that are kept open; by default a share of the limit of the process
   */
  constructor(folder: string, maxOpen = payloadFilesWithin(openFilesLimit())) {
    this.#folder = folder;
    this.#maxOpen = maxOpen;
  }

  /** Counts files that are being opened, too. */
  get open(): number {
    return this.#open.size;
  }

  async read(key: string, offset: number, into: Uint8Array): Promise<number> {
    const file = this.#use(key);
    file.reads++;
    try {
      return await readFully(await file.fd, offset, into);
    } finally {
      file.reads--;
      if (file.leaving) this.#leave(file);
    }
  }

  close(key: string): void {
    const file = this.#open.get(key);
    if (!file) return;
    this.#open.delete(key);
    this.#leave(file);
  }

  crc32(bytes: Uint8Array): number {
    return zlib.crc32(bytes);
  }

  #use(key: string): OpenFile {
    const file = this.#open.get(key) ?? this.#start(key);
    this.#open.delete(key);
    this.#open.set(key, file);
    if (this.#open.size > this.#maxOpen) this.close(this.#open.keys().next().value!);
    return file;
  }

  #start(key: string): OpenFile {
    const file = { fd: openFile(joinPath(this.#folder, key)), reads: 0, leaving: false };
    // A file that cannot be opened is removed from the map, so that the next read tries again.
    file.fd.catch(() => {
      if (this.#open.get(key) === file) this.#open.delete(key);
    });
    return file;
  }

  #leave(file: OpenFile): void {
    file.leaving = true;
    if (file.reads > 0) return;
    // A file that was only read cannot lose data by a failing close.
    file.fd.then(
      (fd) => fs.close(fd, () => {}),
      () => {},
    );
  }
}

function openFile(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.open(path, "r", (error, fd) => (error ? reject(error) : resolve(fd)));
  });
}

/** Reads until `into` is full. @returns the number of bytes: fewer only at the end of the file */
async function readFully(fd: number, offset: number, into: Uint8Array): Promise<number> {
  let done = 0;
  while (done < into.length) {
    const count = await readSome(fd, offset + done, into.subarray(done));
    if (count === 0) break;
    done += count;
  }
  return done;
}

function readSome(fd: number, offset: number, into: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.read(fd, into, 0, into.length, offset, (error, count) => (error ? reject(error) : resolve(count)));
  });
}
