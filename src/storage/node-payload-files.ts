// Payload files as Node reads them: from the thread that answers, without blocking it.
// The decision: files are opened when they are first read and stay open, the last used of them; one that is read at this
// moment is closed afterwards. They are never written here.
import * as fs from "node:fs";
// By its name alone an older Node would refuse this file before `open` can say which one is needed.
import * as zlib from "node:zlib";
import { joinPath } from "./fs.ts";
import { openFilesLimit, payloadFilesWithin } from "./node-open-files.ts";
import type { PayloadFiles } from "./payload-files.ts";

interface OpenFile {
  readonly fd: Promise<number>;
  reads: number;
  /** To be closed when nobody reads it. */
  leaving: boolean;
}

export class NodePayloadFiles implements PayloadFiles {
  readonly #folder: string;
  readonly #mostOpen: number;
  /** By key, the one used last at the end. */
  readonly #open = new Map<string, OpenFile>();

  /**
   * @param folder where the keys begin: the collections of a data directory
   * @param mostOpen files that are kept open; unless given, as the process may have files open
   */
  constructor(folder: string, mostOpen = payloadFilesWithin(openFilesLimit())) {
    this.#folder = folder;
    this.#mostOpen = mostOpen;
  }

  /** Files that are kept open, or being opened. */
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
    if (this.#open.size > this.#mostOpen) this.close(this.#open.keys().next().value!);
    return file;
  }

  #start(key: string): OpenFile {
    const file = { fd: openFile(joinPath(this.#folder, key)), reads: 0, leaving: false };
    // One that cannot be opened is tried again by whoever reads it next.
    file.fd.catch(() => {
      if (this.#open.get(key) === file) this.#open.delete(key);
    });
    return file;
  }

  #leave(file: OpenFile): void {
    file.leaving = true;
    if (file.reads > 0) return;
    // What was only read has nothing to lose by a failing close.
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

/** @returns fewer bytes only at the end of the file */
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
