// Long texts in filters, and long texts that are compared with filters: tokens are made in slices.
import { expect } from "chai";
import type { FieldCondition } from "../../../../src/core/filter/filter.ts";
import { matching } from "../../../../src/core/filter/match.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import { type TextCheck, textQuery } from "../../../../src/core/filter/text-match.ts";
import { MAX_FILTER_TEXT_LENGTH } from "../../../../src/schema/limits.ts";
import type { TextIndexParams } from "../../../../src/schema/payload-index.ts";
import { loadLanguages } from "../../../../src/text/loaded.ts";
import { tokenizerOf } from "../../../../src/text/tokenize.ts";
import { cutsOf } from "../../../support/cuts.ts";
import { pointOf, refusalOf } from "./fixtures.ts";

const PARAMS: readonly Omit<TextIndexParams, "type">[] = [
  {},
  { lowercase: false },
  { tokenizer: "whitespace" },
  { tokenizer: "prefix", min_token_len: 2 },
  { ascii_folding: true, stopwords: "english", stemmer: { type: "snowball", language: "english" } },
  { tokenizer: "multilingual" },
];
const WORDS = Array.from(
  { length: 6_000 },
  (_, i) => ["Été", "ΟΔΟΣ.", "running,", "the", "日本"][i % 5]! + (i % 700),
);
const LONG = WORDS.join(" ");

const checkOf = (kind: string, text: string) =>
  parseFilter({ must: [{ key: "a", match: { [kind]: text } }] });

function asked(kind: string, query: string, text: string, params: (typeof PARAMS)[number] | null = null) {
  const point = pointOf({ a: text }, params ? { text: { a: params } } : {});
  const { value, cuts } = cutsOf(matching(checkOf(kind, query), point));
  return { result: value, cuts };
}

describe("a long text in a filter", () => {
  before(() => loadLanguages({ stopwords: ["english"], stemmer: "english" }));
  for (const params of PARAMS) {
    it(`a long text in a filter has the same tokens in slices as in one pass: ${JSON.stringify(params)}`, () => {
      const tokenizer = tokenizerOf(params);
      const { check } = checkOf("text", LONG).must[0] as FieldCondition;
      const { value: result, cuts } = cutsOf(textQuery(check as TextCheck, tokenizer));
      expect(result.tokens).to.deep.equal(tokenizer.queryTokens(LONG));
      expect([...result.distinct]).to.deep.equal([...new Set(result.tokens)]);
      expect(cuts).to.be.above(LONG.length / 600);
    });
  }

  it("a long text in a filter is tokenized only once", () => {
    const tokenizer = tokenizerOf({});
    const { check } = checkOf("phrase", LONG).must[0] as FieldCondition;
    const first = cutsOf(textQuery(check as TextCheck, tokenizer));
    const second = cutsOf(textQuery(check as TextCheck, tokenizer));
    expect([second.value === first.value, second.cuts]).to.deep.equal([true, 0]);
  });
});

describe("a long text that is compared with a filter", () => {
  before(() => loadLanguages({ stopwords: ["english"], stemmer: "english" }));
  for (const kind of ["text", "text_any", "phrase"]) {
    it(`a long text is tokenized in slices by ${kind}, with the result of a short text`, () => {
      const query = kind === "text_any" ? "nowhere END" : WORDS.slice(-20).concat("END").join(" ");
      for (const params of [null, ...PARAMS.filter(({ lowercase }) => lowercase ?? true)]) {
        const { result, cuts } = asked(kind, query, `${LONG} end`, params);
        expect(result, JSON.stringify(params)).to.equal(true);
        expect(cuts, JSON.stringify(params)).to.be.above(LONG.length / 600);
        expect(asked(kind, `${query}less`, `${LONG} end`, params).result).to.equal(false);
      }
    });
  }

  for (const gap of [",", "\u{1f34e}", ", "]) {
    it(`a long text is tokenized in slices when only ${JSON.stringify(gap)} separates its words`, () => {
      const value = `${`a${gap}`.repeat(200_000)}b${gap}c`;
      const { result, cuts } = asked("phrase", "b c", value);
      expect(result).to.equal(true);
      expect(cuts).to.be.above(value.length / 600);
    });
  }

  it("a long text is compared with a long phrase in slices, even when nearly every position matches", () => {
    const { result, cuts } = asked("phrase", `${"a ".repeat(1_000)}b`, `b ${"a ".repeat(4_000)}`);
    expect(result).to.equal(false);
    expect(cuts).to.be.above((3_000 * 1_000) / 5_000);
  });
});

describe("a long text that is searched for in a longer one", () => {
  it("a long text that is searched for in a longer one is searched for in slices, however similar both are", () => {
    const alike = `${"a".repeat(500)}b${"a".repeat(500)}`;
    const value = "a".repeat(200_000);
    for (const [text, found] of [
      [value, false],
      [value + alike.slice(0, -1), false],
      [value + alike, true],
      [`${alike}b${value}`, true],
      [`${value}b${"a".repeat(499)}b${alike}${value}`, true],
    ] as const) {
      const { result, cuts } = asked("substring", alike, text);
      expect(result).to.equal(found);
      if (!found) expect(cuts).to.be.above(5);
    }
  });

  it("a long text that is searched for in a longer one is found at every position", () => {
    const value = Array.from({ length: 100_000 }, (_, i) => "abc"[((i * i * 7) % 3) ^ (i % 2)] ?? "d").join(
      "",
    );
    for (const at of [0, 1, 50_001, 99_900]) {
      const part = value.slice(at, at + 100);
      expect(asked("substring", part, value).result).to.equal(true);
      for (const changed of [`e${part.slice(1)}`, `${part.slice(0, 50)}e${part.slice(51)}`, `${part}e`]) {
        expect(asked("substring", changed, value).result).to.equal(value.includes(changed));
      }
    }
  });
});

describe("the texts of one filter", () => {
  const half = "a ".repeat(MAX_FILTER_TEXT_LENGTH / 4);
  const match = (kind: string, text: string) => ({ key: "k", match: { [kind]: text } });

  it(`the texts of one filter have a common limit of ${MAX_FILTER_TEXT_LENGTH} characters, for conditions that compare words`, () => {
    const full = { must: [match("text", half), match("phrase", half), match("prefix", half + half)] };
    expect(parseFilter(full).must).to.have.length(3);
    const more = {
      ...full,
      must_not: [{ should: [{ nested: { key: "n", filter: { must: match("text_any", "b") } } }] }],
    };
    const refused = refusalOf(more);
    expect(refused.path).to.equal("filter.must_not[0].should[0].nested.filter.must");
    expect(refused.message).to.contain(
      "expected at most 65536 characters in all text, text_any and phrase of one filter, got 65537 up to here",
    );
  });

  it("the texts of one filter are all counted where one condition has several checks", () => {
    const both = { key: "k", match: { text: half + half + half }, is_null: false };
    expect(refusalOf({ should: [both] }).path).to.equal("filter.should[0]");
  });
});
