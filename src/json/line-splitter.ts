// Splits chunks into lines and numbers them, with a limit of their length.
// The decision: a line is a view on its chunk, and is copied only if it spans several. A line that is too long is
// discarded as it arrives, up to its end, so it takes no memory and the next line is read like any other.

import { encoded, joined } from "./node-bytes.ts";

interface SplitLine {
  /** The number of the line, from 1. */
  readonly line: number;
  /** The line without white space around it; empty if there is a fault. */
  readonly bytes: Uint8Array;
  readonly fault: string | null;
}

const NEWLINE = 0x0a;
const SPACES = new Set([0x20, 0x09, 0x0d]);
const BYTE_ORDER_MARK = encoded("\uFEFF");

export class LineSplitter {
  readonly #maxBytes: number;
  #line = 0;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #isTooLong = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Yields the lines that this chunk completes; the rest is kept for the next call. */
  *feed(chunk: Uint8Array): Generator<SplitLine> {
    let at = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, at);
      if (end < 0) break;
      this.#hold(chunk.subarray(at, end));
      yield this.#finish();
      at = end + 1;
    }
    this.#hold(chunk.subarray(at));
  }

  /** Returns the last line if no newline ended it. */
  end(): SplitLine[] {
    return this.#heldBytes > 0 || this.#isTooLong ? [this.#finish()] : [];
  }

  #hold(part: Uint8Array): void {
    if (part.length === 0 || this.#isTooLong) return;
    this.#heldBytes += part.length;
    this.#held.push(part);
    if (this.#heldBytes <= this.#maxBytes) return;
    this.#isTooLong = true;
    this.#held = [];
  }

  #finish(): SplitLine {
    const [first, ...others] = this.#held;
    const bytes = first && others.length === 0 ? first : joined(this.#held);
    const fault = this.#isTooLong
      ? `expected a line of at most ${this.#maxBytes} bytes, got a longer one`
      : null;
    this.#held = [];
    this.#heldBytes = 0;
    this.#isTooLong = false;
    this.#line++;
    return { line: this.#line, bytes: trimmed(this.#line === 1 ? unmarked(bytes) : bytes), fault };
  }
}

/** Removes a byte order mark, which some editors write at the beginning of a file. */
function unmarked(bytes: Uint8Array): Uint8Array {
  const isMarked = BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte);
  return isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

function trimmed(bytes: Uint8Array): Uint8Array {
  let [start, end] = [0, bytes.length];
  while (start < end && SPACES.has(bytes[start]!)) start++;
  while (end > start && SPACES.has(bytes[end - 1]!)) end--;
  return bytes.subarray(start, end);
}
