// The quick way over an array of numbers: a WebAssembly module of one function (assembly/json/vector.ts).
// The decision: what lies behind the bracket is copied into its memory a window at a time, a little more than the last array
// took, because where an array ends is only known behind it; so a body of many vectors is copied once, and the memory is that
// of the longest vector. A page that forbids WebAssembly reads without it.
import type { Bytes } from "./node-bytes.ts";
import { VECTOR_MODULE } from "./vector-module.ts";

/** Numbers of an array, and where it ends. */
export interface ReadVector {
  readonly values: Float32Array;
  readonly end: number;
}

interface Module {
  readonly memory: WebAssembly.Memory;
  readNumbers(at: number, out: number): number;
}

/** Where the module leaves how far it came, in words of 32 bits. */
const STOPPED = 0;
/** Behind the static data of the module. */
const INPUT = 1_024;
const LEAST_WINDOW = 4 * 1024;
/** Longer arrays are read without it: 20,000 numbers, or more. */
const MOST_WINDOW = 512 * 1024;
const PAGE = 64 * 1024;
const FLOAT_BYTES = 4;
/** Numbers that share a buffer. */
const SHEET = 16 * 1024;

export class VectorScanner {
  readonly #module: Module;
  #bytes: Uint8Array;
  #words: Uint32Array;
  #floats: Float32Array;
  #window = LEAST_WINDOW;
  /** What is copied to, and how much of it is taken. */
  #sheet = new Float32Array(0);
  #used = SHEET;

  constructor(module: Module) {
    this.#module = module;
    const { buffer } = module.memory;
    this.#bytes = new Uint8Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.#floats = new Float32Array(buffer);
    this.#ensureRoom();
  }

  /** The array behind a bracket; undefined when it is none of plain numbers, too long, or one of them has to be looked at closely. */
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
      if (used < given.length || !hasMore || this.#window === MOST_WINDOW) return undefined;
      this.#window = Math.min(this.#window * 4, MOST_WINDOW);
      this.#ensureRoom();
    }
  }

  /** A copy. What is read lives shortly and together; a buffer for each costs four times as much, with its collection. */
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

  /** The next array is as long as this one, as a rule. */
  #fit(used: number): void {
    const roomy = used + (used >> 2);
    // Twice too large is copied for nothing.
    if (roomy > this.#window || roomy < this.#window / 2) {
      this.#window = Math.min(Math.max(roomy, LEAST_WINDOW), MOST_WINDOW);
      this.#ensureRoom();
    }
  }

  /** Behind the window and the zero that ends it. */
  #out(): number {
    return INPUT + Math.ceil((this.#window + 1) / FLOAT_BYTES) * FLOAT_BYTES;
  }

  /** Each number takes two bytes at least, with what divides it from the next. */
  #ensureRoom(): void {
    const needed = this.#out() + ((this.#window + 1) / 2) * FLOAT_BYTES;
    if (needed <= this.#bytes.length) return;
    const { memory } = this.#module;
    memory.grow(Math.ceil((needed - this.#bytes.length) / PAGE));
    this.#bytes = new Uint8Array(memory.buffer);
    this.#words = new Uint32Array(memory.buffer);
    this.#floats = new Float32Array(memory.buffer);
  }
}

/** One for each thread; null where there can be none. */
export function newScanner(): VectorScanner | null {
  try {
    const binary = Uint8Array.from(atob(VECTOR_MODULE), (character) => character.charCodeAt(0));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary));
    return new VectorScanner(exports as unknown as Module);
  } catch {
    return null;
  }
}
