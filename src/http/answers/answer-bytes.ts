// Writes large responses as bytes, without one string for all of it: payloads are stored as bytes and copied unchanged.
// The decision: only responses with much payload are written so. A small one is sent faster as a string, because Node
// joins the head of a response and a string in one write. Every text but plain ASCII is passed to the one JSON writer
// (json/writer.ts), so the bytes are those that its string would have.
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  ZERO,
} from "../../json/syntax.ts";
import { writeJson } from "../../json/writer.ts";
import { TimeSlice } from "../../scheduling/pause.ts";
import { RawJson } from "../../schema/raw-json.ts";

/**
 * The bytes of payloads from which on bytes are faster: by a fiftieth of a request at first, later by a third for ASCII
 * and by nine tenths for others, because a string with one non-ASCII letter is twice as wide.
 */
const LARGE_BYTES = 1024;
/** The part of a response around payloads is usually smaller than they are. */
const BYTES_PER_PAYLOAD_BYTE = 2;
/** A UTF-16 unit takes up to three bytes in UTF-8. */
const BYTES_PER_UNIT = 3;
/** Up to this length a loop is faster than a call. */
const SHORT_TEXT = 128;
/** The size of a piece: printing its numbers takes a millisecond. */
const PIECE_BYTES = 64 * 1024;
/** The largest integers that are divided into digits here have this many. */
const MAX_DIGITS = 9;
const MAX_DIGITS_INTEGER = 10 ** MAX_DIGITS - 1;
/** The most keys that are kept, because clients can choose names. */
const MAX_KEYS = 1_000;
const KEYS = new Map<string, Uint8Array>();
const NUMBERS_AT_A_TIME = 4096;
const SPACE = 0x20;
const LAST_ASCII = 0x7f;

/** Returns JSON, as a string or as its bytes. */
export function writeAnswer(value: unknown): string | Buffer {
  const bytes = payloadBytes(value);
  return bytes < LARGE_BYTES ? writeJson(value) : new ByteWriter(bytes * BYTES_PER_PAYLOAD_BYTE).whole(value);
}

/** Estimates the bytes of payloads in a response. The first item of a list stands for all. */
function payloadBytes(value: unknown): number {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return 0;
  if (value instanceof RawJson) return value.bytes.length;
  if (Array.isArray(value)) return value.length * payloadBytes(value[0]);
  let bytes = 0;
  for (const key in value) bytes += payloadBytes((value as Record<string, unknown>)[key]);
  return bytes;
}

class ByteWriter {
  #bytes: Buffer;
  #at = 0;

  constructor(roughBytes: number) {
    this.#bytes = Buffer.allocUnsafe(roughBytes);
  }

  whole(value: unknown): Buffer {
    this.#write(value);
    return this.#bytes.subarray(0, this.#at);
  }

  *pieces(value: unknown): Generator<Buffer> {
    yield* this.#parts(value);
    yield this.#taken();
  }

  *#parts(value: unknown): Generator<Buffer> {
    if (value instanceof RawJson) this.#copy(value.bytes);
    else if (value instanceof Float32Array) yield* this.#numbers(value);
    else if (Array.isArray(value)) {
      this.#byte(OPEN_BRACKET);
      for (let i = 0; i < value.length; i++) {
        if (i > 0) this.#byte(COMMA);
        yield* this.#parts(value[i]);
      }
      this.#byte(CLOSE_BRACKET);
    } else if (isRecord(value)) yield* this.#members(value);
    else this.#write(value);
    if (this.#at >= PIECE_BYTES) yield this.#taken();
  }

