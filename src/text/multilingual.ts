// Divides words of scripts without spaces, such as Chinese, Japanese and Thai, by the dictionaries of the platform.
// The decision: Intl.Segmenter sees only words with such characters, and long ones in parts of a fixed length, so that
// a text has the same tokens whether it is divided in one pass or in slices. Its dictionaries may change with the
// platform. Letters get their usual forms, and Latin, Greek, Hebrew and Arabic letters lose their marks.
import { ALPHANUMERIC, classesOf, codeAt, NUMBER, UNDIVIDED, unitsOf } from "./characters.ts";

/** Code units of the parts of a long word. A part takes less than a millisecond. */
const PART = 512;
const BEYOND_ASCII = /[^\0-\x7f]/;
const MARKED =
  /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)[\u0300-\u036f]+|[\u0591-\u05c7\u064b-\u065f\u0670]+/gu;

let segmenter: Intl.Segmenter | undefined;

/** Adds the tokens of a word that have a letter. */
export function addSegments(word: string, add: (part: string) => void): void {
  if (!BEYOND_ASCII.test(word)) {
    if (hasClass(word, ALPHANUMERIC, NUMBER)) add(word);
    return;
  }
  if (!hasClass(word, UNDIVIDED, 0)) {
    addNormal(word, add);
    return;
  }
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  for (let start = 0; start < word.length; ) {
    let end = Math.min(word.length, start + PART);
    if (end < word.length && (word.charCodeAt(end) & 0xfc00) === 0xdc00) end--;
    for (const { segment, isWordLike } of segmenter.segment(word.slice(start, end))) {
      if (isWordLike) addNormal(segment, add);
    }
    start = end;
  }
}

function addNormal(word: string, add: (part: string) => void): void {
  const normal = word.normalize("NFKD").replace(MARKED, "").normalize("NFC");
  if (hasClass(normal, ALPHANUMERIC, NUMBER)) add(normal);
}

/** Whether a character has one of the classes and none of others. */
function hasClass(word: string, classes: number, without: number): boolean {
  for (let at = 0; at < word.length; ) {
    const code = codeAt(word, at);
    const found = classesOf(code);
    if ((found & classes) !== 0 && (found & without) === 0) return true;
    at += unitsOf(code);
  }
  return false;
}
