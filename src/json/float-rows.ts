// The float32 block of a packed body, and the vectors that are read from it.
import { UnreadableBody } from "../errors/request.ts";
import { MAX_DIMENSION } from "../schema/limits.ts";
import { show } from "../schema/show.ts";
import { FLOATS_KEY, MAX_JSON_VALUES } from "./json-limits.ts";
import { MAX_NUMBERS } from "./vector.ts";

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;
/** The cost of making one row besides its numbers, as the bytes that could be copied in that time. */
const ROW_BYTES = 256;

/** The floats of a body, read from the front. Error messages give the position in the head that asks for too many. */
export class Floats {
  readonly #bytes: Uint8Array;
  #at = 0;
  #vectors = 0;

  constructor(bytes: Uint8Array) {
    const over = bytes.length % FLOAT_BYTES;
    if (over > 0) {
      throw new UnreadableBody(
        `body: expected 32-bit floats behind its head, got ${bytes.length} bytes, ${over} too many`,
      );
    }
    this.#bytes = bytes;
  }

  /**
   * Reads the vectors that a marker stands for; its value is a count, or [rows, numbers in each].
   * @param isList true where a list of vectors is allowed
   */
  read(marker: object, isList: boolean, at: number): Float32Array | Float32Array[] {
    const rows = this.rows(marker, isList, at);
    rows.read(Number.POSITIVE_INFINITY);
    return rows.value;
  }

  /** Returns the vectors that a marker stands for as {@link Rows}, which are read in slices. */
  rows(marker: object, isList: boolean, at: number): Rows {
    const size = (marker as Record<string, unknown>)[FLOATS_KEY];
    if (Object.keys(marker).length === 1) {
      if (isCount(size)) return this.#take(1, size, at, false);
      // Empty rows would cost the sender nothing, and a row object each here.
      const [rows, count] = Array.isArray(size) && size.length === 2 ? size : [];
      if (isList && isCount(rows) && isCount(count) && count > 0) return this.#take(rows, count, at, true);
    }
    const expected = isList ? "a count of numbers or [rows, numbers in each]" : "a count of numbers";
    throw new UnreadableBody(
      `body: ${FLOATS_KEY} before byte ${at} of the head: expected ${expected} and no other key, got ${show(size)}`,
    );
  }

  ensureUsed(): void {
    const [all, used] = [this.#bytes.length / FLOAT_BYTES, this.#at / FLOAT_BYTES];
    if (used < all) {
      throw new UnreadableBody(`body: ${all} floats are behind its head, which uses ${used} of them`);
    }
  }

  #take(rows: number, count: number, at: number, isList: boolean): Rows {
    const left = (this.#bytes.length - this.#at) / FLOAT_BYTES;
    if (rows * count > left) {
      throw new UnreadableBody(
        `body: ${FLOATS_KEY} before byte ${at} of the head asks for ${rows * count} floats, ${left} are left`,
      );
    }
    this.#vectors += rows;
    if (this.#vectors > MAX_JSON_VALUES) {
      throw new UnreadableBody(`more than ${MAX_JSON_VALUES} vectors before byte ${at} of the head`);
    }
    if (count > MAX_NUMBERS) {
      throw new UnreadableBody(
        `body: ${FLOATS_KEY} before byte ${at} of the head: expected a vector of at most ${MAX_DIMENSION} numbers, got ${count}`,
      );
    }
    const first = this.#at;
    this.#at += rows * count * FLOAT_BYTES;
    return new Rows(this.#bytes.subarray(first, this.#at), rows, count, isList);
  }
}

/** The vectors that a marker in the head stands for. */
export class Rows {
  readonly #bytes: Uint8Array;
  readonly #rows: number;
  readonly #count: number;
  readonly #isList: boolean;
  readonly #read: Float32Array[] = [];

  constructor(bytes: Uint8Array, rows: number, count: number, isList: boolean) {
    this.#bytes = bytes;
    this.#rows = rows;
    this.#count = count;
    this.#isList = isList;
  }

  /** Reads about as many rows as have this number of bytes. @returns whether all rows are read */
  read(bytes: number): boolean {
    const { buffer, byteOffset } = this.#bytes;
    const rowBytes = this.#count * FLOAT_BYTES;
    for (let left = bytes; left > 0 && this.#read.length < this.#rows; left -= rowBytes + ROW_BYTES) {
      const start = byteOffset + this.#read.length * rowBytes;
      // The copy is aligned for floats wherever the body lies.
      this.#read.push(new Float32Array(buffer.slice(start, start + rowBytes)));
    }
    return this.#read.length === this.#rows;
  }

  /** The vectors. Valid once all rows are read. */
  get value(): Float32Array | Float32Array[] {
    return this.#isList ? this.#read : this.#read[0]!;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
