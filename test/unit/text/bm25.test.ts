// BM25: weights of documents and queries, in one pass and in slices.
import { expect } from "chai";
import fc from "fast-check";
import { DeadlineExceeded } from "../../../src/errors/query.ts";
import { compileBm25, embedDocument, embedDocuments, embedQuery } from "../../../src/text/bm25.ts";
import { tokenIndex } from "../../../src/text/murmur3.ts";
import type { Tokenizer } from "../../../src/text/tokenize.ts";
import { loadedTokenizer } from "../../support/texts.ts";

const PLAIN = { stopwords: { languages: [], custom: [] }, stemmer: { type: "none" } };

/** Returns weights by token, for tokens that are given. */
async function weights(text: string, options: object, form: "document" | "query" = "document") {
  const bm25 = await compileBm25(options);
  const { indices, values } = (form === "document" ? embedDocument : embedQuery)(text, bm25);
  const tokens = new Map(
    bm25.tokenizer
      .valueTokens(text)
      .flat()
      .concat(bm25.tokenizer.queryTokens(text))
      .map((one) => [tokenIndex(one), one]),
  );
  return Object.fromEntries(Array.from(indices, (index, i) => [tokens.get(index), values[i]]));
}

describe("BM25 of a document", () => {
  it("BM25 of a document weighs a token by its count and by the length of the document", async () => {
    const found = await weights("the cat sat on the", { ...PLAIN, tokenizer: "whitespace", avg_len: 5 });
    expect(found).to.deep.equal({ the: 1.375, cat: 1, sat: 1, on: 1 });
  });

  it("BM25 of a document follows the formula for any k, b and average length", async () => {
    const [k, b, avg_len] = [2, 0.3, 4];
    const found = await weights("a b a c a d", { ...PLAIN, k, b, avg_len });
    const weight = (n: number) => Math.fround((n * (k + 1)) / (n + k * (1 - b + (b * 6) / avg_len)));
    expect(found).to.deep.equal({ a: weight(3), b: weight(1), c: weight(1), d: weight(1) });
  });

  it("BM25 of a document counts the tokens that are left after stop words and lengths", async () => {
    const options = { ...PLAIN, stopwords: { custom: ["the"] }, min_token_len: 2, avg_len: 2 };
    expect(await weights("the cat a sat", options)).to.deep.equal({ cat: 1, sat: 1 });
  });

  it("BM25 of a document counts each prefix as a token", async () => {
    const found = await weights("ab", { ...PLAIN, tokenizer: "prefix", avg_len: 2 });
    expect(found).to.deep.equal({ a: 1, ab: 1 });
  });

  it("BM25 of a document takes the stop words and the stemmer of English unless others are named", async () => {
    expect(Object.keys(await weights("the Running dogs", {}))).to.have.members(["run", "dog"]);
    expect(Object.keys(await weights("und die Häuser", { language: "german" }))).to.deep.equal(["haus"]);
    expect(Object.keys(await weights("und die Häuser", { language: "de" }))).to.deep.equal(["haus"]);
    const stemmer = { type: "none" };
    expect(Object.keys(await weights("und die Häuser", { language: "german", stemmer }))).to.deep.equal([
      "häuser",
    ]);
  });

  it("BM25 of a document switches stop words off by a list without words", async () => {
    const stopwords = { languages: [], custom: [] };
    expect(Object.keys(await weights("the", { stopwords }))).to.deep.equal(["the"]);
  });

  it("BM25 of a document is an empty vector where there is no token", async () => {
    const bm25 = await compileBm25({});
    for (const text of ["", "the", " .,", "\ud800"]) {
      const { indices, values } = embedDocument(text, bm25);
      expect([indices.length, values.length], text).to.deep.equal([0, 0]);
    }
  });

  it("BM25 of a document has ascending indexes, each once", async () => {
    const words = Array.from({ length: 5000 }, (_, i) => `word${i % 3000}`);
    const { indices } = embedDocument(words.join(" "), await compileBm25(PLAIN));
    expect(indices.length).to.equal(3000);
    expect(indices.every((index, i) => i === 0 || indices[i - 1]! < index)).to.equal(true);
  });

  it("BM25 of a document adds the counts of tokens with one hash", async () => {
    const [first, second] = collision();
    const { indices, values } = embedDocument(
      `${first} ${second} ${first}`,
      await compileBm25({ ...PLAIN, avg_len: 3 }),
    );
    expect(Array.from(indices)).to.deep.equal([tokenIndex(first)]);
    expect(values[0]).to.equal(Math.fround((3 * 2.2) / (3 + 1.2)));
  });
});

/** Finds two tokens with one index; among a hundred thousand there are some. */
function collision(): [string, string] {
  const seen = new Map<number, string>();
  for (let i = 0; ; i++) {
    const token = `t${i.toString(36)}`;
    const before = seen.get(tokenIndex(token));
    if (before !== undefined) return [before, token];
    seen.set(tokenIndex(token), token);
  }
}

