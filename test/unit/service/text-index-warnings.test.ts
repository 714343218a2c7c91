// Warnings of text indexes about languages that there are no stop words or no stemmers for.
import { expect } from "chai";
import { textIndexWarnings } from "../../../src/service/text-index-warnings.ts";

describe("the warnings of a text index", () => {
  it("the warnings of a text index are none for languages with lists, by name or short name, in any case", () => {
    for (const language of ["English", "german", "de", "hinglish"])
      expect(textIndexWarnings({ type: "text", stopwords: language }), language).to.deep.equal([]);
    for (const language of ["English", "tamil", "el"]) {
      const stemmer = { type: "snowball", language };
      expect(textIndexWarnings({ type: "text", stemmer }), language).to.deep.equal([]);
    }
    expect(textIndexWarnings({ type: "text", stemmer: { type: "none" } })).to.deep.equal([]);
  });

  it("the warnings of a text index name a language without stop words, and those with", () => {
    const languages = ["english", "klingon"];
    const warnings = textIndexWarnings({ type: "text", stopwords: { languages } });
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(
      /^There are no stopwords for the language "klingon"; there are for arabic, azerbaijani,/,
    );
  });

  it("the warnings of a text index name a stemmer that is not known, and those that are", () => {
    for (const stemmer of [{ type: "snowball", language: "klingon" }, { type: "porter" }]) {
      const [warning] = textIndexWarnings({ type: "text", stemmer });
      expect(warning).to.include(`The stemmer ${JSON.stringify(stemmer)} is not known and has no effect`);
      expect(warning).to.include("arabic, armenian, danish");
    }
  });
});
