// Tokens: each tokenizer, the order of the steps of a word, and the lists of each language.
import { expect } from "chai";
import type { TextOptions } from "../../../src/text/settings.ts";
import { loadedTokenizer } from "../../support/texts.ts";

const query = async (text: string, options: TextOptions = {}) =>
  (await loadedTokenizer(options)).queryTokens(text);
const value = async (text: string, options: TextOptions = {}) =>
  (await loadedTokenizer(options)).valueTokens(text);
const ENGLISH = { type: "snowball", language: "english" };

describe("the tokenizer word", () => {
  it("the tokenizer word splits at characters that are neither letter nor number, in any script", async () => {
    const text = "Hello, wörld! 4x4=16 (don't) snake_case привет 日本 ½ Ⅷ x²";
    const tokens = [
      "hello",
      "wörld",
      "4x4",
      "16",
      "don",
      "t",
      "snake",
      "case",
      "привет",
      "日本",
      "½",
      "ⅷ",
      "x²",
    ];
    for (const tokenizer of [undefined, null, "word"] as const)
      expect(await query(text, { tokenizer })).to.deep.equal(tokens);
  });

  it("the tokenizer word splits at marks that are no part of a letter", async () => {
    expect(await query("नमस्ते")).to.deep.equal(["नमस", "ते"]);
    expect(await query("e\u0301t")).to.deep.equal(["e", "t"]);
  });

  it("the tokenizer word gives each token its own position, repeated ones too", async () => {
    expect(await value("a b a")).to.deep.equal([["a"], ["b"], ["a"]]);
  });

  it("the tokenizer word finds no token in a text without letters", async () => {
    for (const text of ["", " .,;! ", "\ud800", "🍎"]) expect(await query(text), text).to.deep.equal([]);
  });
});

describe("the tokenizer whitespace", () => {
  it("the tokenizer whitespace splits at white space of Unicode and keeps punctuation", async () => {
    const tokens = await query(" it's\t4x4=16,\n\u00a0ok\u0085no\u3000a\ufeffb ", {
      tokenizer: "whitespace",
    });
    expect(tokens).to.deep.equal(["it's", "4x4=16,", "ok", "no", "a\ufeffb"]);
  });
});

describe("the tokenizer prefix", () => {
  const tokenizer = "prefix";

  it("the tokenizer prefix makes all prefixes of the words of a value", async () => {
    expect(await value("Red ab", { tokenizer })).to.deep.equal([
      ["r", "re", "red"],
      ["a", "ab"],
    ]);
  });

  it("the tokenizer prefix makes the longest prefix alone of the words of a query", async () => {
    expect(await query("Red ab", { tokenizer })).to.deep.equal(["red", "ab"]);
    expect(await query("Red stone", { tokenizer, max_token_len: 3 })).to.deep.equal(["red", "sto"]);
  });

  it("the tokenizer prefix makes prefixes between the lengths, of words that are long enough", async () => {
    const limits = { tokenizer, min_token_len: 2, max_token_len: 3 } as const;
    expect(await value("a stone", limits)).to.deep.equal([["st", "sto"]]);
    expect(await query("a stone", limits)).to.deep.equal(["sto"]);
  });

  it("the tokenizer prefix makes the empty prefix of a value where the least length is 0", async () => {
    expect(await value("ab", { tokenizer, min_token_len: 0 })).to.deep.equal([["", "a", "ab"]]);
    expect(await query("ab", { tokenizer, min_token_len: 0 })).to.deep.equal(["ab"]);
  });

  it("the tokenizer prefix counts characters and divides none", async () => {
    expect(await value("𝒳𝒴", { tokenizer })).to.deep.equal([["𝒳", "𝒳𝒴"]]);
  });

  it("the tokenizer prefix keeps stop words in queries, because one may begin another word", async () => {
    const options = { tokenizer, stopwords: { custom: ["re"] } } as const;
    expect(await value("re red", options)).to.deep.equal([["r", "re", "red"]]);
    expect(await query("re red", options)).to.deep.equal(["re", "red"]);
  });

  it("the tokenizer prefix makes no more than 64 prefixes of a word", async () => {
    for (const max_token_len of [undefined, 1000]) {
      const [prefixes] = await value("x".repeat(1000), { tokenizer, max_token_len });
      expect(prefixes).to.have.length(64);
      expect(await query("x".repeat(1000), { tokenizer, max_token_len })).to.deep.equal(["x".repeat(64)]);
    }
  });
});

