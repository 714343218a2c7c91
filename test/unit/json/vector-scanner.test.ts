// The WebAssembly scanner of JSON arrays of numbers: it returns the numbers of JSON.parse, or declines the array.
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { readClosely, readVector } from "../../../src/json/vector.ts";
import { newScanner } from "../../../src/json/vector-scanner.ts";
import { GENERATED, vectorDigest } from "../../../src/library/vector-module.ts";
import { FAMILIES, mulberry32 } from "../../support/number-texts.ts";

const NUMBERS = Number(process.env.NUMBERS ?? 40_000);
/** Numbers that are drawn with one seed. */
const AT_A_TIME = 20_000;

describe("the scanner of JSON vectors", () => {
  const scanner = newScanner()!;
  const scan = (text: string) => scanner.read(Buffer.from(text), 0);

  it("the scanner of JSON vectors reads each number like Math.fround(JSON.parse), bit for bit, or declines it", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = mulberry32(seed);
        for (let i = 0; i < AT_A_TIME; i++) {
          const text = FAMILIES[i % FAMILIES.length]!(random);
          const read = scan(`${text}]`);
          if (!read) continue;
          if (read.end !== text.length + 1) expect.fail(`${text}: ends at ${read.end}`);
          const parsed = Math.fround(JSON.parse(text));
          if (!Object.is(read.values[0], parsed)) expect.fail(`${text}: ${read.values[0]}`);
        }
      }),
      { numRuns: NUMBERS / AT_A_TIME },
    );
  });

  it("the scanner of JSON vectors declines few of the numbers that programs write", () => {
    const random = mulberry32(1);
    const writers = [
      () => String(random() * 2 - 1 + random() / 2 ** 32),
      () => String(Math.fround(random() * 2 - 1)),
      () => String((random() + random() / 2 ** 32) * 1e-4),
      () => (random() * 1e-9 + random() / 2 ** 60).toExponential(),
      () => Math.fround(random()).toPrecision(9),
      () => String(Math.floor(random() * 256)),
    ];
    const texts = Array.from({ length: 10_000 }, (_, i) => writers[i % writers.length]!());
    const left = texts.filter((text) => !scan(`${text}]`));
    expect(left.length, left.slice(0, 3).join()).to.be.lessThan(10);
  });

  it("the scanner of JSON vectors accepts only arrays of JSON numbers", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = mulberry32(seed);
        const texts = Array.from({ length: 6 }, (_, i) => FAMILIES[i % FAMILIES.length]!(random));
        const bytes = Buffer.from(`${texts.join()}]`);
        const changed = Math.floor(random() * bytes.length);
        bytes[changed] = Math.floor(random() * 128);
        const read = scanner.read(bytes, 0);
        if (!read) return;
        const text = bytes.toString("latin1", 0, read.end);
        const parsed: number[] = JSON.parse(`[${text}`);
        expect(Array.from(read.values)).to.deep.equal(parsed.map(Math.fround));
      }),
      { numRuns: 20_000 },
    );
  });

  it("the scanner of JSON vectors declines an array that ends early, at any position", () => {
    const text = " -1.25e-3 , 0.1234567890123456789,12,3]";
    for (let end = 0; end < text.length; end++)
      expect(scan(text.slice(0, end)), `${end}`).to.equal(undefined);
    expect(scan(text)?.values.length).to.equal(4);
  });

  it("the scanner of JSON vectors reads arrays that are longer or shorter than the last one", () => {
    const random = mulberry32(2);
    for (const length of [1, 3_000, 2, 40_000, 700, 5, 120_000, 1]) {
      const numbers = Array.from({ length }, () => Math.fround(random() - 0.5));
      const bytes = Buffer.from(`[${numbers.join()}],1]`);
      const read = readVector(bytes, 0)!;
      expect(read.end).to.equal(bytes.length - 3);
      expect(read.values).to.deep.equal(readClosely(bytes, 0)!.values);
    }
  });

  it("the scanner of JSON vectors is compiled from the current assembly/json/vector.ts by the current compiler", () => {
    expect(readFileSync(GENERATED, "utf8"), "run `npm run gen` and commit").to.contain(
      `(${vectorDigest()});`,
    );
  });
});
