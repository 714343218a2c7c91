// Blocks of numbers and texts: what is read is what was written, in as few bytes as the values allow; any other bytes
// are refused.
import { expect } from "chai";
import { BlockReader, BlockWriter } from "../../../../src/core/formats/blocks.ts";
import { runWhole } from "../../../../src/scheduling/slices.ts";
import { cutsOf } from "../../../support/cuts.ts";
import { integer, withSeed } from "../../engine/fixtures.ts";

/** The size of the buffer is such that some blocks get memory of their own. */
function written(write: (out: BlockWriter) => void): Uint8Array {
  const out = new BlockWriter(256);
  write(out);
  return Uint8Array.from(Buffer.concat(out.take()));
}

function readNumbers(bytes: Uint8Array, count: number): number[] {
  const numbers = new Float64Array(count);
  new BlockReader(bytes).numbers(numbers);
  return [...numbers];
}

const NUMBERS: readonly (readonly [string, readonly number[], width: number])[] = [
  ["small whole numbers", [0, 1, 254], 1],
  ["small whole numbers and NaN", [Number.NaN, 0, 254, Number.NaN], 1],
  ["whole numbers of two bytes", [255, 65_534, Number.NaN], 2],
  ["whole numbers of four bytes", [65_535, 2 ** 32 - 2, Number.NaN], 4],
  ["larger whole numbers", [2 ** 32 - 1, 2 ** 53, Number.NaN], 8],
  ["negative numbers", [-1, 1], 8],
  ["fractions", [0.5, Number.POSITIVE_INFINITY, Number.NaN], 8],
  ["the negative zero", [-0, 0], 8],
  ["only NaN", [Number.NaN, Number.NaN], 1],
  ["no numbers", [], 1],
];

const TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ["texts", ["red", "", "blue sea"]],
  ["texts with letters of Latin-1", ["ünï", "ÿ\0"]],
  ["texts with other letters", ["слово", "red", "\u{1f600}"]],
  ["texts that are no valid Unicode", ["\ud800", "a\udc00b"]],
  ["texts longer than the arguments of a function", ["x".repeat(10_000), "ж".repeat(5000)]],
  ["no texts", []],
];

describe("a block", () => {
  for (const [what, values, width] of NUMBERS) {
    it(`a block returns the numbers that were written, ${width} bytes for each: ${what}`, () => {
      const bytes = written((out) => out.numbers(Float64Array.from(values)));
      const found = readNumbers(bytes, values.length);
      expect(found.length).to.equal(values.length);
      found.forEach((value, i) => {
        expect(Object.is(value, values[i]), `${value} is ${values[i]}`).to.equal(true);
      });
      expect(bytes.length).to.equal(8 + Math.ceil((width * values.length) / 8) * 8);
    });
  }

  for (const [what, texts] of TEXTS) {
    it(`a block returns the texts that were written: ${what}`, () => {
      expect(new BlockReader(written((out) => out.texts(texts))).texts()).to.deep.equal(texts);
    });
  }

  it("a block of many elements is one of several, between which the work may pause", () => {
    const words = Uint32Array.from({ length: 100_000 }, (_, i) => i);
    const numbers = Float64Array.from(words, (word) => word / 2);
    const bytes = written((out) => {
      expect(cutsOf(out.manyWords(words)).cuts).to.be.at.least(3);
      runWhole(out.manyNumbers(numbers));
    });
    const reader = new BlockReader(bytes);
    const { cuts, value } = cutsOf(reader.manyWords());
    expect(cuts).to.be.at.least(3);
    expect(value).to.deep.equal(words);
    expect(runWhole(reader.manyNumbers())).to.deep.equal(numbers);
    expect(reader.isAtEnd).to.equal(true);
  });

  it("a block that is written after the ones before were taken overwrites no other", () => {
    const out = new BlockWriter(64);
    const parts: Buffer[] = [];
    for (let i = 0; i < 20; i++) {
      out.words([i, i]);
      if (i % 3 > 0) continue;
      for (const part of out.take()) parts.push(Buffer.from(part));
      expect(out.pending).to.equal(0);
    }
    for (const part of out.take()) parts.push(Buffer.from(part));
    const reader = new BlockReader(Uint8Array.from(Buffer.concat(parts)));
    for (let i = 0; i < 20; i++) expect([...reader.words()]).to.deep.equal([i, i]);
    expect(reader.isAtEnd).to.equal(true);
  });

  it("a block that is none is refused, whatever its bytes are", () =>
    withSeed((random) => {
      for (let i = 0; i < 2000; i++) {
        const bytes = Uint8Array.from({ length: 8 * integer(random, 0, 8) }, () =>
          integer(random, 0, 3) === 0 ? integer(random, 0, 255) : integer(random, 0, 8) % 5,
        );
        const reader = new BlockReader(bytes);
        const reads = [
          () => reader.words(),
          () => reader.texts(),
          () => reader.numbers(new Float64Array(3)),
          () => runWhole(reader.manyWords()),
          () => runWhole(reader.manyNumbers()),
        ];
        try {
          while (!reader.isAtEnd) reads[integer(random, 0, reads.length - 1)]!();
        } catch (error) {
          expect(error).to.be.instanceOf(RangeError);
        }
      }
    }));
});
