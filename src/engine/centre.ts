// The centre that the 8-bit codes of a segment count from: the mean of its vectors, so that what all of them have in common
// takes up none of the 8 bits.
// The decision: it is taken when there are 64 vectors, or when the graph is begun with fewer, and then codes are made of all
// there are; until then nobody reads codes, and every search compares the vectors. It never moves, because every code
// counts from it. A segment that is made from others is told its centre, the mean of their vectors.
import { OutOfMemory } from "../errors/failures.ts";
import { COLUMNS, STATS } from "./abi.ts";
import type { RowFile } from "./files.ts";
import { check } from "./instance.ts";
import type { LinearMemory } from "./linear-memory.ts";
import { copyFloats, readFloats, readRows, rowBytesOf } from "./rows.ts";
import type { SegmentSpec } from "./types.ts";

/** The mean of so many is an eighth of the vectors' spread away from that of all. */
const LEAST_VECTORS = 64;
/** More make no better codes. */
const SAMPLE = 256;

/** Of a segment. */
interface CentreParts {
  readonly linear: LinearMemory;
  readonly spec: SegmentSpec;
  /** The file of its rows, if they are in one. */
  readonly rowFile: RowFile | null;
  /** Rows that can be handed over at a time. */
  readonly inputRows: number;
}

export class CodeCentre {
  readonly #parts: CentreParts;
  /** Where it goes, or is; 0: there is no room for one yet. */
  #room = 0;

  constructor(parts: CentreParts) {
    this.#parts = parts;
  }

  /** Takes room, so that writing cannot fail for want of it. A centre that is given is there before the first code. */
  reserve(): void {
    if (!this.#isMissing || this.#room !== 0) return;
    const { linear, spec } = this.#parts;
    const room = linear.exports.centreInput();
    if (room === 0) throw new OutOfMemory();
    this.#room = room;
    if (spec.centre) this.use(spec.centre);
  }

  takeIfEnough(): void {
    if (this.#isMissing && this.#parts.linear.exports.stat(STATS.Live) >= LEAST_VECTORS) this.takeNow();
  }

  /** Where a graph is about to be begun. */
  take(): void {
    if (this.#isMissing && this.#parts.linear.exports.stat(STATS.Live) > 0) this.takeNow();
  }

  /** Makes the codes of all slots there are around the mean of some of them. */
  takeNow(): void {
    const { linear, spec } = this.#parts;
    const mean = new MeanRow(spec.dimension);
    mean.add(sampleRows(this.#parts));
    linear.floats(this.#room, spec.dimension).set(mean.value);
    encodeAll(this.#parts, this.#room);
    linear.exports.useCentre(this.#room);
  }

  /** Codes that count from this row are in place. */
  use(row: Float32Array): void {
    const { linear, spec } = this.#parts;
    linear.floats(this.#room, spec.dimension).set(row);
    linear.exports.useCentre(this.#room);
  }

  /** The codes of the slots, before that of slot 0 the centre, as they are saved. None: there are none to read. */
  codes(from: number, to: number): Uint8Array[] {
    const { linear, spec } = this.#parts;
    // 1-bit codes count from a centre that belongs to the graph, and so do they.
    if (spec.encoding !== "int8" || this.#isMissing) return [];
    const codes = linear.column(COLUMNS.Codes, from, to);
    if (from > 0) return codes;
    return [linear.bytes(linear.exports.centre(), rowBytesOf(spec.dimension)), ...codes];
  }

  get #isMissing(): boolean {
    return this.#parts.spec.encoding === "int8" && this.#parts.linear.exports.centre() === 0;
  }
}

/** The mean of rows that are given some at a time; zeros where there are none. */
export class MeanRow {
  readonly #sums: Float64Array;
  #rows = 0;

  constructor(dimension: number) {
    this.#sums = new Float64Array(dimension);
  }

  /** How many were given. */
  get rows(): number {
    return this.#rows;
  }

  /** @param rows one after another */
  add(rows: Float32Array): void {
    const dimension = this.#sums.length;
    for (let at = 0; at < rows.length; at += dimension) {
      for (let i = 0; i < dimension; i++) this.#sums[i]! += rows[at + i]!;
    }
    this.#rows += rows.length / dimension;
  }

  get value(): Float32Array {
    return Float32Array.from(this.#sums, (sum) => sum / Math.max(1, this.#rows));
  }
}

/** Some of the live vectors, spread over all. */
function sampleRows({ linear, spec, rowFile }: CentreParts): Float32Array {
  const { dimension } = spec;
  const { sampleSlots, stat } = linear.exports;
  const address = sampleSlots(linear.worker, SAMPLE);
  if (address === 0) throw new OutOfMemory();
  const [count] = linear.words(address, 1);
  const slots = linear.words(address, 1 + count!).slice(1);
  if (rowFile) return readFloats(rowFile, slots, dimension, stat(STATS.Count));
  return copyFloats(linear, slots, dimension);
}

function encodeAll({ linear, spec, rowFile, inputRows }: CentreParts, centre: number): void {
  const { encode, rowOutput, stat } = linear.exports;
  const slots = stat(STATS.Count);
  for (let first = 0; first < slots; first += inputRows) {
    const rows = Math.min(inputRows, slots - first);
    if (rowFile) {
      const into = linear.room(rowOutput(linear.worker, rows), rows * rowBytesOf(spec.dimension));
      readRows(
        rowFile,
        Uint32Array.from({ length: rows }, (_, i) => first + i),
        into,
      );
    }
    check(encode(linear.worker, first, rows, centre));
  }
}