describe("BM25 of a query", () => {
  it("BM25 of a query gives each distinct token the weight 1", async () => {
    expect(await weights("cat sat cat", PLAIN, "query")).to.deep.equal({ cat: 1, sat: 1 });
  });

  it("BM25 of a query has the longest prefix of each word, also of a stop word", async () => {
    const options = { ...PLAIN, tokenizer: "prefix", stopwords: "english" };
    expect(await weights("the stone", options, "query")).to.deep.equal({ the: 1, stone: 1 });
  });
});

describe("embedding documents in slices", () => {
  const WORDS = [
    "the",
    "Running",
    "fooBar_x1",
    "Été",
    "日本語",
    "สวัสดี",
    "नमस्ते",
    "𝒳𝒴",
    "a",
    "don't",
    "\ud800",
    "1_000",
  ];
  const OPTIONS = [
    {},
    { tokenizer: "whitespace", lowercase: false },
    { tokenizer: "prefix", min_token_len: 2 },
    { tokenizer: "multilingual" },
    { tokenizer: "code", ascii_folding: true },
    { language: "turkish", max_token_len: 5 },
  ];

  for (const options of OPTIONS) {
    it(`embedding documents in slices gives the vectors of one pass: ${JSON.stringify(options)}`, async () => {
      const bm25 = await compileBm25(options);
      const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: "binary", maxLength: 12 }));
      const long = fc.array(word, { maxLength: 1500 }).map((words) => words.join(" "));
      await fc.assert(
        fc.asyncProperty(fc.array(long, { maxLength: 4 }), async (texts) => {
          const whole = texts.map((text) => embedDocument(text, bm25));
          expect(await embedDocuments(texts, options)).to.deep.equal(whole);
        }),
        { numRuns: 25, seed: 1 },
      );
    });
  }

  it("embedding documents in slices divides long words of scripts without spaces in one pass alike", async () => {
    const bm25 = await compileBm25({ tokenizer: "multilingual" });
    const texts = ["中文分词测试", "สวัสดีครับ", "a中𠀀", "𠀀𠀁文", "Été日本語"].flatMap((part) =>
      [0, 1, 2, 3].map((shift) => `${"x".repeat(shift)} ${"é".repeat(shift)}${part.repeat(1_000)}, ${part}`),
    );
    const whole = texts.map((text) => embedDocument(text, bm25));
    expect(await embedDocuments(texts, { tokenizer: "multilingual" })).to.deep.equal(whole);
    const { tokenizer } = bm25;
    for (const text of texts) {
      const gap = tokenizer.gapFrom(text, 2_048, 0);
      expect(gap).to.be.within(2_048, 3_000);
      const parts = [...tokenizer.queryTokens(text.slice(0, gap)), ...tokenizer.queryTokens(text.slice(gap))];
      expect(parts).to.deep.equal(tokenizer.queryTokens(text));
    }
  });

  it("embedding documents in slices gives the same vector each time, however many words came before", async () => {
    const bm25 = await compileBm25({ k: 1.3 });
    const before = embedDocument("running dogs run", bm25);
    // More words than are kept, again after those before were forgotten.
    const many = Array.from({ length: 140_000 }, (_, i) => `w${i}`).join(" ");
    await embedDocuments([many, many], { k: 1.3 });
    expect(embedDocument("running dogs run", bm25)).to.deep.equal(before);
  });

  it("embedding documents in slices keeps the order of the documents", async () => {
    const texts = Array.from({ length: 300 }, (_, i) => `word${i}`);
    const vectors = await embedDocuments(texts, PLAIN);
    expect(vectors.map(({ indices }) => indices[0])).to.deep.equal(texts.map(tokenIndex));
  });

  it("embedding documents in slices lets other tasks run", async () => {
    let rounds = 0;
    const count = setInterval(() => rounds++, 0);
    const texts = Array.from({ length: 2000 }, (_, i) => `word${i} `.repeat(200));
    await embedDocuments(texts, PLAIN);
    clearInterval(count);
    expect(rounds).to.be.greaterThan(3);
  });

  it("embedding documents in slices ends when no client waits any more", async () => {
    const texts = Array.from({ length: 3000 }, () => "word ".repeat(400));
    const error = await embedDocuments(texts, PLAIN, { aborted: true }).catch((failure: Error) => failure);
    expect(error).to.be.instanceOf(DeadlineExceeded);
  });
});

describe("the parts of a text", () => {
  const TEXTS = fc.string({
    unit: fc.constantFrom(..."aB1_ .,éñ日本ゴースวด\u0301न\u094d𝒳\ud800"),
    maxLength: 60,
  });
  for (const tokenizer of ["word", "whitespace", "prefix", "multilingual", "code"] as const) {
    it(`the parts of a text between gaps have the tokens of the whole: ${tokenizer}`, async () => {
      const made: Tokenizer = await loadedTokenizer({ tokenizer });
      fc.assert(
        fc.property(TEXTS, fc.nat(60), (text, at) => {
          const gap = made.gapFrom(text, Math.min(at, text.length), 0);
          for (const tokens of ["valueTokens", "queryTokens"] as const) {
            const parts = [...made[tokens](text.slice(0, gap)), ...made[tokens](text.slice(gap))];
            expect(parts).to.deep.equal(made[tokens](text));
          }
        }),
        { numRuns: 500, seed: 1 },
      );
    });
  }
});
