// A WebAssembly memory and the kernels of the test build on it, for the tests of codes and distances. The decision: all
// bytes that a test did not write are 0xff, which is NaN, so that a kernel that reads beyond a row has a wrong result.
import { readFileSync } from "node:fs";
import { countOf } from "../../support/chance.ts";

type Encode = (row: number, rowBytes: number, code: number, dimension: number, metric: number) => void;
type Prepare = (row: number, rowBytes: number, data: number, dimension: number, metric: number) => void;
export type Four = (
  q: number,
  a: number,
  b: number,
  c: number,
  d: number,
  bytes: number,
  out: number,
) => void;
export type One = (q: number, row: number, bytes: number) => number;

/** 1-bit codes have a centre, and their rotation has a seed. */
type Around = [row: number, centre: number, rowBytes: number];

/** The exports of `assembly/testing.ts`. */
export interface Kernels {
  head(): number;
  codeWidth(dimension: number): number;
  codeBytes(dimension: number, metric: number): number;
  encode: Encode;
  prepareRow: Prepare;
  prepareCode(code: number, data: number, dimension: number, metric: number): void;
  prepareLiftedCode(code: number, data: number, dimension: number, top: number): void;
  prepareRowForManhattan(row: number, rowBytes: number, data: number, dimension: number): void;
  prepareCodeForManhattan(code: number, data: number, dimension: number): void;
  encodeAround(
    row: number,
    centre: number,
    rowBytes: number,
    code: number,
    dimension: number,
    metric: number,
    into: number,
  ): void;
  widenBounds(
    row: number,
    centre: number,
    rowBytes: number,
    data: number,
    dimension: number,
    metric: number,
  ): void;
  subtractCentre(row: number, centre: number, rowBytes: number, into: number): void;
  slackOf(query: number, trailer: number, distance: number): number;
  fourCodes: Four;
  fourLiftedCodes: Four;
  oneCode: One;
  fourManhattanCodes: Four;
  oneManhattanCode: One;
  fourCosines: Four;
  fourDots: Four;
  fourEuclids: Four;
  fourManhattans: Four;
  cosineDistance: One;
  negatedDot: One;
  squaredEuclid: One;
  manhattan: One;
  rotate(data: number, width: number, seed: number): void;
  binaryWidth(dimension: number): number;
  binaryCodeBytes(dimension: number): number;
  binaryDataBytes(dimension: number): number;
  encodeBinary(
    ...at: [...Around, code: number, dimension: number, metric: number, seed: number, data: number]
  ): void;
  prepareBinary(...at: [...Around, data: number, dimension: number, metric: number, seed: number]): void;
  fourBinaryCodes: Four;
  oneBinaryCode: One;
}

/** `BUILDS=2` also tests the optimized build, whose kernels are compiled from the same source. */
export const KERNEL_BUILDS = (["test-debug", "test"] as const).slice(0, countOf("BUILDS", 1));

const PAGES = 64;
const FIRST_BYTE = 4096;
const LINE = 64;
/** Bytes after each allocation that must not change. */
const GAP = 64;
const UNTOUCHED = 0xff;

export class KernelBench {
  readonly kernels: Kernels;
  readonly #buffer: SharedArrayBuffer;
  #next = FIRST_BYTE;
  readonly #gaps: number[] = [];

  constructor(build: (typeof KERNEL_BUILDS)[number]) {
    const file = readFileSync(new URL(`../../../build/${build}.wasm`, import.meta.url));
    const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES * 1024, shared: true });
    const abort = () => {
      throw new Error("an assertion failed");
    };
    const imports = { env: { memory, abort }, host: { grow: () => -1, readWords: abort } };
    this.kernels = new WebAssembly.Instance(new WebAssembly.Module(file), imports)
      .exports as unknown as Kernels;
    this.#buffer = memory.buffer as unknown as SharedArrayBuffer;
    new Uint8Array(this.#buffer, FIRST_BYTE).fill(UNTOUCHED);
  }

  /** Frees all allocations. */
  clear(): void {
    new Uint8Array(this.#buffer, FIRST_BYTE, this.#next - FIRST_BYTE).fill(UNTOUCHED);
    this.#next = FIRST_BYTE;
    this.#gaps.length = 0;
  }

  /** Allocates `bytes` on a boundary of `alignment` bytes, but on no larger one. */
  take(bytes: number, alignment = LINE): number {
    const start = Math.ceil(this.#next / LINE) * LINE + (alignment % LINE);
    this.#gaps.push(start + bytes);
    this.#next = start + bytes + GAP;
    return start;
  }

  /** An f32 row as a vector store has it: filled with zeros up to 16 bytes. */
  row(vector: Float32Array): number {
    const bytes = rowBytes(vector.length);
    const at = this.take(bytes, 16);
    this.floats(at, bytes / 4).fill(0);
    this.floats(at, vector.length).set(vector);
    return at;
  }

  code(row: number, dimension: number, metric: number): number {
    const at = this.take(this.kernels.codeBytes(dimension, metric), 16);
    this.kernels.encode(row, rowBytes(dimension), at, dimension, metric);
    return at;
  }

  /** Allocates a prepared query. @returns the address of its data */
  prepared(dimension: number): number {
    const head = this.kernels.head();
    return this.take(head + 4 * this.kernels.codeWidth(dimension)) + head;
  }

  /** The four distances of a four-row kernel. */
  four(kernel: Four, query: number, rows: readonly number[], bytes: number): number[] {
    const out = this.take(16, 16);
    kernel(query, rows[0]!, rows[1]!, rows[2]!, rows[3]!, bytes, out);
    return [...this.floats(out, 4)];
  }

  floats(at: number, length: number): Float32Array {
    return new Float32Array(this.#buffer, at, length);
  }

  view(at: number, bytes: number): DataView {
    return new DataView(this.#buffer, at, bytes);
  }

  /** Whether nothing was written after the end of any allocation. */
  get intact(): boolean {
    return this.#gaps.every((at) => new Uint8Array(this.#buffer, at, GAP / 4).every((b) => b === UNTOUCHED));
  }
}

export const rowBytes = (dimension: number) => (dimension * 4 + 15) & ~15;