  *#members(object: Readonly<Record<string, unknown>>): Generator<Buffer> {
    let before = OPEN_BRACE;
    for (const key in object) {
      const member = object[key];
      if (member === undefined) continue;
      this.#byte(before);
      this.#string(key);
      this.#byte(COLON);
      yield* this.#parts(member);
      before = COMMA;
    }
    if (before === OPEN_BRACE) this.#byte(OPEN_BRACE);
    this.#byte(CLOSE_BRACE);
  }

  *#numbers(values: Float32Array): Generator<Buffer> {
    this.#byte(OPEN_BRACKET);
    for (let from = 0; from < values.length; from += NUMBERS_AT_A_TIME) {
      if (from > 0) this.#byte(COMMA);
      this.#ascii(writeJson(values.subarray(from, from + NUMBERS_AT_A_TIME)).slice(1, -1));
      if (this.#at >= PIECE_BYTES) yield this.#taken();
    }
    this.#byte(CLOSE_BRACKET);
  }

  /** Returns what has been written, and continues in a new buffer. */
  #taken(): Buffer {
    const piece = this.#bytes.subarray(0, this.#at);
    this.#bytes = Buffer.allocUnsafeSlow(PIECE_BYTES * 2);
    this.#at = 0;
    return piece;
  }

  #write(value: unknown): void {
    if (typeof value === "string") this.#string(value);
    else if (typeof value === "number" && Number.isSafeInteger(value)) this.#integer(value);
    else if (value instanceof RawJson) this.#copy(value.bytes);
    else if (Array.isArray(value)) this.#array(value);
    else if (isRecord(value)) this.#object(value);
    else this.#ascii(writeJson(value));
  }

  #array(items: readonly unknown[]): void {
    this.#byte(OPEN_BRACKET);
    for (let i = 0; i < items.length; i++) {
      if (i > 0) this.#byte(COMMA);
      this.#write(items[i]);
    }
    this.#byte(CLOSE_BRACKET);
  }

  #object(object: Readonly<Record<string, unknown>>): void {
    let before = OPEN_BRACE;
    for (const key in object) {
      // Most objects are points. A member whose name is in the code is found several times as fast.
      const member = key === "id" ? object.id : key === "payload" ? object.payload : object[key];
      if (member === undefined) continue;
      this.#byte(before);
      this.#key(key);
      this.#write(member);
      before = COMMA;
    }
    if (before === OPEN_BRACE) this.#byte(OPEN_BRACE);
    this.#byte(CLOSE_BRACE);
  }

  /** Writes a key with its colon. The keys of responses are few and repeat, so their bytes are kept. */
  #key(key: string): void {
    const known = KEYS.get(key);
    if (known === undefined) {
      const from = this.#at;
      this.#string(key);
      this.#byte(COLON);
      if (KEYS.size < MAX_KEYS && this.#at - from <= SHORT_TEXT)
        KEYS.set(key, Uint8Array.from(this.#bytes.subarray(from, this.#at)));
      return;
    }
    this.#reserve(known.length);
    const [bytes, at] = [this.#bytes, this.#at];
    for (let i = 0; i < known.length; i++) bytes[at + i] = known[i]!;
    this.#at += known.length;
  }

  /** Writes a safe integer. */
  #integer(value: number): void {
    if (value < 0 || value > MAX_DIGITS_INTEGER) {
      this.#ascii(String(value));
      return;
    }
    this.#reserve(MAX_DIGITS);
    let digits = 1;
    for (let power = 10; power <= value; power *= 10) digits++;
    let rest = value;
    for (let i = this.#at + digits - 1; i >= this.#at; i--) {
      const tenth = (rest / 10) | 0;
      this.#bytes[i] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#at += digits;
  }

  /** Writes a string. One without characters to escape is copied; any other is written by the JSON writer. */
  #string(text: string): void {
    if (text.length > SHORT_TEXT || !this.#plain(text)) this.#text(writeJson(text));
  }

  /** @returns false if the string has characters that must be escaped, or are not ASCII */
  #plain(text: string): boolean {
    this.#reserve(text.length + 2);
    const bytes = this.#bytes;
    let at = this.#at;
    bytes[at++] = QUOTE;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < SPACE || unit > LAST_ASCII || unit === QUOTE || unit === BACKSLASH) return false;
      bytes[at++] = unit;
    }
    bytes[at++] = QUOTE;
    this.#at = at;
    return true;
  }

  #text(text: string): void {
    this.#reserve(text.length * BYTES_PER_UNIT);
    this.#at += this.#bytes.write(text, this.#at);
  }

  /** Writes ASCII text: numbers, lists of them, and words. */
  #ascii(text: string): void {
    this.#reserve(text.length);
    const [bytes, at] = [this.#bytes, this.#at];
    if (text.length > SHORT_TEXT) bytes.write(text, at, "latin1");
    else for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
    this.#at += text.length;
  }

  #copy(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  #byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#at++] = byte;
  }

  #reserve(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(needed * 2);
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}

/** Tells whether a value is an object other than null, an array or a typed array. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

// Large responses are written in pieces while they are read: a piece is made when the one before has been taken, so a
// response is written at the pace of its client, and nothing is written for a client that has disconnected. A piece
// takes a few milliseconds, and other work can run between two. The length is unknown in advance, so the response uses
// chunked encoding.
const FIRST_BYTES = 128 * 1024;

/** Returns the bytes of the value as JSON, in pieces. */
export async function* piecesOf(value: unknown): AsyncGenerator<Buffer> {
  const slice = new TimeSlice();
  for (const piece of new ByteWriter(FIRST_BYTES).pieces(value)) {
    if (piece.length > 0) yield piece;
    if (slice.isOver) await slice.next();
  }
}
