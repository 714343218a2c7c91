// Text under a text index: the tokens of every option, and the four kinds of match on these tokens.
import { expect } from "chai";
import { stemEnglish } from "../../../../src/core/filter/stem.ts";
import { STOPWORD_LANGUAGES, stopwordsOf } from "../../../../src/core/filter/stopwords.ts";
import { textIndexWarnings, tokenizerOf } from "../../../../src/core/filter/tokenize.ts";
import type { TextIndexParams } from "../../../../src/schema/payload-index.ts";
import { checkHolds, holds } from "./fixtures.ts";

type Params = Omit<TextIndexParams, "type">;
const query = (text: string, params: Params = {}) =>
  tokenizerOf({ ...params, type: "text" }).queryTokens(text);
const value = (text: string, params: Params = {}) =>
  tokenizerOf({ ...params, type: "text" }).valueTokens(text);

describe("a tokenizer", () => {
  it("a tokenizer splits at characters that are neither letter nor digit, in any script", () => {
    const text = "Hello, wörld! 4x4=16 (it's) snake_case привет नमस्ते 日本";
    const tokens = ["hello", "wörld", "4x4", "16", "it", "s", "snake", "case", "привет", "नमस्ते", "日本"];
    for (const tokenizer of [undefined, null, "word", "multilingual"] as const) {
      expect(query(text, { tokenizer })).to.deep.equal(tokens);
    }
    expect(value("a b a")).to.deep.equal([["a"], ["b"], ["a"]]);
    expect(query(" .,;! ")).to.deep.equal([]);
  });

  it("a tokenizer splits at white space only", () => {
    expect(query(" it's\t4x4=16,\n\u00a0ok ", { tokenizer: "whitespace" })).to.deep.equal([
      "it's",
      "4x4=16,",
      "ok",
    ]);
  });

  it("a tokenizer makes prefixes of the words of a value, and only the longest ones of the words of a query", () => {
    const tokenizer = "prefix";
    expect(value("Red ab", { tokenizer })).to.deep.equal([
      ["r", "re", "red"],
      ["a", "ab"],
    ]);
    expect(query("Red ab", { tokenizer })).to.deep.equal(["red", "ab"]);
    const limits = { tokenizer, min_token_len: 2, max_token_len: 3 } as const;
    expect(value("a stone", limits)).to.deep.equal([["st", "sto"]]);
    expect(query("a stone", limits)).to.deep.equal(["sto"]);
  });

  it("a tokenizer makes no more than 64 prefixes of a word", () => {
    for (const max_token_len of [undefined, 1000]) {
      const [prefixes] = value("x".repeat(1000), { tokenizer: "prefix", max_token_len });
      expect(prefixes).to.have.length(64);
      expect(query("x".repeat(1000), { tokenizer: "prefix", max_token_len })).to.deep.equal(["x".repeat(64)]);
    }
  });

  it("a tokenizer converts to lower case by default", () => {
    expect(query("Red ÄPFEL", { lowercase: null })).to.deep.equal(["red", "äpfel"]);
    expect(query("Red ÄPFEL", { lowercase: false })).to.deep.equal(["Red", "ÄPFEL"]);
  });

  it("a tokenizer folds letters to ASCII on request", () => {
    expect(query("Ångström Łódź crème straße œuvre", { ascii_folding: true })).to.deep.equal([
      "angstrom",
      "lodz",
      "creme",
      "strasse",
      "oeuvre",
    ]);
    expect(query("crème")).to.deep.equal(["crème"]);
  });

  it("a tokenizer leaves out tokens that are too short or too long, in characters", () => {
    expect(query("a ab abc abcd 𝒳𝒴", { min_token_len: 2, max_token_len: 3 })).to.deep.equal([
      "ab",
      "abc",
      "𝒳𝒴",
    ]);
  });

  it("a tokenizer leaves out stopwords of languages and of the configuration", () => {
    const text = "The cat AND the über Hund";
    expect(query(text, { stopwords: "english" })).to.deep.equal(["cat", "über", "hund"]);
    expect(query(text, { stopwords: { languages: ["German", "english"], custom: ["CAT"] } })).to.deep.equal([
      "hund",
    ]);
    expect(query(text, { stopwords: "german", ascii_folding: true })).to.deep.equal([
      "the",
      "cat",
      "and",
      "the",
      "hund",
    ]);
    expect(query(text, { stopwords: { custom: ["the"] }, lowercase: false })).to.include("The");
  });

  it("a tokenizer has each stopword of the usual languages once", () => {
    expect(STOPWORD_LANGUAGES).to.include.members(["english", "german", "french", "spanish", "russian"]);
    for (const language of STOPWORD_LANGUAGES) {
      const words = stopwordsOf(language)!;
      expect(
        words.filter((word, i) => words.indexOf(word) !== i || word !== word.toLowerCase()),
        language,
      ).to.deep.equal([]);
    }
    expect(stopwordsOf("constructor")).to.equal(null);
  });

  it("a tokenizer stems English on request", () => {
    const stemmer = { type: "snowball", language: "english" };
    expect(query("Running runs connected", { stemmer })).to.deep.equal(["run", "run", "connect"]);
    expect(query("Running", { stemmer: { type: "none" } })).to.deep.equal(["running"]);
  });

  it("a tokenizer reports options of the index that it does not support", () => {
    expect(
      textIndexWarnings({
        type: "text",
        stopwords: "english",
        stemmer: { type: "snowball", language: "English" },
      }),
    ).to.deep.equal([]);
    expect(textIndexWarnings({ type: "text", stemmer: { type: "none" } })).to.deep.equal([]);
    const [words, stemmer, none] = textIndexWarnings({
      type: "text",
      stopwords: { languages: ["english", "klingon"] },
      stemmer: { type: "snowball", language: "german" },
    });
    expect(words).to.match(
      /^There are no stopwords for the language "klingon"; there are for english, german,/,
    );
    expect(stemmer).to.match(
      /^The stemmer \{"type":"snowball","language":"german"\} is not known and has no effect/,
    );
    expect(none).to.equal(undefined);
  });
});

