// The image of a segment outside its memory: blocks of about a megabyte, then a foot that vouches for them.
// The decision: the foot carries the checksum of every block and of itself, so whatever was lost, flipped, exchanged or
// cut off is found before the memory is used, and the error says where. It comes last, so that an image can be written
// while it is read, with one block in hand.
//
//   foot   u32 magic "AZIM" | u32 ABI version | u32 bytes of all blocks | u32 blocks | u32 checksum of each block
//          | u32 checksum of the words before
import { DamagedImage, OutOfMemory } from "../errors.ts";
import { ABI_VERSION, STATS } from "./abi.ts";
import type { SegmentSpec } from "./engine.ts";
import { check, type Exports } from "./instance.ts";
import type { RowFile } from "./rows.ts";
import type { Growth } from "./segment-memory.ts";

const MAGIC = 0x4d49_5a41;
const FIXED_WORDS = 4;
const BLOCK_BYTES = 1024 * 1024;
/** Where an image lies in the memory: after the module's own static data. */
const IMAGE_START = 1024;
const FOLD_PRIME = 0x0100_0193;

export function* writeImage(
  exports: Exports,
  memory: WebAssembly.Memory,
  worker: number,
): Generator<Uint8Array> {
  // Takes the room for copies, which is part of the image, before asking for its size.
  if (exports.stableBlock(worker, 0, 0) === 0) throw new OutOfMemory();
  const total = exports.imageBytes() >>> 0;
  const sums: number[] = [];
  for (let index = 0; index * BLOCK_BYTES < total; index++) {
    const address = exports.stableBlock(worker, index, total) >>> 0;
    const bytes = Math.min(BLOCK_BYTES, total - index * BLOCK_BYTES);
    sums.push(exports.checksum(address, bytes) >>> 0);
    yield new Uint8Array(memory.buffer, address, bytes).slice();
  }
  const foot = Uint32Array.of(MAGIC, ABI_VERSION, total, sums.length, ...sums, 0);
  foot[foot.length - 1] = folded(foot);
  yield new Uint8Array(foot.buffer);
}

/** Fills the memory of a fresh instance. @throws DamagedImage, OutOfMemory */
export function readImage(
  exports: Exports,
  memory: WebAssembly.Memory,
  growth: Growth,
  parts: Iterable<Uint8Array>,
): void {
  const sums: number[] = [];
  let total = 0;
  let last: Uint8Array | null = null;
  for (const part of parts) {
    if (last !== null) {
      const address = IMAGE_START + total;
      growth.ensure(address + last.length);
      new Uint8Array(memory.buffer).set(last, address);
      sums.push(exports.checksum(address, last.length) >>> 0);
      total += last.length;
    }
    last = part;
  }
  if (last === null) throw new DamagedImage("it is empty");
  checkFoot(last, total, sums);
  check(exports.restore());
}

/** The image and its file of vectors, if it has one, must be those of such a segment. @throws DamagedImage */
export function checkRows(exports: Exports, { onDisk = false }: SegmentSpec, rows: RowFile | null): void {
  if (Boolean(exports.rowsOutside()) !== onDisk) {
    throw new DamagedImage(`it ${onDisk ? "holds its vectors" : "lacks its vectors, which are in a file"}`);
  }
  if (!onDisk) return;
  const slots = exports.stat(STATS.Count);
  const there = rows?.capacity ?? 0;
  if (there < slots) throw new DamagedImage(`the file of its vectors has ${there} rows, ${slots} are needed`);
}

function checkFoot(bytes: Uint8Array, total: number, sums: readonly number[]): void {
  const foot = new Uint32Array(bytes.slice().buffer, 0, Math.floor(bytes.length / 4));
  if (foot.length <= FIXED_WORDS || foot[0] !== MAGIC) throw new DamagedImage("its last part is missing");
  if (foot[1] !== ABI_VERSION) {
    throw new DamagedImage(`it was written by ABI version ${foot[1]}, this is version ${ABI_VERSION}`);
  }
  if (foot.at(-1) !== folded(foot)) throw new DamagedImage("its last part is not as it was written");
  if (foot[2] !== total || foot[3] !== sums.length) {
    throw new DamagedImage(`it has ${sums.length} blocks of ${foot[3]}, ${total} bytes of ${foot[2]}`);
  }
  const wrong = sums.findIndex((sum, index) => sum !== foot[FIXED_WORDS + index]);
  if (wrong >= 0) throw new DamagedImage(`block ${wrong} of ${sums.length} is not as it was written`);
}

/** Fowler, Noll and Vo's hash of all words but the last: each step is a bijection, so no single change goes unseen. */
function folded(words: Uint32Array): number {
  let sum = 0x811c_9dc5;
  for (const word of words.subarray(0, -1)) sum = Math.imul(sum ^ word, FOLD_PRIME) >>> 0;
  return sum;
}
