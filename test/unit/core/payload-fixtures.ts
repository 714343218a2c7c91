// Fixtures of the tests of payloads: a store that is saved when the test says so, as a checkpoint does it, and files
// that record their reads.
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { PageCache } from "../../../src/core/payload/page-cache.ts";
import { PayloadStore } from "../../../src/core/payload/store.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { NodePayloadFiles } from "../../../src/storage/node-payload-files.ts";
import type { PayloadFiles } from "../../../src/storage/payload-files.ts";
import { freshDir } from "./fixtures.ts";

export const KIB = 1024;
export const MIB = 2 ** 20;

/** The memory account that an engine gives to a store; garbage is collected at once. */
export const accountOf = (memory: MemoryLimit) => ({
  memory,
  noteGarbage: (bytes: number) => memory.release(bytes),
});

/** Real files that count their reads, and delay them while a test wants it. */
export class WatchedFiles implements PayloadFiles {
  readonly #files: NodePayloadFiles;
  reads: { readonly key: string; readonly offset: number }[] = [];
  /** The most reads that ran at a time. */
  most = 0;
  /** How many checksums were computed. */
  checksums = 0;
  #now = 0;
  #gate: Promise<void> = Promise.resolve();

  constructor(dir: string) {
    this.#files = new NodePayloadFiles(dir);
  }

  async read(key: string, offset: number, into: Uint8Array): Promise<number> {
    this.reads.push({ key, offset });
    this.most = Math.max(this.most, ++this.#now);
    try {
      await this.#gate;
      return await this.#files.read(key, offset, into);
    } finally {
      this.#now--;
    }
  }

  close(key: string): void {
    this.#files.close(key);
  }

  crc32(bytes: Uint8Array): number {
    this.checksums++;
    return this.#files.crc32(bytes);
  }

  /** The number of reads since the last call. */
  takeReads(): number {
    const { length } = this.reads;
    this.reads = [];
    return length;
  }

  /** Delays reads from now on. @returns a function that lets the reads continue */
  hold(): () => void {
    let open = () => {};
    this.#gate = new Promise((resolve) => {
      open = resolve;
    });
    return open;
  }
}

/** A store and its file. */
export class TestStore {
  readonly store: PayloadStore;
  readonly path: string;
  readonly #files: PayloadFiles;
  readonly #payloads: (Uint8Array | null)[] = [];
  #end = 0;
  #slots = 0;

  constructor(place: TestCache, key: string) {
    this.#files = place.files;
    this.store = new PayloadStore(accountOf(place.memory), place.cache.file(key));
    this.path = join(place.dir, key);
  }

  put(payload: Uint8Array | null): void {
    if (payload) this.store.put(this.#payloads.length, payload);
    this.#payloads.push(payload);
  }

  /** Appends to the file what it lacks and reports it to the store. @param slots all slots unless given */
  save(slots = this.#payloads.length): void {
    const end = this.#payloads.slice(0, slots).reduce((sum, payload) => sum + (payload?.length ?? 0), 0);
    append(this.path, this.store.parts(this.#end, end), this.#end);
    const sums = this.sums().subarray(this.#slots, slots);
    this.store.saved(end, sums, this.#slots);
    this.#end = end;
    this.#slots = slots;
  }

  sums(): Uint32Array {
    return Uint32Array.from(this.#payloads, (payload) => (payload ? this.#files.crc32(payload) : 0));
  }

  /** The slots whose payload differs from what was put, where null stands for no payload. */
  async differing(slots: readonly number[] = [...this.#payloads.keys()]): Promise<number[]> {
    const found = await this.store.read(slots);
    return slots.filter((slot, i) => !same(found[i]!, this.#payloads[slot] ?? null));
  }
}

export interface TestCache {
  readonly dir: string;
  readonly memory: MemoryLimit;
  readonly files: WatchedFiles;
  readonly cache: PageCache;
}

export function testCache(limitBytes = 1024 * MIB): TestCache {
  const dir = freshDir();
  const memory = MemoryLimit.of(limitBytes);
  const files = new WatchedFiles(dir);
  return { dir, memory, files, cache: new PageCache(files, memory) };
}

/** Writes the parts into the file from the byte `at` on. */
export function append(path: string, parts: readonly Uint8Array[], at: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const fd = openSync(path, at === 0 ? "w" : "r+");
  let position = at;
  for (const part of parts) position += writeSync(fd, part, 0, part.length, position);
  closeSync(fd);
}

/** Bytes that no other payload of the test has. */
export const payload = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (seed * 31 + i * 7 + (i >> 8)) & 255);

function same(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.compare(a, b) === 0;
}
