// The reader of large bodies: it has the results and the errors of reader.ts, and works in slices.
// The decision: a loop with its own stack in place of recursion, which can stop at any value, key or space. Tokens in
// which it cannot stop are limited: a text, a number and a payload to two megabytes, an array of numbers to four.
// Longer ones are refused where they begin, before all of them is read. A test compares this reader with the recursive
// one.
import { UnreadableBody } from "../errors/request.ts";
import { TimeSlice } from "../scheduling/pause.ts";
import { MAX_PAYLOAD_BYTES } from "../schema/limits.ts";
import { Fields } from "./fields.ts";
import type { Floats, Rows } from "./float-rows.ts";
import { readIndices } from "./indices.ts";
import { FLOATS_KEY, MAX_JSON_DEPTH, MAX_JSON_VALUES } from "./json-limits.ts";
import { type Bytes, cuttable, isUtf8 } from "./node-bytes.ts";
import { readRaw } from "./raw.ts";
import { scalarValue } from "./reader.ts";
import { type Shape, shapeOf } from "./shape.ts";
import {
  byteAt,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  malformed,
  OPEN_BRACE,
  OPEN_BRACKET,
  scanScalar,
  scanString,
  skipSpace,
} from "./syntax.ts";
import { keyValue } from "./text.ts";
import { validUtf8Length } from "./utf8.ts";
import { readVector } from "./vector.ts";

/** Bytes that are parsed between two readings of the clock. */
const STEP_BYTES = 32 * 1024;
/**
 * The longest text, number or payload that is read. It is twice the limit of payloads, so that the validator reports
 * the place and the size of most payloads that are too long.
 */
const MAX_TOKEN_BYTES = 2 * MAX_PAYLOAD_BYTES;
/** The longest array of numbers as text: 64 bytes for each number of the longest vector. */
const MAX_VECTOR_BYTES = 4 * 1024 * 1024;
/** Bytes that are checked for UTF-8 at once. */
const UTF8_BYTES = 1024 * 1024;

/** Returns the value of a body, as readJson does. */
export async function readJsonInSlices(body: Uint8Array, shape?: Shape, floats?: Floats): Promise<unknown> {
  const slice = new TimeSlice();
  const length = await soundLength(body, slice);
  const reader = new SlicedReader(cuttable(body.subarray(0, length)), shape, floats);
  while (!reader.step()) if (slice.isOver) await slice.next();
  if (length < body.length) throw malformed(length);
  return reader.value;
}

/** Returns the length of the valid UTF-8 at the beginning of a body. */
async function soundLength(body: Uint8Array, slice: TimeSlice): Promise<number> {
  for (let from = 0; from < body.length; ) {
    let to = Math.min(from + UTF8_BYTES, body.length);
    // Do not split a character.
    for (let i = 0; i < 3 && to < body.length && (body[to]! & 0xc0) === 0x80; i++) to--;
    const part = body.subarray(from, to);
    if (!isUtf8(part)) return from + validUtf8Length(part);
    from = to;
    if (slice.isOver) await slice.next();
  }
  return body.length;
}

/** The token that is expected next. */
type Mode = "value" | "first key" | "key" | "colon" | "first item" | "after" | "rows" | "end" | "done";

interface Frame {
  readonly object: Fields | null;
  readonly array: unknown[] | null;
  /** The shape of the object itself, or of the items of the array. */
  readonly shape: Shape | undefined;
  key: string;
}

class SlicedReader {
  readonly #bytes: Bytes;
  readonly #floats: Floats | undefined;
  readonly #frames: Frame[] = [];
  /** The bytes that a token which begins in this step may reach. */
  #view: Bytes;
  #at = 0;
  #values = 0;
  #mode: Mode = "value";
  /** The shape of the value that comes next. */
  #shape: Shape | undefined;
  #rows: Rows | null = null;
  /** The value that was read last; at the end the value of the body. */
  value: unknown;

  constructor(bytes: Bytes, shape: Shape | undefined, floats: Floats | undefined) {
    this.#bytes = bytes;
    this.#view = bytes;
    this.#shape = shape;
    this.#floats = floats;
  }

  /** Reads on for about a millisecond. @returns whether everything is read */
  step(): boolean {
    if (this.#mode === "rows") {
      if (this.#rows!.read(STEP_BYTES)) this.#give(this.#rows!.value, this.#at);
      return false;
    }
    const end = this.#at + STEP_BYTES;
    this.#view = this.#bytes.subarray(0, end + MAX_TOKEN_BYTES);
    try {
      while (this.#at < end && this.#next());
    } catch (error) {
      throw this.#isSliceOver && this.#failedAtEnd(error) ? this.#tooLong() : error;
    }
    return this.#mode === "done";
  }

  get #isSliceOver(): boolean {
    return this.#view.length < this.#bytes.length;
  }

  #failedAtEnd(error: unknown): boolean {
    return error instanceof UnreadableBody && error.message === malformed(this.#view.length).message;
  }

  #tooLong(): UnreadableBody {
    return new UnreadableBody(
      `a value of more than ${MAX_PAYLOAD_BYTES} bytes at byte ${this.#at}: payloads, texts and numbers may have as many`,
    );
  }