describe("the tokenizer code", () => {
  const code = (text: string, options: TextOptions = {}) => query(text, { ...options, tokenizer: "code" });

  it("the tokenizer code splits names at changes of case and adds the name", async () => {
    expect(await code("HTTPServer2 aB")).to.deep.equal(["http", "server2", "httpserver2", "a", "b", "ab"]);
    expect(await code("fooBARbaz")).to.deep.equal(["foo", "ba", "rbaz", "foobarbaz"]);
    expect(await code("iOS9App")).to.deep.equal(["i", "os9", "app", "ios9app"]);
  });

  it("the tokenizer code splits at underscores, and adds each divided part and the whole without them", async () => {
    expect(await code("camelCase_snake")).to.deep.equal([
      "camel",
      "case",
      "camelcase",
      "snake",
      "camelcasesnake",
    ]);
    expect(await code("__init__")).to.deep.equal(["init"]);
  });

  it("the tokenizer code keeps the plural of capitals whole", async () => {
    expect(await code("getURLsFor IDs2")).to.deep.equal(["get", "urls", "for", "geturlsfor", "ids2"]);
    expect(await code("URLsx")).to.deep.equal(["ur", "lsx", "urlsx"]);
  });

  it("the tokenizer code keeps numbers whole", async () => {
    expect(await code("1_000 12_x_34 1_2Foo")).to.deep.equal(["1000", "12x34", "12foo"]);
    expect(await code("a_1Foo")).to.deep.equal(["a", "1", "foo", "1foo", "a1foo"]);
  });

  it("the tokenizer code gives the parts alone where upper and lower case differ", async () => {
    expect(await code("camelCase_snake 1_0 Foo", { lowercase: false })).to.deep.equal([
      "camel",
      "Case",
      "snake",
      "10",
      "Foo",
    ]);
  });

  it("the tokenizer code treats the joined names as words: stop words, stems and lengths", async () => {
    const options = { stopwords: { custom: ["case"] }, stemmer: ENGLISH, min_token_len: 4 };
    expect(await code("runningDogs xCase", options)).to.deep.equal(["runningdog", "xcase"]);
  });
});

describe("the tokenizer multilingual", () => {
  const tokenizer = "multilingual";

  it("the tokenizer multilingual divides scripts that write no spaces between words", async () => {
    expect(await query("日本語のテキスト", { tokenizer })).to.deep.equal(["日本語", "の", "テキスト"]);
    expect((await query("สวัสดีครับ", { tokenizer })).length).to.be.greaterThan(1);
  });

  it("the tokenizer multilingual keeps words with marks whole and takes marks off Latin and Greek letters", async () => {
    expect(await query("नमस्ते Ünïcode ή й ё がぱ", { tokenizer })).to.deep.equal(
      ["नमस्ते", "unicode", "η", "й", "ё", "がぱ".slice(0, 1), "がぱ".slice(1)].flat(),
    );
  });

  it("the tokenizer multilingual leaves out what has no letter", async () => {
    expect(await query("don't 3.14 a1 22 x_y", { tokenizer })).to.deep.equal(["don", "t", "a1", "x", "y"]);
  });
});

