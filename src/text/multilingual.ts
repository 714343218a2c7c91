// Divides words of scripts without spaces, such as Chinese, Japanese and Thai, by the dictionaries of the platform.
// The decision: Intl.Segmenter sees only words with such characters. Long words are divided into parts of fixed length
// first, so that a text may be divided there, too, and has the same tokens in one pass and in slices. Its dictionaries
// may change with the platform. Letters get their usual forms, and Latin, Greek, Hebrew and Arabic letters lose their
// marks.
import { ALPHANUMERIC, classesOf, codeAt, NUMBER, UNDIVIDED, unitsOf } from "./characters.ts";

/** Code units of the parts of a long word. A part takes less than a millisecond. */
const PART = 512;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** A letter whose marks are taken off, with its marks. */
const MARKED = /[\p{Script=Latin}\p{Script=Greek}]\p{M}+/gu;
const MARKS = /[\u0300-\u036f]+/g;
const HEBREW_AND_ARABIC_MARKS = /[\u0591-\u05c7\u064b-\u065f\u0670]+/g;

let segmenter: Intl.Segmenter | undefined;

/** Receives a part of a word, and where in the word it begins and ends. */
type AddPart = (part: string, start: number, end: number) => void;

/** Adds the tokens of a word that have a letter. */
export function addSegments(word: string, add: AddPart): void {
  for (let start = 0; start < word.length; ) {
    const end = Math.min(word.length, endOfPart(word, start));
    addPart(start === 0 && end === word.length ? word : word.slice(start, end), start, add);
    start = end;
  }
}

/** Returns where the part of a word ends that begins at a position, if the word does not end before. */
export function endOfPart(text: string, start: number): number {
  const end = start + PART;
  return (text.charCodeAt(end) & 0xfc00) === 0xdc00 ? end - 1 : end;
}

function addPart(part: string, start: number, add: AddPart): void {
  if (!BEYOND_ASCII.test(part)) {
    if (hasClass(part, ALPHANUMERIC, NUMBER)) add(part, start, start + part.length);
    return;
  }
  if (!hasClass(part, UNDIVIDED, 0)) {
    addNormal(part, start, add);
    return;
  }
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  for (const { segment, index, isWordLike } of segmenter.segment(part))
    if (isWordLike) addNormal(segment, start + index, add);
}

function addNormal(word: string, start: number, add: AddPart): void {
  const bare = word.normalize("NFKD").replace(MARKED, (letter) => letter.replace(MARKS, ""));
  const normal = bare.replace(HEBREW_AND_ARABIC_MARKS, "").normalize("NFC");
  if (hasClass(normal, ALPHANUMERIC, NUMBER)) add(normal, start, start + word.length);
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
