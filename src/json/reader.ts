// The reader of request bodies: strict RFC 8259 over UTF-8 bytes. Unlike JSON.parse it keeps integers exact, packs
// vectors, and leaves payloads as bytes, where a shape says so; all other values are equal.
// The decision: it reports errors of syntax only, by byte offset and never with a piece of the body; types are checked
// by the validator. Objects inherit nothing (fields.ts), so `__proto__` is a key like any other. Of equal keys the last
// wins.

import { UnreadableBody } from "../errors/request.ts";
import type { RawJson } from "../schema/raw-json.ts";
import { Fields } from "./fields.ts";
import type { Floats } from "./float-rows.ts";
import { readIndices } from "./indices.ts";
import { FLOATS_KEY, MAX_JSON_DEPTH, MAX_JSON_VALUES } from "./json-limits.ts";
import { type Bytes, cuttable, isUtf8 } from "./node-bytes.ts";
import { exactValue, type Float, MAX_NUMBER_CHARACTERS, numberValue } from "./number.ts";
import { readRaw } from "./raw.ts";
import { type Shape, shapeOf } from "./shape.ts";
import {
  byteAt,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  LOWER_F,
  LOWER_N,
  LOWER_T,
  malformed,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  scanColon,
  scanScalar,
  scanString,
  skipSpace,
} from "./syntax.ts";
import { keyValue, stringValue } from "./text.ts";
import { validUtf8Length } from "./utf8.ts";
import { readVector } from "./vector.ts";

/**
 * Returns the value of a body. RawJson in it is a view on `body`.
 * @param floats vectors beside the text, see floats.ts
 */
export function readJson(body: Uint8Array, shape?: Shape, floats?: Floats): unknown {
  const length = isUtf8(body) ? body.length : validUtf8Length(body);
  const reader = new Reader(cuttable(body.subarray(0, length)), floats);
  const value = reader.document(shape);
  // The valid part was read first, to find a syntax error before the ill-formed bytes.
  if (length < body.length) throw malformed(length);
  return value;
}

type Scalar = string | number | bigint | Float | boolean | null;

/**
 * Returns the value of the token that a scanner found from `start` to `end`.
 * @param exact true to distinguish floats from integers. Such values were accepted before, so their numbers may have
 * any length.
 */
export function scalarValue(bytes: Bytes, start: number, end: number, exact: boolean | undefined): Scalar {
  switch (bytes[start]) {
    case QUOTE:
      return stringValue(bytes, start, end);
    case LOWER_T:
      return true;
    case LOWER_F:
      return false;
    case LOWER_N:
      return null;
    default:
      if (exact) return exactValue(bytes, start, end);
      if (end - start > MAX_NUMBER_CHARACTERS) {
        throw new UnreadableBody(
          `a number of more than ${MAX_NUMBER_CHARACTERS} characters at byte ${start}`,
        );
      }
      return numberValue(bytes, start, end);
  }
}

/** Reads an array of numbers; undefined if some item has to be read by itself. */
type ReadList<T> = (bytes: Bytes, open: number) => { readonly values: T; readonly end: number } | undefined;

class Reader {
  readonly #bytes: Bytes;
  readonly #floats: Floats | undefined;
  #at = 0;
  #depth = 0;
  #values = 0;

  constructor(bytes: Bytes, floats: Floats | undefined) {
    this.#bytes = bytes;
    this.#floats = floats;
  }

  document(shape: Shape | undefined): unknown {
    const value = this.#value(shape);
    const end = skipSpace(this.#bytes, this.#at);
    if (end < this.#bytes.length) throw malformed(end);
    return value;
  }

  #value(shape: Shape | undefined): unknown {
    this.#at = skipSpace(this.#bytes, this.#at);
    if (++this.#values > MAX_JSON_VALUES) {
      throw new UnreadableBody(`JSON of more than ${MAX_JSON_VALUES} values at byte ${this.#at}`);
    }
    switch (byteAt(this.#bytes, this.#at)) {
      case OPEN_BRACE:
        if (shape?.raw) return this.#raw();
        return this.#floats && shape ? this.#withFloats(this.#floats, shape) : this.#object(shape);
      case OPEN_BRACKET:
        return (
          (shape?.packed && this.#list(readVector)) ||
          (shape?.words && this.#list(readIndices)) ||
          this.#array(shape?.items)
        );
      default:
        return this.#scalar(shape?.exact);
    }
  }

  #scalar(exact: boolean | undefined): Scalar {
    const start = this.#at;
    const end = scanScalar(this.#bytes, start);
    this.#at = end;
    return scalarValue(this.#bytes, start, end, exact);
  }

  #raw(): RawJson {
    const raw = readRaw(this.#bytes, this.#at);
    this.#at += raw.bytes.length;
    return raw;
  }

  #list<T>(read: ReadList<T>): T | undefined {
    const list = read(this.#bytes, this.#at);
    if (list) this.#at = list.end;
    return list?.values;
  }

  /** Returns an object, or the vectors that it stands for. */
  #withFloats(floats: Floats, shape: Shape): object {
    const object = this.#object(shape);
    const isList = shape.items?.packed === true;
    return FLOATS_KEY in object && (shape.packed || isList) ? floats.read(object, isList, this.#at) : object;
  }

  #object(shape: Shape | undefined): object {
    const object = new Fields();
    if (this.#enter(CLOSE_BRACE)) return object;
    do {
      const start = skipSpace(this.#bytes, this.#at);
      const end = scanString(this.#bytes, start);
      this.#at = scanColon(this.#bytes, end);
      const key = keyValue(this.#bytes, start, end);
      object[key] = this.#value(shape && shapeOf(shape, key));
    } while (this.#continues(CLOSE_BRACE));
    return object;
  }

  #array(items: Shape | undefined): unknown[] {
    const array: unknown[] = [];
    if (this.#enter(CLOSE_BRACKET)) return array;
    do array.push(this.#value(items));
    while (this.#continues(CLOSE_BRACKET));
    return array;
  }

  /** Enters the container that opens here. @returns true if it is empty; then it has been left again */
  #enter(closer: number): boolean {
    if (this.#depth === MAX_JSON_DEPTH) {
      throw new UnreadableBody(`JSON nested deeper than ${MAX_JSON_DEPTH} levels at byte ${this.#at}`);
    }
    this.#at = skipSpace(this.#bytes, this.#at + 1);
    if (byteAt(this.#bytes, this.#at) === closer) {
      this.#at++;
      return true;
    }
    this.#depth++;
    return false;
  }

  /** Moves past the comma to the next item, or out of the container. */
  #continues(closer: number): boolean {
    const at = skipSpace(this.#bytes, this.#at);
    const byte = byteAt(this.#bytes, at);
    this.#at = at + 1;
    if (byte === COMMA) return true;
    if (byte !== closer) throw malformed(at);
    this.#depth--;
    return false;
  }
}
