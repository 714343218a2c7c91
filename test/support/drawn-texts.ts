// Words and texts of many languages, drawn from the lists of our stop words and the endings of our stemmers, so that
// every rule of a stemmer is met without a dictionary.
import type { StemmerLanguage } from "../../src/shared/text-languages.ts";
import { pick, type Random } from "./chance.ts";
import { read } from "./sources.ts";

/** Characters between words, and characters that belong to no language. */
const BETWEEN = [
  " ",
  " ",
  " ",
  " ",
  ", ",
  ". ",
  "-",
  "\n",
  " (",
  "'",
  "_",
  "\u00a0",
  "\u0085",
  "\u3000",
  " — ",
  "/",
  "\t",
];
const STRANGE = "İıßẞÆœÉ÷ΟΔΟΣς½²Ⅷªǅ٣\u0301\u094d日本語ゴสวัสดี한국어𝒳🍎\u200d\ufeff%$#ﬁＡ".match(/./gu)!;
const ENDING = /\["((?:[^"\\]|\\.)*)", -?\d+/g;
const QUOTED = /"((?:[^"\\]|\\.)*)"/g;

/** Returns the endings that the rules of a stemmer name. */
export function endingsOf(language: StemmerLanguage): string[] {
  const source = read(`src/text/stem/gen/${language}.ts`);
  const pattern = language === "greek" ? QUOTED : ENDING;
  const found = Array.from(source.matchAll(pattern), ([, text]) => JSON.parse(`"${text}"`) as string);
  return [...new Set(found)].filter((text) => text !== "" && /^\p{L}[\p{L}\p{M}]*$/u.test(text));
}

/** @param words that exist in the language */
export function drawnWords(
  language: StemmerLanguage,
  words: readonly string[],
  count: number,
  random: Random,
): string[] {
  const endings = endingsOf(language);
  const letters = [...new Set(endings.join(""))];
  const drawn = new Set<string>();
  while (drawn.size < count) {
    const stem =
      random() < 0.5 && words.length > 0
        ? pick(random, words)
        : Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(random, letters)).join("");
    const ending = pick(random, endings) + (random() < 0.3 ? pick(random, endings) : "");
    drawn.add(random() < 0.2 ? stem : stem + ending);
  }
  return [...drawn];
}

/** Returns a text of words, some of them with strange characters or in upper case. */
export function drawnText(words: readonly string[], random: Random): string {
  const length = Math.floor(random() * 40);
  return Array.from({ length }, () => changed(pick(random, words), random) + pick(random, BETWEEN)).join("");
}

function changed(word: string, random: Random): string {
  const chance = random();
  if (chance < 0.1) return word.toUpperCase();
  if (chance < 0.3) return word.charAt(0).toUpperCase() + word.slice(1);
  if (chance < 0.35) return word + pick(random, STRANGE) + pick(random, STRANGE);
  if (chance < 0.4) return `${word}${Math.floor(random() * 100)}${word.toUpperCase()}`;
  return word;
}
