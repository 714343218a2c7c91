// The centre of the 8-bit codes of a vector store: the mean of its vectors, so that components which all of them share
// take none of the 8 bits.
// The decision: it is computed when there are 64 vectors, or when the graph is begun with fewer; then all slots are
// encoded. Until then no code is read, and every search compares the rows. It never moves, because every code is
// relative to it. A store that is made from others gets its centre, the mean of their vectors.
import { OutOfMemory } from "../errors/failures.ts";
import { COLUMNS, STATS } from "./abi.ts";
import type { RowFile } from "./files.ts";
import { check } from "./instance.ts";
import type { LinearMemory } from "./linear-memory.ts";
import { floatsOf, readRows, rowBytesOf } from "./rows.ts";
import type { StoreSpec } from "./types.ts";

/** The mean of this many vectors differs from that of all by an eighth of their standard deviation. */
const MIN_VECTORS = 64;
/** More vectors make no better codes. */
const SAMPLED_VECTORS = 256;

/** The store that the centre belongs to. */
interface CentreParts {
  readonly linear: LinearMemory;
  readonly spec: StoreSpec;
  /** Null: the rows are in memory. */
  readonly rowFile: RowFile | null;
  /** Rows that can be passed at a time. */
  readonly inputRows: number;
}

export class CodeCentre {
  readonly #parts: CentreParts;
  /** The address for the centre; 0: it is not allocated yet. */
  #address = 0;

  constructor(parts: CentreParts) {
    this.#parts = parts;
  }

  /**
   * Allocates the centre, so a write cannot fail for lack of memory. A given centre is set before the first code is
   * made.
   */
  reserve(): void {
    if (!this.#isMissing || this.#address !== 0) return;
    const { linear, spec } = this.#parts;
    const address = linear.exports.centreInput();
    if (address === 0) throw new OutOfMemory();
    this.#address = address;
    if (spec.centre) this.use(spec.centre);
  }

  computeIfEnough(): void {
    if (this.#isMissing && this.#parts.linear.exports.stat(STATS.Live) >= MIN_VECTORS) this.computeNow();
  }

  /** Computes the centre if it is missing; to be called before a graph is begun. */
  compute(): void {
    if (this.#isMissing && this.#parts.linear.exports.stat(STATS.Live) > 0) this.computeNow();
  }

  /** Computes the mean of a sample, encodes all slots relative to it, and publishes it. */
  computeNow(): void {
    const { linear, spec } = this.#parts;
    const mean = new MeanRow(spec.dimension);
    mean.add(sampleRows(this.#parts));
    linear.floats(this.#address, spec.dimension).set(mean.value);
    encodeAll(this.#parts, this.#address);
    linear.exports.useCentre(this.#address);
  }

  /** Publishes a given centre; the codes that are relative to it are in place. */
  use(row: Float32Array): void {
    const { linear, spec } = this.#parts;
    linear.floats(this.#address, spec.dimension).set(row);
    linear.exports.useCentre(this.#address);
  }

  /**
   * Returns the codes of the slots in the saved form, with the centre before slot 0; none if there are no codes to
   * read.
   */
  codes(from: number, to: number): Uint8Array[] {
    const { linear, spec } = this.#parts;
    // 1-bit codes and their centre belong to the graph.
    if (spec.encoding !== "int8" || this.#isMissing) return [];
    const codes = linear.column(COLUMNS.Codes, from, to);
    if (from > 0) return codes;
    return [linear.bytes(linear.exports.centre(), rowBytesOf(spec.dimension)), ...codes];
  }

  get #isMissing(): boolean {
    return this.#parts.spec.encoding === "int8" && this.#parts.linear.exports.centre() === 0;
  }
}

/** The mean of rows that are added in parts; zeros if there are none. */
export class MeanRow {
  readonly #sums: Float64Array;
  #rows = 0;

  constructor(dimension: number) {
    this.#sums = new Float64Array(dimension);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Adds rows, given one after another. */
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

/** Returns a sample of the live vectors, spread over all slots. */
function sampleRows(parts: CentreParts): Float32Array {
  const { linear } = parts;
  const { sampleSlots } = linear.exports;
  const address = sampleSlots(linear.worker, SAMPLED_VECTORS);
  if (address === 0) throw new OutOfMemory();
  const [count] = linear.words(address, 1);
  return floatsOf(parts, linear.words(address, 1 + count!).slice(1));
}

function encodeAll({ linear, spec, rowFile, inputRows }: CentreParts, centre: number): void {
  const { encode, rowOutput, stat } = linear.exports;
  const slots = stat(STATS.Count);
  for (let first = 0; first < slots; first += inputRows) {
    const rows = Math.min(inputRows, slots - first);
    if (rowFile) {
      const into = linear.writable(rowOutput(linear.worker, rows), rows * rowBytesOf(spec.dimension));
      readRows(
        rowFile,
        Uint32Array.from({ length: rows }, (_, i) => first + i),
        into,
      );
    }
    check(encode(linear.worker, first, rows, centre));
  }
}
