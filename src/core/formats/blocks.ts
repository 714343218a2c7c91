// Blocks: numbers and texts as bytes, of which saved payload indexes consist.
// The decision: a block says how wide its elements are and how many it has, so a file can be read without knowing what
// wrote it. Numbers are as narrow as the values of the block allow, because most are small; a block is short enough to
// be read or written without a pause.
//
// Little endian, like everything that is saved:
//   block        u32 width: bytes of an element (1, 2, 4 or 8)   u32 count   the elements, zeros up to a multiple of 8
//                Elements of 1, 2 and 4 bytes are whole numbers without sign, those of 8 bytes are doubles
//   words        one block of width 4
//   numbers      one block of any width: the narrowest in which all values, which are doubles, can be told apart.
//                NaN is the largest element of width 1, 2 or 4, which no other value is; -0 needs width 8
//   many words, many numbers
//                words of one element, the count; then words or numbers of 32,768 elements, the last with the rest
//   texts        words: the length of each text in UTF-16 units; then one block with the units of all, one text after
//                another, of width 1 if all of them are below 256, and of width 2 otherwise
import type { Sliced } from "../../scheduling/slices.ts";
import { allocateShared } from "../../storage/memory.ts";

const HEAD_BYTES = 8;
const ALIGNMENT = 8;
/** Elements of a block of many. */
const PIECE = 2 ** 15;
/** The largest number of arguments that are passed to a function at once. */
const MAX_ARGUMENTS = 2 ** 12;
const LATIN_UNITS = 2 ** 8;

export class BlockWriter {
  /** Filled from its beginning; blocks that it has no space for get memory of their own. */
  readonly #buffer: Uint8Array;
  #used = 0;
  #parts: Uint8Array[] = [];
  #pending = 0;

  /** @param sizeBytes the memory that is used again and again */
  constructor(sizeBytes: number) {
    this.#buffer = allocateShared(sizeBytes);
  }

  /** The bytes that were written since the last `take`. */
  get pending(): number {
    return this.#pending;
  }

  /** Returns what was written since the last call, in order. The parts are overwritten by what is written next. */
  take(): Uint8Array[] {
    const parts = this.#parts;
    this.#parts = [];
    this.#pending = 0;
    this.#used = 0;
    return parts;
  }

  words(values: ArrayLike<number>): void {
    this.#block(4, values.length).set(values);
  }

  numbers(values: Float64Array): void {
    const width = widthOf(values);
    const block = this.#block(width, values.length);
    block.set(values);
    if (width === 8) return;
    // A typed array of whole numbers stores NaN as 0.
    const none = 2 ** (8 * width) - 1;
    for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) block[i] = none;
  }

  *manyWords(values: Uint32Array): Sliced<void> {
    this.words([values.length]);
    for (let from = 0; from < values.length; from += PIECE) {
      this.words(values.subarray(from, from + PIECE));
      yield;
    }
  }

  *manyNumbers(values: Float64Array): Sliced<void> {
    this.words([values.length]);
    for (let from = 0; from < values.length; from += PIECE) {
      this.numbers(values.subarray(from, from + PIECE));
      yield;
    }
  }

  texts(texts: readonly string[]): void {
    this.words(texts.map(({ length }) => length));
    const units = texts.reduce((sum, { length }) => sum + length, 0);
    const block = this.#block(texts.every(isLatin) ? 1 : 2, units);
    let at = 0;
    for (const text of texts) for (let i = 0; i < text.length; i++) block[at++] = text.charCodeAt(i);
  }

  /** Adds a block. @returns its elements, to be filled */
  #block(width: number, count: number): Uint8Array | Uint16Array | Uint32Array | Float64Array {
    const bytes = this.#bytes(HEAD_BYTES + padded(width * count));
    const start = bytes.byteOffset;
    new Uint32Array(bytes.buffer, start, 2).set([width, count]);
    bytes.fill(0, HEAD_BYTES + width * count);
    return elements(bytes.buffer, start + HEAD_BYTES, width, count)!;
  }

  #bytes(count: number): Uint8Array {
    const isLarge = count > this.#buffer.length - this.#used;
    const bytes = isLarge ? allocateShared(count) : this.#buffer.subarray(this.#used, this.#used + count);
    if (!isLarge) this.#used += count;
    this.#parts.push(bytes);
    this.#pending += count;
    return bytes;
  }
}