describe("the English stemmer", () => {
  it("the English stemmer returns the stems of the published vocabulary", () => {
    const stems: Record<string, string> = {
      consign: "consign consigned consigning consignment",
      consist: "consist consisted consistency consistent consistently consisting consists",
      consol: "consolation consolations console consoled consoles consoling consolingly",
      consolatori: "consolatory",
      consolid: "consolidate consolidated consolidating",
      conspir: "conspirator conspirators conspire conspired conspiring",
      knit: "knit knits knitted knitting",
      knackeri: "knackeries",
      hop: "hopping",
      hope: "hoping hoped",
      fli: "flies",
      tie: "ties tied tying",
      gas: "gas",
      gap: "gaps",
      kiwi: "kiwis",
      this: "this",
      cri: "cry cries cried",
      by: "by",
      say: "say saying",
      agre: "agreed agree",
      feed: "feed",
      luxuri: "luxuriated",
      relat: "relational",
      condit: "conditional",
      ration: "rational",
      general: "general generals",
      generous: "generously generous",
      abil: "ability abilities",
      apolog: "apology",
      adopt: "adoption",
      control: "controlling controlled",
      youth: "youth youths",
      ski: "skis",
      sky: "sky skies",
      news: "news",
      inning: "inning innings",
      succeed: "succeed succeeds",
    };
    for (const [stem, words] of Object.entries(stems)) {
      for (const word of words.split(" ")) expect(stemEnglish(word), word).to.equal(stem);
    }
  });
});

