// The file WATERMARK: the highest LSN known durable, stored outside of the log so that the end of the log can be
// judged.
// The decision: it distinguishes a torn tail, which was never acknowledged, from a log whose end was lost.
//
// 8192 bytes, two slots at bytes 0 and 4096, so that no sector holds both. The slot with the higher generation is
// valid; generation g is written to slot g mod 2, so a torn write leaves the previous one. Little endian:
//   0 u32 magic "AZWM"   4 u32 crc32 of bytes 8..23   8 u64 generation   16 u64 LSN
// The file is created before the first segment. If it is missing, only the log itself can prove what was durable. An
// empty file without any segment is an instruction of the operator: everything the log held is given up.
import { DamagedFile } from "../errors/failures.ts";
import { StartRefused } from "../errors/server.ts";
import { type FileHandle, type FileSystem, joinPath, readFile, writeFileDurably } from "./fs.ts";

const MAGIC = 0x4d575a41;
const SLOT_BYTES = 24;
const SLOT_STRIDE = 4096;
const NAME = "WATERMARK";

interface Slot {
  readonly generation: bigint;
  readonly lsn: number;
}

export function watermarkPath(dir: string): string {
  return joinPath(dir, NAME);
}

export class Watermark {
  /** The bytes of the file, which has two copies. */
  static readonly sizeBytes = 2 * SLOT_STRIDE;
  readonly #fs: FileSystem;
  readonly #file: FileHandle;
  #generation: bigint;
  #lsn: number;

  private constructor(fs: FileSystem, file: FileHandle, newest: Slot) {
    this.#fs = fs;
    this.#file = file;
    this.#generation = newest.generation;
    this.#lsn = newest.lsn;
  }

  /**
   * Opens the watermark of a log directory, or creates one with LSN 0.
   * @param givenUp treats an empty file as missing
   */
  static open(fs: FileSystem, dir: string, givenUp = false): Watermark {
    const path = watermarkPath(dir);
    const bytes = readFile(fs, path);
    if (bytes === undefined || (givenUp && bytes.length === 0)) {
      const image = new Uint8Array(Watermark.sizeBytes);
      image.set(encodeSlot(fs, { generation: 0n, lsn: 0 }));
      return new Watermark(fs, writeFileDurably(fs, dir, NAME, [image]), { generation: 0n, lsn: 0 });
    }
    const newest = newestSlot(fs, bytes);
    if (newest === undefined) {
      throw new StartRefused(
        `${path} is damaged in both its copies, so the end of the log cannot be proven complete; nothing was changed. ` +
          `Restore it, or remove it to accept the log as it is`,
      );
    }
    return new Watermark(fs, fs.open(path, "write"), newest);
  }

  get lsn(): number {
    return this.#lsn;
  }

  /** Writes that everything up to `lsn` is durable, which it must already be. */
  write(lsn: number): void {
    const slot = { generation: this.#generation + 1n, lsn };
    this.#file.write([encodeSlot(this.#fs, slot)], Number(slot.generation % 2n) * SLOT_STRIDE);
    this.#file.sync();
    this.#generation = slot.generation;
    this.#lsn = lsn;
  }

  /** Writes both slots, so that after an orderly stop each of them alone is correct. */
  noteEnd(lsn: number): void {
    this.write(lsn);
    this.write(lsn);
  }

  close(): void {
    this.#file.close();
  }
}

/**
 * Reads the watermark of a log that another process may be writing; null if there is none.
 * @throws DamagedFile
 */
export function readWatermark(fs: FileSystem, dir: string): number | null {
  const path = joinPath(dir, NAME);
  const bytes = readFile(fs, path);
  if (bytes === undefined) return null;
  const newest = newestSlot(fs, bytes);
  if (newest === undefined) {
    const reason = "both its copies are damaged, so the end of the log cannot be proven complete";
    throw new DamagedFile(path, 0, reason);
  }
  return newest.lsn;
}

function newestSlot(fs: FileSystem, bytes: Uint8Array): Slot | undefined {
  const slots = [0, SLOT_STRIDE].map((offset) => decodeSlot(fs, bytes.subarray(offset, offset + SLOT_BYTES)));
  return slots.reduce((a, b) => (a && b ? (a.generation > b.generation ? a : b) : (a ?? b)));
}

function encodeSlot(fs: FileSystem, { generation, lsn }: Slot): Uint8Array {
  const bytes = new Uint8Array(SLOT_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setBigUint64(8, generation, true);
  view.setBigUint64(16, BigInt(lsn), true);
  view.setUint32(4, fs.crc32(bytes.subarray(8)), true);
  return bytes;
}

function decodeSlot(fs: FileSystem, bytes: Uint8Array): Slot | undefined {
  if (bytes.length < SLOT_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, SLOT_BYTES);
  if (view.getUint32(0, true) !== MAGIC) return undefined;
  if (view.getUint32(4, true) !== fs.crc32(bytes.subarray(8))) return undefined;
  return { generation: view.getBigUint64(8, true), lsn: Number(view.getBigUint64(16, true)) };
}
