// Writes a stored payload as the fields of a message: from JSON to the wire format in one pass, without values between.
// The decision: texts without escapes, which nearly all are, are copied as the bytes that are stored. The fields are
// those that the codec of payloads (values.ts) makes; a test compares both on random payloads.
import { exactValue, Float } from "../../json/number.ts";
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  LOWER_F,
  LOWER_N,
  LOWER_T,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  scanColon,
  scanNumber,
  scanScalar,
  scanString,
  skipSpace,
} from "../../json/syntax.ts";
import { stringValue } from "../../json/text.ts";
import type { Writer } from "../wire/writer.ts";

/** Tags: the key and the value of an entry, the kinds of a Value, the entries of a Struct, the items of a ListValue. */
const KEY = 0x0a;
const VALUE = 0x12;
const NULL_VALUE = 0x08;
const DOUBLE_VALUE = 0x11;
const INTEGER_VALUE = 0x18;
const STRING_VALUE = 0x22;
const BOOL_VALUE = 0x28;
const STRUCT_VALUE = 0x32;
const LIST_VALUE = 0x3a;
const STRUCT_FIELDS = 0x0a;
const LIST_VALUES = 0x0a;

const MIN_I64 = -(2n ** 63n);
const MAX_I64 = 2n ** 63n - 1n;

/** @param json the UTF-8 bytes of an object @param tag of the map that gets its fields */
export function writePayload(writer: Writer, json: Uint8Array, tag: number): void {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  new PayloadFields(writer, bytes).fields(skipSpace(bytes, 0), tag);
}

class PayloadFields {
  readonly #writer: Writer;
  readonly #bytes: Buffer;
  /** The position of the first backslash that may be ahead; -1: it has not been looked for. */
  #escape = -1;

  constructor(writer: Writer, bytes: Buffer) {
    this.#writer = writer;
    this.#bytes = bytes;
  }

  /** Writes the entries of the object at a position. @returns the position after it */
  fields(start: number, tag: number): number {
    const bytes = this.#bytes;
    const writer = this.#writer;
    let at = skipSpace(bytes, start + 1);
    if (bytes[at] === CLOSE_BRACE) return at + 1;
    for (;;) {
      writer.uint32(tag);
      const entry = writer.fork();
      const end = scanString(bytes, at);
      // An empty key is left out.
      if (end - at > 2) this.#text(KEY, at, end);
      writer.uint32(VALUE);
      at = this.#value(scanColon(bytes, end));
      writer.join(entry);
      at = skipSpace(bytes, at);
      if (bytes[at] !== COMMA) return at + 1;
      at = skipSpace(bytes, at + 1);
    }
  }

  /** Writes the length and the kind of the value at a position. @returns the position after it */
  #value(start: number): number {
    const writer = this.#writer;
    const value = writer.fork();
    const end = this.#kind(start);
    writer.join(value);
    return end;
  }

  #kind(start: number): number {
    const bytes = this.#bytes;
    const writer = this.#writer;
    switch (bytes[start]) {
      case OPEN_BRACE: {
        writer.uint32(STRUCT_VALUE);
        const struct = writer.fork();
        const end = this.fields(start, STRUCT_FIELDS);
        writer.join(struct);
        return end;
      }
      case OPEN_BRACKET: {
        writer.uint32(LIST_VALUE);
        const list = writer.fork();
        const end = this.#items(start);
        writer.join(list);
        return end;
      }
      case QUOTE: {
        const end = scanString(bytes, start);
        this.#text(STRING_VALUE, start, end);
        return end;
      }
      case LOWER_N:
        writer.uint32(NULL_VALUE);
        writer.uint32(0);
        return scanScalar(bytes, start);
      case LOWER_T:
      case LOWER_F:
        writer.uint32(BOOL_VALUE);
        writer.bool(bytes[start] === LOWER_T);
        return scanScalar(bytes, start);
      default: {
        const end = scanNumber(bytes, start);
        this.#number(start, end);
        return end;
      }
    }
  }

  #items(start: number): number {
    const bytes = this.#bytes;
    let at = skipSpace(bytes, start + 1);
    if (bytes[at] === CLOSE_BRACKET) return at + 1;
    for (;;) {
      this.#writer.uint32(LIST_VALUES);
      at = skipSpace(bytes, this.#value(at));
      if (bytes[at] !== COMMA) return at + 1;
      at = skipSpace(bytes, at + 1);
    }
  }

  /** Writes a text that a scanner found, quotes included. */
  #text(tag: number, start: number, end: number): void {
    const bytes = this.#bytes;
    const writer = this.#writer;
    writer.uint32(tag);
    if (this.#escape < start) {
      const next = bytes.indexOf(BACKSLASH, start);
      this.#escape = next < 0 ? bytes.length : next;
    }
    if (this.#escape >= end) writer.copy(bytes, start + 1, end - 1);
    else writer.string(stringValue(bytes, start, end));
  }

  #number(start: number, end: number): void {
    const writer = this.#writer;
    const value = exactValue(this.#bytes, start, end);
    if (typeof value === "number" ? Number.isSafeInteger(value) : isInteger(value)) {
      writer.uint32(INTEGER_VALUE);
      writer.integer(value as number | bigint);
    } else {
      writer.uint32(DOUBLE_VALUE);
      writer.double(value instanceof Float ? value.value : Number(value));
    }
  }
}

/** Integers of more than 64 bits can only be doubles. */
function isInteger(value: bigint | Float): boolean {
  return typeof value === "bigint" && value >= MIN_I64 && value <= MAX_I64;
}