describe("the steps of a word", () => {
  it("the steps of a word convert to lower case by default", async () => {
    expect(await query("Red ÄPFEL ΟΔΟΣ", { lowercase: null })).to.deep.equal(["red", "äpfel", "οδος"]);
    expect(await query("Red ÄPFEL", { lowercase: false })).to.deep.equal(["Red", "ÄPFEL"]);
  });

  it("the steps of a word fold letters to ASCII on request", async () => {
    const text = "Ångström Łódź crème straße œuvre ﬁn Ａｂ İ ⱥ й ή";
    expect(await query(text, { ascii_folding: true })).to.deep.equal([
      ..."angstrom lodz creme strasse oeuvre fin ab i a й ή".split(" "),
    ]);
    expect(await query("crème")).to.deep.equal(["crème"]);
  });

  it("the steps of a word fold before they convert to lower case: İ becomes I, and then i", async () => {
    expect(await query("İ", { ascii_folding: true })).to.deep.equal(["i"]);
    expect(await query("İ")).to.deep.equal(["i\u0307"]);
  });

  it("the steps of a word compare stop words in lower case, and exactly where upper and lower case differ", async () => {
    const stopwords = { languages: ["english"], custom: ["CAT"] };
    expect(await query("The cat AND the Hund", { stopwords })).to.deep.equal(["hund"]);
    expect(await query("The cat CAT the", { stopwords, lowercase: false })).to.deep.equal(["The", "cat"]);
  });

  it("the steps of a word fold tokens and not stop words", async () => {
    const options = { stopwords: { custom: ["über", "eclair"] }, ascii_folding: true };
    expect(await query("über éclair", options)).to.deep.equal(["uber"]);
  });

  it("the steps of a word leave out stop words before they make stems", async () => {
    const options = { stopwords: { custom: ["run", "playing"] }, stemmer: ENGLISH };
    expect(await query("running run playing plays", options)).to.deep.equal(["run", "play"]);
  });

  it("the steps of a word are those of a language unless stop words or a stemmer are given", async () => {
    const text = "die Häuser";
    expect(await query(text, { language: "german" })).to.deep.equal(["haus"]);
    expect(await query(text, { language: "de", stopwords: {} })).to.deep.equal(["die", "haus"]);
    expect(await query(text, { language: "de", stemmer: { type: "none" } })).to.deep.equal(["häuser"]);
    expect(await query(text)).to.deep.equal(["die", "häuser"]);
  });

  it("the steps of a word keep a stem without characters as a token", async () => {
    const stemmer = { type: "snowball", language: "greek" };
    expect(await query("εως", { stemmer })).to.deep.equal([""]);
    expect(await query("εως", { stemmer, min_token_len: 1 })).to.deep.equal([]);
  });

  it("the steps of a word measure the stem, in characters", async () => {
    expect(await query("running jumped", { stemmer: ENGLISH, max_token_len: 3 })).to.deep.equal(["run"]);
    const limits = { min_token_len: 2, max_token_len: 3 };
    expect(await query("a ab abc abcd 𝒳𝒴 𝒳𝒴𝒳𝒴", limits)).to.deep.equal(["ab", "abc", "𝒳𝒴"]);
    expect(await query("a ab", { max_token_len: 0 })).to.deep.equal([]);
  });
});

describe("the quick check for a token", () => {
  const TEXTS = [
    "ΟΔΟΣ. α",
    "ΑΣ.Α",
    "İstanbul ISTANBUL",
    "naïve CAFÉ",
    "e\u0301t",
    "Straße",
    "ẞ ŒUVRE",
    "Runs fooBar_x",
  ];
  const OPTIONS: TextOptions[] = [
    {},
    { lowercase: false },
    { tokenizer: "prefix" },
    { tokenizer: "whitespace" },
    { tokenizer: "code" },
    { tokenizer: "multilingual" },
    { ascii_folding: true },
    { stemmer: ENGLISH },
  ];

  for (const options of OPTIONS) {
    it(`the quick check for a token rejects no text that has it: ${JSON.stringify(options)}`, async () => {
      const tokenizer = await loadedTokenizer(options);
      for (const text of TEXTS) {
        for (const token of tokenizer.valueTokens(text).flat())
          expect(tokenizer.mayHave(text, token), `${text} ${token}`).to.equal(true);
      }
    });
  }

  it("the quick check for a token rejects a text without it", async () => {
    expect((await loadedTokenizer({})).mayHave("a red apple", "pie")).to.equal(false);
  });
});
