// Replaces letters and digits by those of ASCII that look like them: é by e, ß by ss, the full-width A by A.
// The decision: a letter with a mark is decomposed by Unicode, in the ranges below, and the others are in a table. A
// character without a counterpart in ASCII stays as it is, so Greek, Cyrillic and Hebrew letters keep their marks.
import { FOLDED } from "./folded-characters.ts";

/** The first and the last character of ranges in which decompositions are used. */
const DECOMPOSED = [
  [0xb2, 0xb3],
  [0xb9, 0xb9],
  [0xc0, 0x233],
  [0x1d62, 0x1d65],
  [0x1e00, 0x1e99],
  [0x1ea0, 0x1ef9],
  [0x203c, 0x203c],
  [0x2047, 0x2093],
  [0x2460, 0x24ea],
  [0x2c7c, 0x2c7c],
  [0xfb00, 0xfb04],
  [0xfb06, 0xfb06],
  [0xff01, 0xff3f],
  [0xff41, 0xff5b],
  [0xff5d, 0xff5e],
] as const;
const MARKS = /\p{M}+/gu;
const ASCII = /^[ -~]+$/;
const BEYOND_ASCII = /[^\0-\x7f]/;

let table: Map<number, string> | undefined;

function tableOf(): Map<number, string> {
  const made = new Map<number, string>();
  for (const [first, last] of DECOMPOSED) {
    for (let code = first; code <= last; code++) {
      const folded = String.fromCharCode(code).normalize("NFKD").replace(MARKS, "");
      if (ASCII.test(folded)) made.set(code, folded);
    }
  }
  for (const [ascii, characters] of Object.entries(FOLDED)) {
    for (let i = 0; i < characters.length; i++) made.set(characters.charCodeAt(i), ascii);
  }
  return made;
}

export function folded(word: string): string {
  if (!BEYOND_ASCII.test(word)) return word;
  table ??= tableOf();
  let result = "";
  for (let i = 0; i < word.length; i++) result += table.get(word.charCodeAt(i)) ?? word[i]!;
  return result;
}
