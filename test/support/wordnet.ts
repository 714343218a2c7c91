// Entries of a dictionary as sentence embeddings, with their categories, and queries that are no entries. The data is
// in a folder beside the checkout, or missing.
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const SHARED = new URL("../../../shared/data/wordnet-minilm/", import.meta.url);
export const WORDNET_DIMENSION = 384;
const TEXTS = "texts.jsonl.gz";
const QUERIES = "queries.jsonl.gz";

/** A text as its vector, and its category, such as noun.animal. */
export interface Text {
  readonly vector: Float32Array;
  readonly category: string;
}

export const hasWordnet = (): boolean => existsSync(SHARED);

/** Returns the 20,000 entries and the 500 queries. */
export function loadWordnet(): { readonly entries: Text[]; readonly queries: Text[] } {
  return {
    entries: textsOf(
      "base.f16",
      lines<{ category: string }>(TEXTS).map(({ category }) => category),
    ),
    queries: textsOf(
      "query.f16",
      lines<{ cat: string }>(QUERIES).map(({ cat }) => cat),
    ),
  };
}

/** Returns the entries as texts: the words and the gloss. */
export function wordnetTexts(): string[] {
  const all = lines<{ readonly words: readonly string[]; readonly gloss: string }>(TEXTS);
  return all.map(({ words, gloss }) => `${words.slice(0, 3).join(", ")}: ${gloss}`);
}

/** Returns the queries as texts: definitions at even positions, one or two words at odd ones. */
export function wordnetQueries(): string[] {
  return lines<{ readonly text: string }>(QUERIES).map(({ text }) => text);
}

/** Returns the numbers of a file of half floats, none of which is infinite. */
export function readHalves(file: string): Float32Array {
  const bytes = readFileSync(new URL(file, SHARED));
  return Float32Array.from({ length: bytes.length / 2 }, (_, i) => {
    const half = bytes.readUInt16LE(2 * i);
    const exponent = (half >> 10) & 31;
    const fraction = (half & 1023) / 1024;
    const size = exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15);
    return half >> 15 ? -size : size;
  });
}

export const readWordnet = (file: string): Buffer => readFileSync(new URL(file, SHARED));

function textsOf(file: string, categories: readonly string[]): Text[] {
  const floats = readHalves(file);
  return categories.map((category, i) => ({
    vector: floats.slice(i * WORDNET_DIMENSION, (i + 1) * WORDNET_DIMENSION),
    category,
  }));
}

function lines<Line>(file: string): Line[] {
  const text = gunzipSync(readWordnet(file)).toString();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