/** Reads blocks in the order in which they were written. All methods throw RangeError if the bytes are none. */
export class BlockReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  /** @param bytes whole blocks; they have to begin on an 8-byte boundary of their buffer */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The number of bytes that were read. */
  get position(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** Returns a view of the words of the next block. */
  words(): Uint32Array {
    const block = this.#block();
    return block instanceof Uint32Array ? block : this.fail("words were expected");
  }

  /** Returns the only word of the next block. @param most the largest value that it may have */
  word(most: number): number {
    const words = this.words();
    if (words.length !== 1 || words[0]! > most) this.fail(`a word up to ${most} was expected`);
    return words[0]!;
  }

  /** Reads the next block into `into`, which has its length. */
  numbers(into: Float64Array): void {
    const block = this.#block();
    if (block.length !== into.length)
      this.fail(`${into.length} numbers were expected, there are ${block.length}`);
    into.set(block);
    if (block instanceof Float64Array) return;
    const none = 2 ** (8 * block.BYTES_PER_ELEMENT) - 1;
    for (let i = 0; i < into.length; i++) if (into[i] === none) into[i] = Number.NaN;
  }

  *manyWords(): Sliced<Uint32Array> {
    const words = new Uint32Array(this.#count());
    for (let from = 0; from < words.length; from += PIECE) {
      const block = this.words();
      if (block.length !== Math.min(PIECE, words.length - from)) this.fail("other words were expected");
      words.set(block, from);
      yield;
    }
    return words;
  }

  *manyNumbers(): Sliced<Float64Array> {
    const numbers = new Float64Array(this.#count());
    for (let from = 0; from < numbers.length; from += PIECE) {
      this.numbers(numbers.subarray(from, from + PIECE));
      yield;
    }
    return numbers;
  }

  texts(): string[] {
    const lengths = this.words();
    const units = this.#block();
    const isText = units instanceof Uint8Array || units instanceof Uint16Array;
    if (!isText || lengths.reduce((sum, length) => sum + length, 0) !== units.length)
      return this.fail("the units of texts were expected");
    let end = 0;
    return Array.from(lengths, (length) => {
      end += length;
      return textOf(units, end - length, end);
    });
  }

  fail(reason: string): never {
    throw new RangeError(reason);
  }

  /** Reads the count of a number of blocks. An element takes a byte or more. */
  #count(): number {
    return this.word(this.#bytes.length - this.#at);
  }

  #block(): Uint8Array | Uint16Array | Uint32Array | Float64Array {
    const { buffer, byteOffset, length } = this.#bytes;
    if (length - this.#at < HEAD_BYTES) this.fail("the file ends before its last block");
    const [width, count] = new Uint32Array(buffer, byteOffset + this.#at, 2) as unknown as [number, number];
    const end = this.#at + HEAD_BYTES + padded(width * count);
    if (end > length) this.fail("a block ends behind the end of the file");
    const block = elements(buffer, byteOffset + this.#at + HEAD_BYTES, width, count);
    this.#at = end;
    return block ?? this.fail(`elements of ${width} bytes are not known`);
  }
}

function elements(buffer: ArrayBufferLike, start: number, width: number, count: number) {
  switch (width) {
    case 1:
      return new Uint8Array(buffer, start, count);
    case 2:
      return new Uint16Array(buffer, start, count);
    case 4:
      return new Uint32Array(buffer, start, count);
    case 8:
      return new Float64Array(buffer, start, count);
    default:
      return null;
  }
}

function padded(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** Returns the bytes of an element in which every one of the values can be told apart. */
function widthOf(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    if (value >>> 0 !== value || (value === 0 && 1 / value < 0)) return 8;
    if (value > most) most = value;
  }
  if (most < 2 ** 8 - 1) return 1;
  if (most < 2 ** 16 - 1) return 2;
  return most < 2 ** 32 - 1 ? 4 : 8;
}

function isLatin(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= LATIN_UNITS) return false;
  return true;
}

function textOf(units: Uint8Array | Uint16Array, from: number, to: number): string {
  let text = "";
  for (let at = from; at < to; at += MAX_ARGUMENTS)
    // A spread would go through the iterator of the array, which takes three times as long.
    text += Reflect.apply(String.fromCharCode, null, units.subarray(at, Math.min(to, at + MAX_ARGUMENTS)));
  return text;
}
