// The part of a section that the search of the documentation shows, with the words that were found.
import { expect } from "chai";
import { pieces, type Range, snippet } from "../../../src/site/page/snippet.ts";

const FILLER = "lorem ipsum dolor sit amet ".repeat(20);

function rangesOf(text: string, word: string): Range[] {
  return Array.from(text.matchAll(new RegExp(word, "g")), ({ index }) => [index, index + word.length]);
}

function shown(text: string, word: string, length = 100): string {
  return snippet(text, rangesOf(text, word), length)
    .map(({ text: part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join("");
}

describe("a snippet", () => {
  it("a snippet of a short text is the whole text with the words marked", () => {
    expect(shown("a fox and a dog", "dog")).to.equal("a fox and a [dog]");
    expect(shown("fox", "fox")).to.equal("[fox]");
    expect(shown("", "fox")).to.equal("");
  });

  it("a snippet of a long text without a found word is its beginning", () => {
    expect(shown(FILLER, "fox", 30)).to.equal("lorem ipsum dolor sit amet…");
  });

  it("a snippet of a long text shows the part with most of the words, and begins and ends at words", () => {
    const text = `fox ${FILLER}fox fox fox ${FILLER}`;
    expect(shown(text, "fox")).to.match(/^…(?:\w+ )+\[fox\] \[fox\] \[fox\](?: \w+)+…$/);
  });

  it("a snippet never ends within a found word, however long the word is", () => {
    const word = "x".repeat(300);
    const text = `${FILLER}${word} ${FILLER}`;
    expect(
      snippet(text, rangesOf(text, word), 100)
        .map((one) => one.text)
        .join("").length,
    ).to.be.below(320);
  });

  it("a snippet has pieces that make up the text, also with ranges that touch or overlap", () => {
    const found = pieces("abcdef", [
      [0, 2],
      [2, 3],
      [2, 4],
      [5, 6],
    ]);
    expect(found.map(({ text }) => text).join("")).to.equal("abcdef");
    expect(found.filter(({ isMarked }) => isMarked).map(({ text }) => text)).to.deep.equal(["ab", "c", "f"]);
  });
});
