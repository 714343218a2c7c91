// Classes of characters: which ones words consist of, which ones are white space, and the case of letters.
// The decision: a table of bits for each block of 256 characters, made by regular expressions when a text first has one
// of the block. A text is then divided into words by one look into a table for each character.

/** A letter or a number: `\p{Alphabetic}` or `\p{N}`. */
export const ALPHANUMERIC = 1;
export const NO_SPACE = 2;
export const UPPER = 4;
export const NUMBER = 8;
/** A mark that belongs to the character before it. */
export const MARK = 16;
export const UNDERSCORE = 32;
/** A letter of a script whose words are not divided by spaces. */
export const UNDIVIDED = 64;

const CLASSES: readonly (readonly [bit: number, pattern: RegExp])[] = [
  [ALPHANUMERIC, /^[\p{Alphabetic}\p{N}]$/u],
  [NO_SPACE, /^\P{White_Space}$/u],
  [UPPER, /^\p{Uppercase}$/u],
  [NUMBER, /^\p{N}$/u],
  [MARK, /^\p{M}$/u],
  [UNDERSCORE, /^_$/],
  [
    UNDIVIDED,
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]$/u,
  ],
];
const BLOCK = 256;
const SURROGATES = [0xd800, 0xdfff] as const;

const blocks: (Uint8Array | undefined)[] = [];

function blockOf(number: number): Uint8Array {
  const known = blocks[number];
  if (known) return known;
  const classes = new Uint8Array(BLOCK);
  for (let i = 0; i < BLOCK; i++) {
    const code = number * BLOCK + i;
    // A surrogate without its counterpart is no letter. Its code would not match \P.
    if (code >= SURROGATES[0] && code <= SURROGATES[1]) {
      classes[i] = NO_SPACE;
      continue;
    }
    const character = String.fromCodePoint(code);
    for (const [bit, pattern] of CLASSES) if (pattern.test(character)) classes[i]! |= bit;
  }
  blocks[number] = classes;
  return classes;
}

/** The classes of the characters of ASCII. */
export const ASCII_CLASSES: Uint8Array = blockOf(0);

export function classesOf(code: number): number {
  return blockOf(code >> 8)[code & (BLOCK - 1)]!;
}

/** Returns the character at a position, and for half of a pair that is not one, the half. */
export function codeAt(text: string, at: number): number {
  return text.codePointAt(at)!;
}

/** Returns the number of code units of a character. */
export function unitsOf(code: number): 1 | 2 {
  return code > 0xffff ? 2 : 1;
}

/** Counts characters, not code units. */
export function charactersIn(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) count--;
  }
  return count;
}
