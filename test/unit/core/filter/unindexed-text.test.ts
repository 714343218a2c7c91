// Text of fields without a text index: it is compared by words, as with the default text index.
import { expect } from "chai";
import { checkHolds, holds } from "./fixtures.ts";

/** The payloads, as values of the key `a`, that satisfy the check; `undefined` stands for a missing key. */
function passing<T>(check: object | string, values: readonly T[]): T[] {
  return values.filter((value) => checkHolds(check, { a: value }));
}

describe("matching text without an index", () => {
  const values = ["red apple pie", "Red, Apple", "apple", ["pie", "red apple"], 5, null];

  it("matching text without an index requires all words of the query for text, in any order and case", () => {
    expect(passing({ match: { text: "apple RED" } }, values)).to.deep.equal([
      values[0],
      values[1],
      values[3],
    ]);
    expect(passing({ match: { text: "pie red" } }, values)).to.deep.equal([values[0]]);
    expect(passing({ match: { text: "red app" } }, values)).to.deep.equal([]);
  });

  it("matching text without an index requires adjacent words of the query for phrase", () => {
    expect(passing({ match: { phrase: "Red apple" } }, values)).to.deep.equal([
      values[0],
      values[1],
      values[3],
    ]);
    expect(passing({ match: { phrase: "red pie" } }, values)).to.deep.equal([]);
  });

  it("matching text without an index requires any word of the query for text_any", () => {
    expect(passing({ match: { text_any: "PIE\tpi" } }, values)).to.deep.equal([values[0], values[3]]);
    expect(passing({ match: { text_any: "pi" } }, values)).to.deep.equal([]);
  });

  it("matching text without an index matches nothing for a query without words", () => {
    for (const kind of ["text", "phrase", "text_any"]) {
      for (const query of ["", " .,"]) {
        expect(passing({ match: { [kind]: query } }, values), kind).to.deep.equal([]);
      }
    }
  });

  it("matching text without an index gives the results of a text index without parameters", () => {
    const texts = [
      "ΟΔΟΣ. α",
      "ΑΣ.Α",
      "İstanbul",
      "naïve CAFÉ",
      "e\u0301t",
      "4x4=16 it's",
      "日本 語",
      "snake_case",
    ];
    const queries = [
      "οδος",
      "ας",
      "ασ",
      "istanbul",
      "i\u0307stanbul",
      "café",
      "e\u0301t",
      "it s",
      "語",
      "case snake",
    ];
    for (const kind of ["text", "text_any", "phrase"]) {
      for (const query of queries) {
        const condition = { match: { [kind]: query } };
        const indexed = texts.filter((a) =>
          holds({ must: { key: "a", ...condition } }, { a }, { text: { a: {} } }),
        );
        expect(passing(condition, texts), `${kind} ${query}`).to.deep.equal(indexed);
      }
    }
  });

  it("matching text without an index requires the beginning of a string for prefix", () => {
    expect(passing({ match: { prefix: "red" } }, values)).to.deep.equal([values[0], values[3]]);
    expect(passing({ match: { prefix: "" } }, values).length).to.equal(4);
  });
});