  /** @returns whether this step goes on */
  #next(): boolean {
    const at = skipSpace(this.#view, this.#at);
    this.#at = at;
    // White space may continue after the bytes of this step.
    if (at === this.#view.length && this.#isSliceOver) return false;
    this.#read(byteAt(this.#view, at));
    return this.#mode !== "done" && this.#mode !== "rows";
  }

  #read(byte: number): void {
    switch (this.#mode) {
      case "value":
        this.#readValue();
        break;
      case "first key":
        if (byte === CLOSE_BRACE) this.#close();
        else this.#readKey();
        break;
      case "key":
        this.#readKey();
        break;
      case "colon":
        if (byte !== COLON) throw malformed(this.#at);
        this.#at++;
        this.#mode = "value";
        break;
      case "first item":
        if (byte === CLOSE_BRACKET) this.#close();
        else this.#mode = "value";
        break;
      case "after":
        this.#resume();
        break;
      default:
        if (this.#at < this.#bytes.length) throw malformed(this.#at);
        this.#mode = "done";
    }
  }

  #readValue(): void {
    if (++this.#values > MAX_JSON_VALUES) {
      throw new UnreadableBody(`JSON of more than ${MAX_JSON_VALUES} values at byte ${this.#at}`);
    }
    const shape = this.#shape;
    const byte = byteAt(this.#view, this.#at);
    if (byte === OPEN_BRACE && shape?.raw) {
      const raw = readRaw(this.#view, this.#at);
      this.#give(raw, this.#at + raw.bytes.length);
    } else if (byte === OPEN_BRACE)
      this.#open({ object: new Fields(), array: null, shape, key: "" }, "first key");
    else if (byte === OPEN_BRACKET) this.#readList(shape);
    else {
      const end = scanScalar(this.#view, this.#at);
      this.#give(scalarValue(this.#bytes, this.#at, end, shape?.exact), end);
    }
  }

  #readList(shape: Shape | undefined): void {
    const list = (shape?.packed && this.#within(readVector)) || (shape?.words && this.#within(readIndices));
    if (list) {
      this.#give(list.values, list.end);
      return;
    }
    this.#open({ object: null, array: [], shape: shape?.items, key: "" }, "first item");
    this.#shape = shape?.items;
  }

  /**
   * Returns undefined for a value that is no list of such numbers or is too long; it is then read item by item, for its
   * error message.
   */
  #within<T>(read: (bytes: Bytes, open: number) => T | undefined): T | undefined {
    const view = this.#bytes.subarray(0, this.#at + MAX_VECTOR_BYTES);
    try {
      return read(view, this.#at);
    } catch (error) {
      // The array does not end within the bytes that are allowed.
      if (view.length === this.#bytes.length) throw error;
      return undefined;
    }
  }

  #open(frame: Frame, mode: Mode): void {
    if (this.#frames.length === MAX_JSON_DEPTH) {
      throw new UnreadableBody(`JSON nested deeper than ${MAX_JSON_DEPTH} levels at byte ${this.#at}`);
    }
    this.#frames.push(frame);
    this.#at++;
    this.#mode = mode;
  }

  #readKey(): void {
    const frame = this.#frames.at(-1)!;
    const end = scanString(this.#view, this.#at);
    frame.key = keyValue(this.#bytes, this.#at, end);
    this.#shape = frame.shape && shapeOf(frame.shape, frame.key);
    this.#at = end;
    this.#mode = "colon";
  }

  /** Adds a value that ends at `end` to its container. */
  #give(value: unknown, end: number): void {
    this.#at = end;
    const frame = this.#frames.at(-1);
    if (frame === undefined) {
      this.value = value;
      this.#mode = "end";
      return;
    }
    if (frame.object) frame.object[frame.key] = value;
    else frame.array!.push(value);
    this.#mode = "after";
  }

  /** Reads what follows a value: the comma before the next one, or the end of the container. */
  #resume(): void {
    const frame = this.#frames.at(-1)!;
    const byte = byteAt(this.#view, this.#at);
    if (byte === (frame.object ? CLOSE_BRACE : CLOSE_BRACKET)) {
      this.#close();
      return;
    }
    if (byte !== COMMA) throw malformed(this.#at);
    this.#at++;
    this.#mode = frame.object ? "key" : "value";
    if (!frame.object) this.#shape = frame.shape;
  }

  /** Ends the innermost container; an object may stand for vectors. */
  #close(): void {
    const { object, array, shape } = this.#frames.pop()!;
    const end = this.#at + 1;
    if (object && this.#floats && shape && FLOATS_KEY in object) {
      const isList = shape.items?.packed === true;
      if (shape.packed || isList) {
        this.#at = end;
        this.#rows = this.#floats.rows(object, isList, end);
        this.#mode = "rows";
        return;
      }
    }
    this.#give(object ?? array, end);
  }
}
