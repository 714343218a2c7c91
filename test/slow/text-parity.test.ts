// BM25 compared with Qdrant's engine (the package qdrant-edge-py from PyPI): whole embeddings, and the stems of words.
// QDRANT_EDGE_PYTHON names a Python with the package; without it, a virtual environment is made. SNOWBALL_DATA names a
// folder of vocabularies as Debian's package snowball-data has them (usr/share/snowball/data); its words are compared
// in addition to drawn ones.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { SparseVector } from "../../src/shared/sparse-vector.ts";
import {
  STEMMER_LANGUAGES,
  STOPWORD_LANGUAGES,
  type StopwordLanguage,
} from "../../src/shared/text-languages.ts";
import { compileBm25, embedDocument, embedQuery } from "../../src/text/bm25.ts";
import { loadLanguages, stemOf, stopwordsOf } from "../../src/text/loaded.ts";
import { tokenIndex } from "../../src/text/murmur3.ts";
import { LineProcess } from "../bench/sparse/line-process.ts";
import { countOf, seedOf } from "../support/chance.ts";
import { drawnText, drawnWords } from "../support/drawn-texts.ts";
import { pythonWith } from "../support/python.ts";
import { seededRandom } from "../support/random.ts";
import { hasWordnet, wordnetTexts } from "../support/wordnet.ts";

type Form = "document" | "query";
type Embedded = [indices: number[], values: number[]] | string;

const SCRIPT = fileURLToPath(new URL("../support/qdrant-python/bm25.py", import.meta.url));
const WORDS = countOf("WORDS", 8_000);
const TEXTS = countOf("TEXTS", 3_000);
/** The stemmers count code units, so words with such characters may have other stems. */
const BEYOND_16_BITS = /[\u{10000}-\u{10ffff}]/gu;
const NO_WORDS = { languages: [], custom: [] };
const NO_STEMMER = { type: "none" };

/** Languages whose stop words are those of the engine. The lists of the others differ by some words. */
const SAME_STOPWORDS: readonly StopwordLanguage[] = [
  "danish",
  "dutch",
  "english",
  "finnish",
  "french",
  "italian",
  "norwegian",
  "portuguese",
  "russian",
  "swedish",
  "turkish",
];

const OPTIONS: readonly object[] = [
  {},
  { k: 0, b: 0 },
  { k: 2.5, b: 1, avg_len: 7.25 },
  { tokenizer: "whitespace" },
  {
    tokenizer: "whitespace",
    lowercase: false,
    stopwords: { languages: ["english"], custom: ["The", "été"] },
  },
  { tokenizer: "prefix", max_token_len: 60 },
  { tokenizer: "prefix", min_token_len: 3, max_token_len: 8, ascii_folding: true },
  { tokenizer: "prefix", min_token_len: 0, max_token_len: 4, stemmer: NO_STEMMER },
  { tokenizer: "code" },
  { tokenizer: "code", lowercase: false, stopwords: NO_WORDS, stemmer: NO_STEMMER },
  { tokenizer: "code", ascii_folding: true, min_token_len: 2, max_token_len: 12 },
  { ascii_folding: true },
  { ascii_folding: true, stopwords: { languages: ["dutch", "french"], custom: ["über", "eclair"] } },
  { lowercase: false },
  { stopwords: NO_WORDS, stemmer: NO_STEMMER },
  { min_token_len: 2, max_token_len: 5 },
  { max_token_len: 0 },
  { stopwords: { custom: ["RUN", "dog"] }, stemmer: { type: "snowball", language: "english" } },
];

function sameVector({ indices, values }: SparseVector, engine: Embedded): boolean {
  if (typeof engine === "string") return false;
  const [theirs, weights] = engine;
  if (theirs.length !== indices.length) return false;
  return theirs.every((index, i) => index === indices[i] && weights[i] === values[i]);
}