describe("the quick check for a token", () => {
  it("the quick check for a token rejects no text that has the token", () => {
    const texts = [
      "ΟΔΟΣ. α",
      "ΑΣ.Α",
      "İstanbul ISTANBUL",
      "naïve CAFÉ",
      "e\u0301t",
      "Straße",
      "ẞ ŒUVRE",
      "running Runs",
    ];
    const indexes: Params[] = [
      {},
      { lowercase: false },
      { tokenizer: "prefix" },
      { tokenizer: "whitespace" },
      { ascii_folding: true },
      { stemmer: { type: "snowball", language: "english" } },
    ];
    for (const params of indexes) {
      const { valueTokens, mayHave } = tokenizerOf({ ...params, type: "text" });
      for (const text of texts) {
        for (const token of valueTokens(text).flat())
          expect(mayHave(text, token), `${text} ${token}`).to.equal(true);
      }
    }
    expect(tokenizerOf({ type: "text" }).mayHave("a red apple", "pie")).to.equal(false);
  });
});

describe("matching text under a text index", () => {
  const is = (kind: string, text: string, payload: object, params: Params = {}) =>
    checkHolds({ match: { [kind]: text } }, payload, { text: { a: params } });

  it("matching text under a text index requires all tokens for text, in any order and case", () => {
    expect(is("text", "PIE red", { a: "A red apple-pie" })).to.equal(true);
    expect(is("text", "red app", { a: "A red apple-pie" })).to.equal(false);
    expect(is("text", "red app", { a: "A red apple-pie" }, { tokenizer: "prefix" })).to.equal(true);
  });

  it("matching text under a text index requires all tokens for text in the same item of an array", () => {
    expect(is("text", "red pie", { a: ["red apple", "apple pie"] })).to.equal(false);
    expect(is("text", "red pie", { a: ["x", "pie, red"] })).to.equal(true);
  });

  it("matching text under a text index requires any one of the tokens for text_any", () => {
    expect(is("text_any", "blue RED", { a: "red apple" })).to.equal(true);
    expect(is("text_any", "blue re", { a: "red apple" })).to.equal(false);
  });

  it("matching text under a text index requires adjacent tokens for phrase, with phrase_matching or without", () => {
    const phrases = { phrase_matching: true };
    expect(is("phrase", "Red, apple!", { a: "a red apple pie" }, phrases)).to.equal(true);
    expect(is("phrase", "red pie", { a: "a red apple pie" }, phrases)).to.equal(false);
    expect(is("phrase", "pie red", { a: ["red apple pie", "red"] }, phrases)).to.equal(false);
    expect(is("phrase", "red red apple", { a: "red red red apple" }, phrases)).to.equal(true);
    expect(is("phrase", "re app", { a: "a red apple" }, { ...phrases, tokenizer: "prefix" })).to.equal(true);
    expect(is("phrase", "d app", { a: "red apple" })).to.equal(false);
    expect(is("phrase", "Red", { a: "red apple" })).to.equal(true);
  });

  it("matching text under a text index matches nothing for a query without tokens", () => {
    for (const kind of ["text", "text_any", "phrase"]) {
      for (const text of ["", " .", "the"]) {
        expect(
          is(kind, text, { a: "the apple." }, { phrase_matching: true, stopwords: "english" }),
          kind,
        ).to.equal(false);
      }
    }
  });

  it("matching text under a text index compares prefix and value as without an index", () => {
    expect(is("prefix", "Red", { a: "red" })).to.equal(false);
    expect(is("value", "Red", { a: "red" })).to.equal(false);
  });

  it("matching text under a text index uses the index on the canonical path, also inside nested", () => {
    const EXACT = { lowercase: false };
    const match = (key: string) => ({ key, match: { text: "RED" } });
    const payload = { a: { b: "red" }, list: [{ b: "red" }] };
    expect(holds({ must: match('"a"."b"') }, payload, { text: { "a.b": EXACT } })).to.equal(false);
    expect(holds({ must: match("a.b") }, payload, { text: { a: EXACT } })).to.equal(true);
    for (const key of ["list", "list[]"]) {
      const filter = { must: { nested: { key, filter: { must: match("b") } } } };
      expect(holds(filter, payload, { text: { "list[].b": EXACT } }), key).to.equal(false);
      expect(holds(filter, payload, { text: { b: EXACT } }), key).to.equal(true);
    }
  });
});
