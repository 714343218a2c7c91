// Matching text under a text index: the four kinds of match, on the tokens of the index (see unit/text).
import { expect } from "chai";
import type { TextIndexParams } from "../../../../src/schema/payload-index.ts";
import { loadLanguages } from "../../../../src/text/loaded.ts";
import { checkHolds, holds } from "./fixtures.ts";

type Params = Omit<TextIndexParams, "type">;

describe("matching text under a text index", () => {
  before(() => loadLanguages({ stopwords: ["english"], stemmer: null }));
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
