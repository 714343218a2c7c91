// Reduces English words to their stems by the Snowball algorithm "Porter2": connections, connected and connecting all
// become connect.
// The decision: the steps follow the published description one by one, with y as a consonant written Y meanwhile. R1
// and R2 are the parts of a word in which an ending may be removed.

const VOWEL = "[aeiouy]";
const CONSONANT = "[^aeiouy]";
/** Matches up to the first consonant after a vowel: the region R1 of the algorithm begins there. */
const REGION = new RegExp(`${VOWEL}${CONSONANT}`);
const SPECIAL_R1 = /^(?:gener|commun|arsen)/;
const SHORT_SYLLABLE = `(?:${CONSONANT}${VOWEL}[^aeiouywxY]|^${VOWEL}${CONSONANT})`;
const ENDS_SHORT = new RegExp(`${SHORT_SYLLABLE}$`);
const HAS_VOWEL = new RegExp(VOWEL);

const EXCEPTIONS = new Map(
  "skis:ski skies:sky dying:die lying:lie tying:tie idly:idl gently:gentl ugly:ugli early:earli only:onli singly:singl"
    .concat(" sky:sky news:news howe:howe atlas:atlas cosmos:cosmos bias:bias andes:andes")
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);
/** Words that are complete after step 1a. */
const WHOLE = /^(?:inning|outing|canning|herring|earring|proceed|exceed|succeed)$/;

/** Endings with their replacements; a longer one comes before an ending of its own. */
type Endings = readonly (readonly [ending: string, instead: string])[];

const STEP_2: Endings = pairs(
  "ization:ize ational:ate fulness:ful ousness:ous iveness:ive tional:tion biliti:ble lessli:less entli:ent ation:ate " +
    "alism:al aliti:al ousli:ous iviti:ive fulli:ful enci:ence anci:ance abli:able izer:ize ator:ate alli:al bli:ble",
);
const STEP_3: Endings = pairs("ational:ate tional:tion alize:al icate:ic iciti:ic ical:ic ful: ness:");
const STEP_4: Endings = pairs(
  "ement: ance: ence: able: ible: ment: ant: ent: ism: ate: iti: ous: ive: ize: al: er: ic:",
);

/** @param word in lower case; other letters than a to z are consonants */
export function stemEnglish(word: string): string {
  if (word.length <= 2) return word;
  const exception = EXCEPTIONS.get(word);
  if (exception !== undefined) return exception;
  const marked = word.replace(/^'/, "").replace(/^y|(?<=[aeiouy])y/g, "Y");
  const r1 = regionOf(marked);
  const r2 = r1 + regionIn(marked.slice(r1));
  const singular = step1a(marked.replace(/'(?:s'?)?$/, ""));
  if (WHOLE.test(singular)) return singular;
  let stem = step1c(step1b(singular, r1));
  stem = step2(stem, r1);
  stem = step3(stem, r1, r2);
  stem = step4(stem, r2);
  return step5(stem, r1, r2).replaceAll("Y", "y");
}

function regionOf(word: string): number {
  const special = SPECIAL_R1.exec(word);
  return special ? special[0].length : regionIn(word);
}

function regionIn(part: string): number {
  const found = REGION.exec(part);
  return found ? found.index + 2 : part.length;
}

/** Removes the endings of plurals. */
function step1a(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/[us]s$/.test(word)) return word;
  return word.endsWith("s") && HAS_VOWEL.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

/** Removes the endings -ed and -ing. */
function step1b(word: string, r1: number): string {
  const eed = /eed(?:ly)?$/.exec(word);
  if (eed) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word;
  const found = /(?:ed|ing)(?:ly)?$/.exec(word);
  if (!found || !HAS_VOWEL.test(word.slice(0, found.index))) return word;
  const stem = word.slice(0, found.index);
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem)) return stem.slice(0, -1);
  return stem.length <= r1 && ENDS_SHORT.test(stem) ? `${stem}e` : stem;
}

function step1c(word: string): string {
  return /.[^aeiouy][yY]$/.test(word) ? `${word.slice(0, -1)}i` : word;
}

function step2(word: string, r1: number): string {
  const found = endingOf(word, STEP_2);
  if (found) return replaced(word, found, r1);
  if (word.endsWith("logi")) return word.length - 3 >= r1 ? word.slice(0, -1) : word;
  return /[cdeghkmnrt]li$/.test(word) && word.length - 2 >= r1 ? word.slice(0, -2) : word;
}

function step3(word: string, r1: number, r2: number): string {
  if (word.endsWith("ative")) return word.length - 5 >= r2 ? word.slice(0, -5) : word;
  const found = endingOf(word, STEP_3);
  return found ? replaced(word, found, r1) : word;
}

function step4(word: string, r2: number): string {
  const found = endingOf(word, STEP_4);
  if (found) return replaced(word, found, r2);
  return /[st]ion$/.test(word) && word.length - 3 >= r2 ? word.slice(0, -3) : word;
}

function step5(word: string, r1: number, r2: number): string {
  const start = word.length - 1;
  const stem = word.slice(0, start);
  if (word.endsWith("e")) return start >= r2 || (start >= r1 && !ENDS_SHORT.test(stem)) ? stem : word;
  return word.endsWith("ll") && start >= r2 ? stem : word;
}

function endingOf(word: string, endings: Endings): Endings[number] | undefined {
  return endings.find(([ending]) => word.endsWith(ending));
}

function replaced(word: string, [ending, instead]: Endings[number], region: number): string {
  const start = word.length - ending.length;
  return start >= region ? word.slice(0, start) + instead : word;
}

function pairs(text: string): Endings {
  return text.split(" ").map((pair) => pair.split(":") as [string, string]);
}
