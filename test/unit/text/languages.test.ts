// Languages of texts: names, stop words and stemmers.
import { expect } from "chai";
import {
  hasStopwords,
  languageOf,
  STEMMER_LANGUAGES,
  STOPWORD_LANGUAGES,
} from "../../../src/shared/text-languages.ts";
import { loadLanguages, stemOf, stopwordsOf } from "../../../src/text/loaded.ts";

describe("the languages of texts", () => {
  before(async () => {
    for (const stemmer of STEMMER_LANGUAGES) await loadLanguages({ stopwords: STOPWORD_LANGUAGES, stemmer });
  });

  it("the languages of texts have stop words for 30 and stemmers for 19", () => {
    expect(STOPWORD_LANGUAGES).to.have.length(30);
    expect(STEMMER_LANGUAGES).to.have.length(19);
    const alone = STEMMER_LANGUAGES.filter((name) => !hasStopwords(name));
    expect(alone).to.deep.equal(["armenian", "tamil"]);
  });

  it("the languages of texts have short names", () => {
    const names = {
      de: "german",
      el: "greek",
      jp: "japanese",
      hy: "armenian",
      ta: "tamil",
      german: "german",
    };
    for (const [name, language] of Object.entries(names)) expect(languageOf(name), name).to.equal(language);
    for (const name of ["ja", "hi", "German", "none", "constructor", ""])
      expect(languageOf(name), name).to.equal(null);
  });

  it("the languages of texts have each stop word once and in lower case", () => {
    for (const language of STOPWORD_LANGUAGES) {
      const words = stopwordsOf(language);
      expect(words.length, language).to.be.greaterThan(50);
      expect(
        words.filter((word, i) => words.indexOf(word) !== i || word !== word.toLowerCase()),
        language,
      ).to.deep.equal([]);
    }
  });

  it("the languages of texts have the 179 stop words of English that Qdrant has, with parts of contractions", () => {
    expect(stopwordsOf("english")).to.have.length(179);
    expect(stopwordsOf("english")).to.include.members(["the", "don", "don't", "t", "should've"]);
  });

  const STEMS: Readonly<Record<(typeof STEMMER_LANGUAGES)[number], string>> = {
    arabic: "الكتاب كتاب",
    armenian: "կանայք կանայ",
    danish: "husene hus",
    dutch: "lopende lopend",
    english: "running run",
    finnish: "taloissa talo",
    french: "continuellement continuel",
    german: "häuser haus",
    greek: "ανθρωποι ανθρωπ",
    hungarian: "házakban ház",
    italian: "abbandonata abbandon",
    norwegian: "husene hus",
    portuguese: "quilométricas quilométr",
    romanian: "abandonului abandon",
    russian: "важнейшими важн",
    spanish: "cheques chequ",
    swedish: "husen hus",
    tamil: "வீடுகள் வீடு",
    turkish: "evlerinde ev",
  };
  for (const [language, pair] of Object.entries(STEMS)) {
    it(`the languages of texts have a stemmer for ${language}`, () => {
      const [word, stem] = pair.split(" ");
      expect(stemOf(language as (typeof STEMMER_LANGUAGES)[number])(word!)).to.equal(stem);
    });
  }

  it("the languages of texts have stems of the published vocabulary of English", () => {
    const stem = stemOf("english");
    const stems: Record<string, string> = {
      consign: "consign consigned consigning consignment",
      consolatori: "consolatory",
      knackeri: "knackeries",
      hope: "hoping hoped",
      tie: "ties tied tying",
      gas: "gas",
      generous: "generously generous",
      ski: "skis",
      sky: "sky skies",
      news: "news",
      inning: "inning innings",
      succeed: "succeed succeeds",
    };
    for (const [expected, words] of Object.entries(stems)) {
      for (const word of words.split(" ")) expect(stem(word), word).to.equal(expected);
    }
  });

  it("the languages of texts keep words that are too long for a word as they are", () => {
    const word = `${"x".repeat(300)}ing`;
    expect(stemOf("english")(word)).to.equal(word);
  });
});
