// Reads arrays of numbers by a WebAssembly module of one function (assembly/json/vector.ts).
// The decision: the bytes after the bracket are copied into its memory, a window at a time that is a little longer than
// the last array, because the end of an array is only known when it is read. So a body of many vectors is copied once,
// and the memory has the size of the longest vector. In a page that forbids WebAssembly, vector.ts reads them alone.
import type { Bytes } from "./node-bytes.ts";
import { VECTOR_MODULE } from "./vector-module.ts";

/** The numbers of an array, and the position after it. */
export interface ReadVector {
  readonly values: Float32Array;
  readonly end: number;
}

interface Module {
  readonly memory: WebAssembly.Memory;
  readNumbers(at: number, out: number): number;
}

/** The index, in 32-bit words, at which the module writes the position where it stopped. */
const STOPPED = 0;
/** The position of the input, after the static data of the module. */
const INPUT = 1_024;
const MIN_WINDOW = 4 * 1024;
/** The largest window. Longer arrays, of at least 20,000 numbers, are read without the module. */
const MAX_WINDOW = 512 * 1024;
const PAGE = 64 * 1024;
const FLOAT_BYTES = 4;
/** Numbers in a buffer that several vectors share. */
const SHEET = 16 * 1024;

export class VectorScanner {
  readonly #module: Module;
  #bytes: Uint8Array;
  #words: Uint32Array;
  #floats: Float32Array;
  #window = MIN_WINDOW;
  /** The buffer for the next vectors, and how much of it is used. */
  #sheet = new Float32Array(0);
  #used = SHEET;

  constructor(module: Module) {
    this.#module = module;
    const { buffer } = module.memory;
    this.#bytes = new Uint8Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.#floats = new Float32Array(buffer);
    this.#ensureCapacity();
  }

  /**
   * Reads the array after a bracket. Returns undefined if it is not an array of plain numbers, is too long, or has a
   * number that needs the exact method.
   */
  read(bytes: Bytes, start: number): ReadVector | undefined {
    for (;;) {
      const given = bytes.subarray(start, start + this.#window);
      this.#bytes.set(given, INPUT);
      this.#bytes[INPUT + given.length] = 0;
      const out = this.#out();
      const count = this.#module.readNumbers(INPUT, out);
      const used = this.#words[STOPPED]! - INPUT;
      if (count >= 0) {
        this.#fit(used);
        const first = out / FLOAT_BYTES;
        return { values: this.#kept(this.#floats.subarray(first, first + count)), end: start + used };
      }
      const hasMore = start + given.length < bytes.length;
      if (used < given.length || !hasMore || this.#window === MAX_WINDOW) return undefined;
      this.#window = Math.min(this.#window * 4, MAX_WINDOW);
      this.#ensureCapacity();
    }
  }

  /**
   * Copies a vector to a shared buffer. Vectors of a request are freed together, and a buffer for each would cost four
   * times as much, garbage collection included.
   */
  #kept(numbers: Float32Array): Float32Array {
    const { length } = numbers;
    if (length > SHEET / 4) return numbers.slice();
    if (this.#used + length > SHEET) {
      this.#sheet = new Float32Array(SHEET);
      this.#used = 0;
    }
    const kept = this.#sheet.subarray(this.#used, this.#used + length);
    kept.set(numbers);
    this.#used += length;
    return kept;
  }

  /** Adapts the window, because the next array is usually as long as this one. */
  #fit(used: number): void {
    const padded = used + (used >> 2);
    // A window of twice the size would be copied in vain.
    if (padded > this.#window || padded < this.#window / 2) {
      this.#window = Math.min(Math.max(padded, MIN_WINDOW), MAX_WINDOW);
      this.#ensureCapacity();
    }
  }

  /** Returns the position of the output: after the window and the zero that ends it. */
  #out(): number {
    return INPUT + Math.ceil((this.#window + 1) / FLOAT_BYTES) * FLOAT_BYTES;
  }

  /** Grows the memory if necessary. Each number takes at least two bytes of text, with its separator. */
  #ensureCapacity(): void {
    const needed = this.#out() + ((this.#window + 1) / 2) * FLOAT_BYTES;
    if (needed <= this.#bytes.length) return;
    const { memory } = this.#module;
    memory.grow(Math.ceil((needed - this.#bytes.length) / PAGE));
    this.#bytes = new Uint8Array(memory.buffer);
    this.#words = new Uint32Array(memory.buffer);
    this.#floats = new Float32Array(memory.buffer);
  }
}

/** Makes the scanner of this thread; null where WebAssembly is forbidden. */
export function newScanner(): VectorScanner | null {
  try {
    const binary = Uint8Array.from(atob(VECTOR_MODULE), (character) => character.charCodeAt(0));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary));
    return new VectorScanner(exports as unknown as Module);
  } catch {
    return null;
  }
}
