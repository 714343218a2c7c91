// Saves vector stores into real files as a checkpoint does: the parts that the engine returns one after another, with
// the CRC-32 of each MiB.
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writevSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { Engine } from "../../../src/engine/engine.ts";
import type { StoreFiles } from "../../../src/engine/files.ts";
import type { SavedStore } from "../../../src/engine/restore.ts";
import { rowBytesOf } from "../../../src/engine/rows.ts";
import { type SavedBytes, SUM_BYTES } from "../../../src/engine/saved.ts";
import type { StoreHandle, StoreSpec } from "../../../src/engine/types.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { segmentFilesIn } from "../../../src/storage/segment-files.ts";
import { scratchFolder } from "../../support/scratch.ts";

/** The CRC-32 of each MiB of the bytes. */
export function sumsOf(bytes: Uint8Array): Uint32Array {
  const sums: number[] = [];
  for (let at = 0; at < bytes.length; at += SUM_BYTES) sums.push(crc32(bytes.subarray(at, at + SUM_BYTES)));
  return Uint32Array.from(sums);
}

export class SavedStores {
  readonly dir = scratchFolder("azimuth-saved-");
  readonly files: StoreFiles = segmentFilesIn(nodeFs, this.dir);
  #next = 0;

  remove(): void {
    rmSync(this.dir, { recursive: true });
  }

  path(key: string): string {
    return join(this.dir, "collections", key);
  }

  /** A key that was not used before. */
  newKey(name: string): string {
    return `collection/${this.#next++}/${name}`;
  }

  /** @param dead the slots that have no vector or are deleted */
  async save(
    engine: Engine,
    store: StoreHandle,
    spec: StoreSpec,
    dead: readonly number[] = [],
  ): Promise<SavedStore> {
    const { count } = await engine.stats(store);
    const bits = new Uint32Array(Math.ceil(count / 32));
    for (const slot of dead) bits[slot >> 5]! |= 1 << (slot & 31);
    return {
      slots: count,
      dead: bits,
      rows: spec.rowsFile
        ? this.whole(spec.rowsFile, count * rowBytesOf(spec.dimension))
        : this.write("rows", await engine.column(store, "rows", 0, count)),
      codes: await this.#saveCodes(engine, store, spec, count),
      graph: await this.saveGraph(engine, store),
    };
  }

  async saveGraph(engine: Engine, store: StoreHandle): Promise<SavedBytes | null> {
    const parts = await engine.graph(store);
    engine.noteGarbage(parts.reduce((sum, { length }) => sum + length, 0));
    return this.#unlessEmpty("graph", parts);
  }

  write(name: string, parts: readonly Uint8Array[]): SavedBytes {
    const file = this.newKey(name);
    mkdirSync(dirname(this.path(file)), { recursive: true });
    const fd = openSync(this.path(file), "wx");
    for (const part of parts) writevSync(fd, [part]);
    closeSync(fd);
    return this.whole(
      file,
      parts.reduce((sum, { length }) => sum + length, 0),
    );
  }

  /** Flips bits of one byte of a file; a second call restores them. */
  flip({ file }: SavedBytes, offset: number, bits = 1): void {
    const bytes = readFileSync(this.path(file));
    bytes[offset]! ^= bits;
    writeFileSync(this.path(file), bytes);
  }

  /** Saves the codes. A vector store without a centre has none, which differs from codes that were not saved. */
  async #saveCodes(engine: Engine, store: StoreHandle, { encoding }: StoreSpec, count: number) {
    const parts = await engine.column(store, "codes", 0, count);
    return encoding === "int8" && count > 0 ? this.write("codes", parts) : this.#unlessEmpty("codes", parts);
  }

  #unlessEmpty(name: string, parts: readonly Uint8Array[]): SavedBytes | null {
    return parts.length === 0 ? null : this.write(name, parts);
  }

  whole(file: string, bytes: number): SavedBytes {
    return { file, bytes, sums: sumsOf(readFileSync(this.path(file)).subarray(0, bytes)) };
  }

  /** Truncates a file. @returns its bytes before */
  truncate({ file }: SavedBytes, length: number): Uint8Array {
    const bytes = readFileSync(this.path(file));
    truncateSync(this.path(file), length);
    return bytes;
  }

  /** Writes into a file that others have open. */
  replace({ file }: SavedBytes, bytes: Uint8Array): void {
    writeFileSync(this.path(file), bytes, { flag: "r+" });
  }
}
