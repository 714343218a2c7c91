// The division of chunks into lines.
import { expect } from "chai";
import fc from "fast-check";
import { LineSplitter } from "../../../src/json/line-splitter.ts";

function split(chunks: readonly Uint8Array[], maxBytes = 1_000_000) {
  const splitter = new LineSplitter(maxBytes);
  const lines = [...chunks.flatMap((chunk) => [...splitter.feed(chunk)]), ...splitter.end()];
  return lines.map(({ line, bytes, fault }) => [line, fault ?? Buffer.from(bytes).toString()]);
}

/** The text in chunks of the given size. */
function chunksOf(text: string, size: number): Buffer[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
}

describe("LineSplitter", () => {
  it("LineSplitter finds the same lines wherever the chunks are cut", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "ü", " ", "\n", "\r\n") });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (all, size) => {
        const expected = all.split("\n").map((line, i) => [i + 1, line.trim()]);
        if (all.endsWith("\n") || all === "") expected.pop();
        expect(split(chunksOf(all, size))).to.deep.equal(expected);
      }),
    );
  });

  it("LineSplitter discards a line that is too long, and continues after it", () => {
    const fault = "expected a line of at most 4 bytes, got a longer one";
    for (const size of [1, 3, 100])
      expect(split(chunksOf("abcd\nabcde\nx\n12345678", size), 4)).to.deep.equal([
        [1, "abcd"],
        [2, fault],
        [3, "x"],
        [4, fault],
      ]);
  });

  it("LineSplitter removes a byte order mark from the first line only", () => {
    expect(split(chunksOf("\uFEFFa\n\uFEFFb", 2))).to.deep.equal([
      [1, "a"],
      [2, "\uFEFFb"],
    ]);
  });
});
