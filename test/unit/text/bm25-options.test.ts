// Options of BM25: defaults, and the text of each error.
import { expect } from "chai";
import { InvalidBm25 } from "../../../src/errors/text.ts";
import { compileBm25 } from "../../../src/text/bm25.ts";
import { bm25Settings } from "../../../src/text/bm25-options.ts";

function refusal(options: unknown): string {
  try {
    bm25Settings(options);
  } catch (error) {
    expect(error).to.be.instanceOf(InvalidBm25);
    return (error as Error).message;
  }
  return "accepted";
}

describe("the options of BM25", () => {
  it("the options of BM25 have Qdrant's defaults", () => {
    const settings = {
      k: 1.2,
      b: 0.75,
      avgLen: 256,
      text: {
        tokenizer: "word",
        lowercase: true,
        folding: false,
        stopwords: ["english"],
        custom: [],
        stemmer: "english",
        min: null,
        max: null,
      },
    };
    for (const options of [
      undefined,
      null,
      {},
      { tokenizer: null, language: null, stopwords: null, unknown: 1 },
    ])
      expect(bm25Settings(options)).to.deep.equal(settings);
  });

  it("the options of BM25 may name a language with stop words alone, or with a stemmer alone", () => {
    const { text: hebrew } = bm25Settings({ language: "he" });
    expect([hebrew.stopwords, hebrew.stemmer]).to.deep.equal([["hebrew"], null]);
    const { text: tamil } = bm25Settings({ language: "tamil" });
    expect([tamil.stopwords, tamil.stemmer]).to.deep.equal([[], "tamil"]);
  });

  it("the options of BM25 are compiled once for equal options", async () => {
    const compiled = await compileBm25({ k: 1.25, language: "fr" });
    expect(await compileBm25({ language: "french", k: 1.25, lowercase: true })).to.equal(compiled);
    expect(await compileBm25({ language: "french", k: 1.5 })).not.to.equal(compiled);
  });

  const REFUSED: readonly (readonly [options: unknown, text: string])[] = [
    [{ k: -1 }, "BM25 k1 must be finite and >= 0, got -1"],
    [{ k: Number.NaN }, "BM25 k1 must be finite and >= 0, got NaN"],
    [{ k: Number.POSITIVE_INFINITY }, "BM25 k1 must be finite and >= 0, got inf"],
    [{ k: -1e21 }, "BM25 k1 must be finite and >= 0, got -1000000000000000000000"],
    [{ b: 2 }, "BM25 b must be finite and in [0.0, 1.0], got 2"],
    [{ b: -0.5 }, "BM25 b must be finite and in [0.0, 1.0], got -0.5"],
    [{ b: -1e-7 }, "BM25 b must be finite and in [0.0, 1.0], got -0.0000001"],
    [{ avg_len: 0 }, "BM25 avg_doc_len must be finite and > 0, got 0"],
    [{ avg_len: -3.5 }, "BM25 avg_doc_len must be finite and > 0, got -3.5"],
    [[], "Invalid BM25 config: options: expected an object, got []"],
    [{ k: "1" }, 'Invalid BM25 config: k: expected a number, got "1"'],
    [{ avg_len: null }, "Invalid BM25 config: avg_len: expected a number, got null"],
    [{ lowercase: 1 }, "Invalid BM25 config: lowercase: expected true or false, got 1"],
    [{ min_token_len: -1 }, "Invalid BM25 config: min_token_len: expected a number of characters, got -1"],
    [{ max_token_len: 1.5 }, "Invalid BM25 config: max_token_len: expected a number of characters, got 1.5"],
    [
      { tokenizer: "Word" },
      'Invalid BM25 config: tokenizer: expected one of word, whitespace, prefix, multilingual, code, got "Word"',
    ],
    [{ language: 1 }, "Invalid BM25 config: language: expected a string, got 1"],
    [
      { stopwords: 1 },
      'Invalid BM25 config: stopwords: expected a language or {"languages": [...], "custom": [...]}, got 1',
    ],
    [{ stopwords: { custom: [1] } }, "Invalid BM25 config: stopwords.custom[0]: expected a string, got 1"],
    [{ stopwords: { languages: "x" } }, 'Invalid BM25 config: stopwords.languages: expected a list, got "x"'],
    [
      { stemmer: "none" },
      'Invalid BM25 config: stemmer: expected an object such as {"type": "none"}, got "none"',
    ],
    [{ stemmer: {} }, 'Invalid BM25 config: stemmer.type: expected "snowball" or "none", got nothing'],
  ];
  for (const [options, text] of REFUSED) {
    it(`the options of BM25 are refused: ${text}`, () => {
      expect(refusal(options)).to.equal(text);
    });
  }

  it("the options of BM25 are refused for a language that is not known, with those that are", () => {
    for (const language of ["English", "none", "hindi", "ja"]) {
      expect(refusal({ language, stopwords: {}, stemmer: { type: "none" } })).to.match(
        new RegExp(
          `^unsupported language: "${language}"; expected one of arabic, armenian, .*, turkish, or its short name$`,
        ),
      );
    }
  });

  it("the options of BM25 are refused for lists that a language does not have", () => {
    expect(refusal({ stopwords: "tamil" })).to.match(
      /^Invalid BM25 config: stopwords: expected one of arabic, .*, or its short name, got "tamil"$/,
    );
    expect(refusal({ stopwords: { languages: ["en", "x"] } })).to.match(
      /^Invalid BM25 config: stopwords.languages\[1\]: expected one of arabic,.*, got "x"$/,
    );
    expect(refusal({ stemmer: { type: "snowball", language: "hebrew" } })).to.match(
      /^Invalid BM25 config: stemmer.language: expected one of arabic,.*, got "hebrew"$/,
    );
  });
});
