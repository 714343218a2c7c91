// One segment's memory and the module that works on it: the only file of the host that sees an address.
// The decision: memory is shared and one object stands for one thread's view of it. Addresses are made unsigned on
// arrival, views are made anew for each use (a view made before the memory grew keeps its old length), and a status
// becomes an error here and nowhere else.
import type { instantiate } from "../../build/release.js";
import { InvalidArgument, OutOfMemory, StartRefused, VectorDbError } from "../errors.ts";
import { ABI_VERSION, METRICS, STATS, STATUS } from "./abi.ts";
import type { Hits, SegmentSpec, SegmentStats, SegmentWrite } from "./engine.ts";

type Exports = Awaited<ReturnType<typeof instantiate>>;

/** 4 GiB, as many pages as an address can name. */
export const MAX_PAGES = 65_536;
const FIRST_PAGES = 1;
/** Rows are handed over in steps of about this many bytes, so that they are still in the cache when stored. */
const INPUT_BYTES = 16 * 1024;
const HIT_WORDS = 2;

export class Segment {
  readonly memory: WebAssembly.Memory;
  readonly #exports: Exports;
  readonly #worker: number;
  readonly #dimension: number;
  /** How many rows are handed over at a time. */
  readonly #inputRows: number;

  /** A new segment in a memory of its own, which may grow to `maximumPages` of 64 KiB. */
  static create(
    module: WebAssembly.Module,
    spec: SegmentSpec,
    worker: number,
    maximumPages = MAX_PAGES,
  ): Segment {
    const segment = new Segment(module, newMemory(maximumPages), spec.dimension, worker);
    check(segment.#exports.create(spec.dimension, METRICS[spec.metric]));
    return segment;
  }

  /** Another thread's view of a segment. `worker` must be this thread's alone. */
  static attach(
    module: WebAssembly.Module,
    memory: WebAssembly.Memory,
    dimension: number,
    worker: number,
  ): Segment {
    return new Segment(module, memory, dimension, worker);
  }

  private constructor(
    module: WebAssembly.Module,
    memory: WebAssembly.Memory,
    dimension: number,
    worker: number,
  ) {
    const instance = new WebAssembly.Instance(module, { env: { memory, abort } });
    this.#exports = instance.exports as unknown as Exports;
    this.memory = memory;
    this.#worker = worker;
    this.#dimension = dimension;
    this.#inputRows = Math.max(1, Math.floor(INPUT_BYTES / (dimension * 4)));
  }

  /** Also makes sure of the space in which rows are handed over, so that writing cannot fail for want of it. */
  reserve(slots: number): number {
    if (this.#exports.rowInput(this.#worker, this.#inputRows) === 0) throw new OutOfMemory();
    return check(this.#exports.reserve(slots));
  }

  /** Vectors first, then the dead bits of slots without one, then the count, and only then the slots that die. */
  write({ first, slots, rows, vectors, dead }: SegmentWrite): void {
    if (rows === null) this.#put(first, vectors);
    else this.#putSparse(first, slots, rows, vectors);
    check(this.#exports.publish(first + slots));
    for (const slot of dead) check(this.#exports.kill(slot));
  }

  search(query: Float32Array, k: number): Hits {
    const room = Math.min(k, this.#exports.stat(STATS.Capacity));
    if (room === 0) return { slots: new Uint32Array(0), distances: new Float32Array(0), complete: true };
    this.#copyIn(this.#exports.queryInput(this.#worker, room), query);
    const found = check(this.#exports.searchExact(this.#worker, room));
    return { ...this.#hits(found), complete: found < room };
  }

  read(slots: Uint32Array): Float32Array {
    const dimension = this.#dimension;
    const rows = new Float32Array(slots.length * dimension);
    slots.forEach((slot, i) => {
      const address = this.#exports.row(slot) >>> 0;
      if (address === 0) throw new VectorDbError("INTERNAL", `slot ${slot} was never written`);
      rows.set(this.#floats(address, dimension), i * dimension);
    });
    return rows;
  }

  stats(): SegmentStats {
    const { stat } = this.#exports;
    return {
      count: stat(STATS.Count) >>> 0,
      live: stat(STATS.Live) >>> 0,
      capacity: stat(STATS.Capacity) >>> 0,
      usedBytes: stat(STATS.UsedBytes) >>> 0,
    };
  }

  #put(first: number, vectors: Float32Array): void {
    const dimension = this.#dimension;
    const rows = vectors.length / dimension;
    for (let row = 0; row < rows; row += this.#inputRows) {
      const count = Math.min(this.#inputRows, rows - row);
      const input = vectors.subarray(row * dimension, (row + count) * dimension);
      this.#copyIn(this.#exports.rowInput(this.#worker, count), input);
      check(this.#exports.put(this.#worker, first + row, count));
    }
  }

  #putSparse(first: number, slots: number, rows: Uint32Array, vectors: Float32Array): void {
    const dimension = this.#dimension;
    let next = 0;
    for (let slot = 0; slot < slots; slot++) {
      if (rows[next] === slot) {
        this.#put(first + slot, vectors.subarray(next * dimension, (next + 1) * dimension));
        next++;
      } else {
        check(this.#exports.kill(first + slot));
      }
    }
  }

  #hits(found: number): Omit<Hits, "complete"> {
    const address = this.#exports.hits(this.#worker) >>> 0;
    const distances = new Float32Array(found);
    const slots = new Uint32Array(found);
    const pairs = this.#floats(address, found * HIT_WORDS);
    const words = new Uint32Array(pairs.buffer, pairs.byteOffset, pairs.length);
    for (let i = 0; i < found; i++) {
      distances[i] = pairs[i * HIT_WORDS]!;
      slots[i] = words[i * HIT_WORDS + 1]!;
    }
    return { slots, distances };
  }

  #copyIn(signedAddress: number, floats: Float32Array): void {
    const address = signedAddress >>> 0;
    if (address === 0) throw new OutOfMemory();
    this.#floats(address, floats.length).set(floats);
  }

  #floats(address: number, length: number): Float32Array {
    // Another thread may have grown the memory; asking it to grow by nothing refreshes this thread's buffer.
    if (address + length * 4 > this.memory.buffer.byteLength) this.memory.grow(0);
    return new Float32Array(this.memory.buffer, address, length);
  }
}

function newMemory(maximumPages: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: maximumPages, shared: true });
  } catch (cause) {
    throw new OutOfMemory({ cause });
  }
}

/** @throws StartRefused when the module is not the one this host was written for */
export function checkAbi(module: WebAssembly.Module): void {
  const instance = new WebAssembly.Instance(module, { env: { memory: newMemory(FIRST_PAGES), abort } });
  const { abiVersion } = instance.exports as unknown as Partial<Exports>;
  const version = typeof abiVersion === "function" ? abiVersion() : "none";
  if (version === ABI_VERSION) return;
  throw new StartRefused(
    `The engine module has ABI version ${version}, this server needs ${ABI_VERSION}. ` +
      "The installation is mixed up: install the package again, or run `npm run build` in a checkout.",
  );
}

/** Passes counts through; makes an error of any negative status. */
function check(result: number): number {
  if (result >= 0) return result;
  if (result === STATUS.OutOfMemory) throw new OutOfMemory();
  if (result === STATUS.InvalidArgument) throw new InvalidArgument("the engine refused an argument");
  throw new VectorDbError("INTERNAL", `the engine answered status ${result}`);
}

/** What AssemblyScript calls when an assertion fails; release builds have none. */
function abort(): never {
  throw new VectorDbError("INTERNAL", "an assertion failed in the engine");
}