describe("BM25 beside Qdrant's engine", function () {
  this.timeout(30 * 60 * 1000);
  let engine: LineProcess;
  const vocabulary = new Map<string, string[]>();
  const everyWord: string[] = [];

  before(async () => {
    const python = pythonWith(
      "qdrant-edge",
      "QDRANT_EDGE_PYTHON",
      ["qdrant-edge-py==0.9.0"],
      ["qdrant_edge"],
    );
    engine = new LineProcess(python, [SCRIPT]);
    for (const stemmer of STEMMER_LANGUAGES) await loadLanguages({ stopwords: STOPWORD_LANGUAGES, stemmer });
    const random = seededRandom(seedOf());
    for (const language of STEMMER_LANGUAGES) {
      const known = (STOPWORD_LANGUAGES as readonly string[]).includes(language)
        ? stopwordsOf(language as StopwordLanguage)
        : [];
      const words = drawnWords(language, known, WORDS, random);
      vocabulary.set(language, words);
      everyWord.push(...words.slice(0, 500), ...known);
    }
  });
  after(() => engine.end());

  const ask = (options: object, form: Form, texts: readonly string[]): Promise<Embedded[]> =>
    engine.ask(JSON.stringify([options, form, texts]));

  /** Returns the texts whose vectors differ, and prints how many were compared. */
  async function different(options: object, texts: readonly string[]): Promise<string[]> {
    const bm25 = await compileBm25(options);
    const found: string[] = [];
    for (const form of ["document", "query"] as const) {
      const theirs = await ask(options, form, texts);
      const embed = form === "document" ? embedDocument : embedQuery;
      texts.forEach((text, i) => {
        if (!sameVector(embed(text, bm25), theirs[i]!)) found.push(`${form}: ${text}`);
      });
    }
    process.stdout.write(
      `      ${JSON.stringify(options)}: ${2 * texts.length} compared, ${found.length} differ\n`,
    );
    return found;
  }

  for (const language of STEMMER_LANGUAGES) {
    it(`BM25 beside Qdrant's engine has the stems of ${language}`, async () => {
      const words = [...vocabulary.get(language)!, ...published(language)];
      const stemmer = { type: "snowball", language };
      const options = { tokenizer: "whitespace", lowercase: false, stopwords: NO_WORDS, stemmer };
      const theirs = await ask(options, "query", words);
      const stem = stemOf(language);
      const wrong = words.filter(
        (word, i) => theirs[i]![0] === undefined || Number(theirs[i]![0][0] ?? -1) !== tokenIndex(stem(word)),
      );
      process.stdout.write(
        `      ${language}: ${words.length} compared, ${wrong.length} differ ${wrong
          .slice(0, 8)
          .map((word) => `${word}:${stem(word)}`)
          .join(" ")}\n`,
      );
      expect(wrong.slice(0, 20)).to.deep.equal([]);
    });
  }

  for (const options of OPTIONS) {
    it(`BM25 beside Qdrant's engine gives equal vectors for ${JSON.stringify(options)}`, async () => {
      const random = seededRandom(seedOf());
      const texts = Array.from({ length: TEXTS }, () => drawnText(everyWord, random));
      expect((await different(options, texts)).slice(0, 5)).to.deep.equal([]);
    });
  }

  for (const language of SAME_STOPWORDS) {
    it(`BM25 beside Qdrant's engine gives equal vectors for the language ${language}`, async () => {
      const random = seededRandom(seedOf());
      const words = [
        ...vocabulary.get(language)!.slice(0, 1_000),
        ...stopwordsOf(language),
        ...stopwordsOf(language),
      ];
      const texts = Array.from({ length: TEXTS }, () => drawnText(words, random).replace(BEYOND_16_BITS, ""));
      expect((await different({ language }, texts)).slice(0, 5)).to.deep.equal([]);
    });
  }

  it("BM25 beside Qdrant's engine gives equal vectors for entries of a dictionary", async () => {
    expect(hasWordnet(), "shared/data/wordnet-minilm is not beside this checkout").to.equal(true);
    expect((await different({}, wordnetTexts())).slice(0, 5)).to.deep.equal([]);
  });

  const ALPHABETS = ["english", "german", "greek", "turkish"] as const;
  for (const language of ALPHABETS) {
    it(`BM25 beside Qdrant's engine divides ${language} alike with the tokenizer multilingual`, async () => {
      const options = { tokenizer: "multilingual", stopwords: NO_WORDS, stemmer: NO_STEMMER };
      const words = stopwordsOf(language);
      const random = seededRandom(seedOf());
      const texts = Array.from({ length: TEXTS }, () =>
        Array.from({ length: 10 }, () => words[Math.floor(random() * words.length)]).join(" "),
      );
      expect((await different(options, texts)).slice(0, 5)).to.deep.equal([]);
    });
  }
});

/** Returns words of the published vocabulary, if it is there. */
function published(language: string): string[] {
  const file = `${process.env.SNOWBALL_DATA ?? ""}/${language}/voc.txt`;
  if (!existsSync(file)) return [];
  const words = readFileSync(file, "utf8").trim().split("\n");
  const step = Math.max(1, Math.floor(words.length / WORDS));
  return words.filter((word, i) => word !== "" && i % step === 0).slice(0, WORDS);
}
