// Copies the codes of a vector store to the memory in which its graph is built in bulk.
// The decision: bulk builds know Cosine and Euclid. Among vectors of equal length the one with the largest product is
// the nearest, so a graph of such vectors for Dot is built as for Euclid: their codes contain the terms of both. Other
// vectors for Dot are inserted, because their graph needs lists by product, which partitions do not find (decision
// 221).
import { COLUMNS, type Metric } from "./abi.ts";
import { copyColumn, copyRuns, steps } from "./copy-columns.ts";
import type { LinearMemory } from "./linear-memory.ts";

/** The largest |x|^2 of vectors of equal length is at most this many times the smallest. */
const EQUAL_LENGTHS = 1.01;
/** Bytes of the trailer of a code for Euclid, and where the trailer of one for Dot has its parts. */
const EUCLID_TRAILER = 16;
const TERM = 4;
const SQUARE = 16;
const BEYOND_CENTRE = 20;

/** Returns the metric for which a graph is built in bulk. */
export function builtFor(metric: Metric): Metric {
  return metric === "Dot" ? "Euclid" : metric;
}

/**
 * Copies the codes of the slots below `slots`.
 * @returns false if they are codes for Dot, and the vectors of live slots differ in length
 */
export function* copyCodes(
  from: LinearMemory,
  to: LinearMemory,
  slots: number,
  dimension: number,
): Generator<void, boolean> {
  const bytes = from.exports.columnBytes(COLUMNS.Codes);
  if (bytes === to.exports.columnBytes(COLUMNS.Codes)) {
    yield* copyColumn(from, to, { column: COLUMNS.Codes, end: slots });
    return true;
  }
  const dot = new DotCodes(from, to, dimension);
  for (const [first, end] of steps(bytes, 0, slots)) {
    copyRuns([dot.forEuclid(first, end)], to.column(COLUMNS.Codes, first, end));
    if (!dot.areEqualInLength) return false;
    yield;
  }
  return true;
}

/** Reads codes for Dot as codes for Euclid, and takes note of the lengths of their vectors. */
class DotCodes {
  readonly #from: LinearMemory;
  readonly #bytes: number;
  readonly #newBytes: number;
  readonly #squareOfCentre: number;
  #shortest = Number.POSITIVE_INFINITY;
  #longest = 0;

  constructor(from: LinearMemory, to: LinearMemory, dimension: number) {
    this.#from = from;
    this.#bytes = from.exports.columnBytes(COLUMNS.Codes);
    this.#newBytes = to.exports.columnBytes(COLUMNS.Codes);
    const centre = from.floats(from.exports.centre(), dimension);
    this.#squareOfCentre = centre.reduce((sum, value) => sum + value * value, 0);
  }

  get areEqualInLength(): boolean {
    return this.#longest <= this.#shortest * EQUAL_LENGTHS;
  }

  forEuclid(first: number, end: number): Uint8Array {
    const codes = new Uint8Array((end - first) * this.#newBytes);
    let [slot, to] = [first, 0];
    for (const run of this.#from.column(COLUMNS.Codes, first, end)) {
      const view = new DataView(run.buffer, run.byteOffset, run.length);
      for (let at = 0; at < run.length; at += this.#bytes, to += this.#newBytes, slot++) {
        const trailer = at + this.#newBytes - EUCLID_TRAILER;
        codes.set(run.subarray(at, at + this.#newBytes), to);
        codes.set(run.subarray(trailer + SQUARE, trailer + SQUARE + 4), to + trailer - at + TERM);
        if (!this.#isDead(slot)) this.#noteLength(view.getFloat32(trailer + BEYOND_CENTRE, true));
      }
    }
    return codes;
  }

  #noteLength(beyondCentre: number): void {
    const square = beyondCentre + this.#squareOfCentre;
    this.#shortest = Math.min(this.#shortest, square);
    this.#longest = Math.max(this.#longest, square);
  }

  #isDead(slot: number): boolean {
    const [word] = this.#from.words(this.#from.exports.deadWord(slot) + ((slot & 32) >> 3), 1);
    return ((word! >>> (slot & 31)) & 1) === 1;
  }
}
