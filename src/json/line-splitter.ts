// Lines out of chunks: where each begins, which number it has, and how long it may be.
// The decision: a line is a piece of the chunk that it came in, and copied only where it came in several. One that is too
// long is thrown away as it comes, up to its end, so it costs nothing and the next one is read like any other.

import { encoded, joined } from "./node-bytes.ts";

interface SplitLine {
  /** The first line is 1. */
  readonly line: number;
  /** Without white space around it; empty where there is a fault. */
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

  /** The lines that are whole with this chunk. */
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

  /** The last line, if no newline ended it. */
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

/** Some editors begin a file with a mark of its encoding. */
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
