// A number for the version of Unicode that this platform has. It decides which characters are letters, and so how texts
// are divided into words: a saved text index is of use only where the same characters are letters.
// The decision: no platform tells a library the version, so the number is computed from a sample of characters. Every
// version has added scripts beyond the first 65,536 characters, whole rows at a time.

const NO_WORD = /[^\p{Alphabetic}\p{M}\p{N}]/gu;
const FIRST = 0x1_0000;
const END = 0x2_0000;
const STEP = 16;
/** The prime and the start of FNV-1a. */
const PRIME = 0x0100_0193;
const START = 0x811c_9dc5;

let mark: number | undefined;

export function unicodeMark(): number {
  mark ??= computed();
  return mark;
}

function computed(): number {
  let sample = "";
  for (let code = FIRST; code < END; code += STEP) sample += String.fromCodePoint(code);
  const letters = sample.replace(NO_WORD, "").toLowerCase();
  let hash = START;
  for (let i = 0; i < letters.length; i++) hash = Math.imul(hash ^ letters.charCodeAt(i), PRIME);
  return hash >>> 0;
}
