// Scanners for the grammar of RFC 8259 below containers: white space, strings, numbers and the three words.
// The decision: a scanner takes a position and returns the position after its token, or throws at the first byte that
// is not allowed there; it makes no value. Values are made afterwards, so payloads, which are only stored, cost
// nothing.
import { UnreadableBody } from "../errors/request.ts";
import { encoded } from "./node-bytes.ts";

export const QUOTE = 0x22;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const ZERO = 0x30;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const LOWER_E = 0x65;
export const LOWER_F = 0x66;
export const LOWER_N = 0x6e;
export const LOWER_T = 0x74;
const LOWER_U = 0x75;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/** Sets the case bit of an ASCII letter. */
export const LOWER_CASE = 0x20;

/**
 * Returned for positions after the last byte: no UTF-8 text contains this value, and no rule of the grammar accepts it.
 */
const END_OF_INPUT = 0xff;

const ESCAPABLE = new Set(encoded('"\\/bfnrt'));
const TRUE = encoded("true");
const FALSE = encoded("false");
const NULL = encoded("null");

export function malformed(at: number): UnreadableBody {
  return new UnreadableBody(`Malformed JSON at byte ${at}`);
}

const NO_NUMBERS = ["NaN", "Infinity"];

/**
 * Returns the error for a character that is no digit. Some JSON writers put words such as NaN there; then it has a
 * hint.
 */
function noDigit(bytes: Uint8Array, at: number): UnreadableBody {
  const word = NO_NUMBERS.find((text) => encoded(text).every((byte, i) => byteAt(bytes, at + i) === byte));
  const hint = `${word} is no JSON: leave out points whose vectors have such a number, or send another one`;
  return word === undefined ? malformed(at) : Object.assign(malformed(at), { hint });
}

export function byteAt(bytes: Uint8Array, at: number): number {
  return at < bytes.length ? bytes[at]! : END_OF_INPUT;
}

export function skipSpace(bytes: Uint8Array, at: number): number {
  for (;;) {
    const byte = byteAt(bytes, at);
    if (byte > 0x20) return at;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at++;
  }
}

/** Reads the colon after a key, with white space around it. Returns the position of the value. */
export function scanColon(bytes: Uint8Array, at: number): number {
  at = skipSpace(bytes, at);
  if (byteAt(bytes, at) !== COLON) throw malformed(at);
  return skipSpace(bytes, at + 1);
}

/** Reads a string, a number or a word. */
export function scanScalar(bytes: Uint8Array, at: number): number {
  switch (byteAt(bytes, at)) {
    case QUOTE:
      return scanString(bytes, at);
    case LOWER_T:
      return scanWord(bytes, at, TRUE);
    case LOWER_F:
      return scanWord(bytes, at, FALSE);
    case LOWER_N:
      return scanWord(bytes, at, NULL);
    default:
      return scanNumber(bytes, at);
  }
}

export function scanString(bytes: Uint8Array, at: number): number {
  if (byteAt(bytes, at) !== QUOTE) throw malformed(at);
  for (;;) {
    const byte = byteAt(bytes, ++at);
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at = scanEscape(bytes, at + 1);
    else if (byte < 0x20 || byte === END_OF_INPUT) throw malformed(at);
  }
}

/** Returns the position of the escape's last byte. */
function scanEscape(bytes: Uint8Array, at: number): number {
  const byte = byteAt(bytes, at);
  if (ESCAPABLE.has(byte)) return at;
  if (byte !== LOWER_U) throw malformed(at);
  const last = at + 4;
  while (at < last) if (!isHex(byteAt(bytes, ++at))) throw malformed(at);
  return last;
}

function isHex(byte: number): boolean {
  const letter = byte | LOWER_CASE;
  return isDigit(byte) || (letter >= 0x61 && letter <= 0x66);
}

function isDigit(byte: number): boolean {
  return (byte ^ ZERO) <= 9; // '0'..'9' share their upper half, and XOR clears exactly it
}

export function scanNumber(bytes: Uint8Array, at: number): number {
  at = scanInteger(bytes, at);
  if (byteAt(bytes, at) === DOT) at = scanDigits(bytes, at + 1);
  return (byteAt(bytes, at) | LOWER_CASE) === LOWER_E ? scanExponent(bytes, at + 1) : at;
}

/** Reads the part of a number after the E. */
export function scanExponent(bytes: Uint8Array, at: number): number {
  const sign = byteAt(bytes, at);
  return scanDigits(bytes, sign === PLUS || sign === MINUS ? at + 1 : at);
}

/** Reads the part of a number before its fraction and exponent. */
export function scanInteger(bytes: Uint8Array, at: number): number {
  if (byteAt(bytes, at) === MINUS) at++;
  return byteAt(bytes, at) === ZERO ? at + 1 : scanDigits(bytes, at);
}

function scanDigits(bytes: Uint8Array, at: number): number {
  if (!isDigit(byteAt(bytes, at))) throw noDigit(bytes, at);
  do at++;
  while (isDigit(byteAt(bytes, at)));
  return at;
}

function scanWord(bytes: Uint8Array, at: number, word: Uint8Array): number {
  for (const byte of word) if (byteAt(bytes, at++) !== byte) throw malformed(at - 1);
  return at;
}
