// Parses an array of JSON numbers to f32. It is a module of its own, small enough to be embedded in the source of the
// JSON reader.
// The decision: it parses only texts whose result is certain, and declines all others, invalid ones included, which the
// reader in TypeScript then parses. So there is one grammar, and this is only its fast path (src/json/vector.ts has the
// proof).

/** The address of the position at which it has stopped; nothing else is below the static data. */
const STOPPED: usize = 0;

/** The powers of ten that are exact in an f64, and some more. */
const POWERS = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
  1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30, 1e31, 1e32, 1e33, 1e34, 1e35, 1e36, 1e37,
  1e38, 1e39,
]);
const EXACT_POWER = 22;
const MAX_POWER = 39;
/** While the digits so far are below these, one more digit, or eight more, stay below 2^64. */
const MAX_BEFORE_DIGIT: u64 = 1_000_000_000_000_000_000;
const MAX_BEFORE_EIGHT: u64 = 10_000_000_000;
const EIGHT_DIGITS: u64 = 100_000_000;
/** Integers up to here are exact in an f64. */
const MAX_EXACT: u64 = 0x20_0000_0000_0000;
/** The relative error that repeated rounding, and digits that were left out, can cause. */
const BELOW: f64 = 1 - 2e-14;
const ABOVE: f64 = 1 + 2e-14;
/** An exponent with more digits than this is declined. */
const MAX_EXPONENT = 1_000;

const SPACE: u32 = 0x20;
const ZERO: u32 = 0x30;
const POINT: u32 = 0x2e ^ ZERO;
const LOWER_E: u32 = 0x65;
const CASE: u32 = 0x20;
/** Repeats 32 bits in both halves of 64. */
const TWICE: u64 = 0x1_0000_0001;
const EIGHT_TIMES: u64 = 0x0101_0101 * TWICE;
const EVERY_OTHER: u64 = 0x00ff_00ff * TWICE;
const MINUS: u32 = 0x2d;
const PLUS: u32 = 0x2b;
const COMMA: u32 = 0x2c;
const CLOSE_BRACKET: u32 = 0x5d;
const INFINITE: u32 = 0x7f80_0000;

const DECLINED: i32 = -1;

/** The result of readExponent. */
let exponent: i32 = 0;

/**
 * @param at behind the bracket; a zero byte must be behind the last readable one
 * @param out for f32 numbers, aligned, with space for half as many as there are bytes
 * @returns the number of parsed numbers. STOPPED is behind the closing bracket, or where it declined
 */
export function readNumbers(at: usize, out: usize): i32 {
  let count = 0;
  while (true) {
    if (byte(at) <= SPACE) at = skipSpace(at);
    const isNegative = byte(at) == MINUS;
    if (isNegative) at++;
    let digit = byte(at) ^ ZERO;
    if (digit > 9) return declined(at);
    const first = at;
    let digits: u64 = 0;
    let power = 0;
    let isSure = true;
    do {
      digits = digits * 10 + digit;
      digit = byte(++at) ^ ZERO;
    } while (digit <= 9 && digits < MAX_BEFORE_DIGIT);
    if (digit <= 9) return declined(at);
    if (byte(first) == ZERO && at > first + 1) return declined(at);
    if (digit == POINT) {
      const point = ++at;
      digit = byte(at) ^ ZERO;
      if (digit > 9) return declined(at);
      for (let eight = load<u64>(at); digits < MAX_BEFORE_EIGHT && areDigits(eight); eight = load<u64>(at)) {
        digits = digits * EIGHT_DIGITS + decimal(eight);
        at += 8;
      }
      digit = byte(at) ^ ZERO;
      while (digit <= 9 && digits < MAX_BEFORE_DIGIT) {
        digits = digits * 10 + digit;
        digit = byte(++at) ^ ZERO;
      }
      power -= <i32>(at - point);
      if (digit <= 9) {
        isSure = false;
        at = skipDigits(at);
      }
    }
    if ((byte(at) | CASE) == LOWER_E) {
      at = readExponent(at + 1);
      if (exponent > MAX_EXPONENT || exponent < -MAX_EXPONENT) return declined(at);
      power += exponent;
    }
    if (power < -MAX_POWER || power > MAX_POWER) return declined(at);
    let value = <f64>digits;
    if (power < 0) value /= powerOfTen(-power);
    else if (power > 0) value *= powerOfTen(power);
    if (isNegative) value = -value;
    const float = <f32>value;
    isSure = isSure && digits <= MAX_EXACT && power >= -EXACT_POWER && power <= EXACT_POWER;
    if (!isSure && <f32>(value * BELOW) != <f32>(value * ABOVE)) return declined(at);
    if ((reinterpret<u32>(float) & INFINITE) == INFINITE) return declined(at);
    store<f32>(out, float);
    out += sizeof<f32>();
    count++;

    if (byte(at) <= SPACE) at = skipSpace(at);
    const next = byte(at++);
    if (next == CLOSE_BRACKET) {
      store<u32>(STOPPED, <u32>at);
      return count;
    }
    if (next != COMMA) return declined(at - 1);
  }
  return DECLINED;
}

function byte(at: usize): u32 {
  return load<u8>(at);
}

function declined(at: usize): i32 {
  store<u32>(STOPPED, <u32>at);
  return DECLINED;
}

/** Returns whether eight bytes are digits: 0x30 to 0x39, also when 6 is added to them. */
function areDigits(eight: u64): bool {
  const high = eight & (0xf0 * EIGHT_TIMES);
  const higher = (eight + 6 * EIGHT_TIMES) & (0xf0 * EIGHT_TIMES);
  return (high & higher) == 0x30 * EIGHT_TIMES && (high | higher) == 0x30 * EIGHT_TIMES;
}

/**
 * Returns the value of eight digits, the first in the lowest byte: it combines pairs, then pairs of those, then both
 * halves.
 */
function decimal(eight: u64): u64 {
  const ones = eight & (0x0f * EIGHT_TIMES);
  const pairs = (ones * 10 + (ones >> 8)) & EVERY_OTHER;
  const fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
  return (fours * 10_000 + (fours >> 32)) & 0xffff_ffff;
}

function powerOfTen(exponent: i32): f64 {
  return load<f64>(POWERS + ((<usize>exponent) << 3));
}

function skipSpace(at: usize): usize {
  let next = byte(at);
  while (next == SPACE || next == 0x0a || next == 0x0d || next == 0x09) next = byte(++at);
  return at;
}

function skipDigits(at: usize): usize {
  while ((byte(at) ^ ZERO) <= 9) at++;
  return at;
}

/**
 * Reads the digits behind an `e`, and their sign; the result is too large if there are none. @returns the position
 * behind them
 */
function readExponent(at: usize): usize {
  const sign = byte(at);
  if (sign == MINUS || sign == PLUS) at++;
  let digit = byte(at) ^ ZERO;
  let value: i32 = digit > 9 ? MAX_EXPONENT + 1 : 0;
  while (digit <= 9 && value <= MAX_EXPONENT) {
    value = value * 10 + <i32>digit;
    digit = byte(++at) ^ ZERO;
  }
  exponent = sign == MINUS ? -value : value;
  return at;
}
