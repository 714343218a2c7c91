// How long a text index takes for a text, in bytes of a text that takes as long with the tokenizer `word` alone.
// The decision: numbers measured once, for the slowest texts that were found (decision 263), and no clock, so that a
// write puts the same texts into an index each time. Strings do not know their bytes, so a unit counts as three.
import type { TokenizerKind } from "../../../shared/text-languages.ts";
import type { TextSettings } from "../../../text/settings.ts";
import type { JsonValue } from "../../filter/value.ts";

/** A prefix index has a token for each character, and a dictionary divides the words of `multilingual`. */
const EFFORTS: Readonly<Record<TokenizerKind, number>> = {
  word: 1,
  whitespace: 1,
  code: 2,
  prefix: 5,
  multilingual: 5,
};
const STEMMING = 2;
/** The most bytes of UTF-8 that a unit of UTF-16 has. */
const BYTES_PER_UNIT = 3;

/** Returns the effort of a byte. */
export function effortOf({ tokenizer, stemmer }: TextSettings): number {
  return EFFORTS[tokenizer] + (stemmer === null ? 0 : STEMMING);
}

/** Returns the bytes of the texts among the values, at most. @param most the bytes of the payload that has them */
export function textBytes(values: readonly JsonValue[], most: number): number {
  let units = 0;
  for (const value of values) if (typeof value === "string") units += value.length;
  return Math.min(most, BYTES_PER_UNIT * units);
}
