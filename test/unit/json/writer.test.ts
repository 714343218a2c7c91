// The text of JSON responses.

import { Buffer } from "node:buffer";
import { expect } from "chai";
import fc from "fast-check";
import { readJson } from "../../../src/json/reader.ts";
import { writeJson } from "../../../src/json/writer.ts";
import { RawJson } from "../../../src/schema/leaf.ts";
import { countOf } from "../../support/chance.ts";

const digitsOf = (text: string) =>
  text
    .replace(/e.*/, "")
    .replace(/[-.]/g, "")
    .replace(/^0+|0+$/g, "").length;

function fewestDigits(value: number): number {
  for (let digits = 1; ; digits++)
    if (Math.fround(Number(value.toPrecision(digits))) === value) return digits;
}

describe("writeJson", () => {
  it("writeJson prints any f32 with the fewest digits that round to it, alone or in a vector", () => {
    const check = (patterns: Uint32Array<ArrayBuffer>) => {
      const values = new Float32Array(patterns.buffer).filter(Number.isFinite);
      const printed = writeJson(values).slice(1, -1).split(",").filter(Boolean);
      for (const [index, text] of printed.entries()) {
        const value = values[index]!;
        expect(writeJson(value)).to.equal(text);
        expect(Math.fround(Number(text)), text).to.equal(value + 0);
        if (!Number.isInteger(value)) expect(digitsOf(text), text).to.equal(fewestDigits(value));
      }
    };
    fc.assert(
      fc.property(fc.uint32Array({ minLength: 200, maxLength: 200 }), (patterns) => check(patterns.slice())),
    );
    // The neighbours of a power of two are at uneven distances.
    check(Uint32Array.from({ length: 254 }, (_, exponent) => (exponent + 1) << 23));
    // Here two decimals of 7 digits round to one f32.
    check(Uint32Array.from({ length: 3000 }, (_, index) => 0x3a80_0000 + index));
    check(Uint32Array.from({ length: 1000 }, (_, index) => 0x3d00_0000 + index * 40_009));
  });

  it("writeJson writes 0.9 for the f32 nearest to it, and doubles and integers unchanged", () => {
    expect(writeJson(Math.fround(0.9))).to.equal("0.9");
    expect(writeJson([0.1, 1 / 3, 16777217, -0, 1e21])).to.equal(
      JSON.stringify([0.1, 1 / 3, 16777217, 0, 1e21]),
    );
    expect(writeJson(Float64Array.of(1.5, 0.1))).to.equal("[1.5,0.1]");
  });

  it("writeJson writes null for numbers that are not finite", () => {
    expect(writeJson(Number.NaN)).to.equal("null");
    expect(writeJson(Float32Array.of(Number.NaN, Number.POSITIVE_INFINITY, 1))).to.equal("[null,null,1]");
  });

  it("writeJson writes point ids exactly, among numbers and alone", () => {
    expect(writeJson([1, 13570027672830659665n, 3])).to.equal("[1,13570027672830659665,3]");
    expect(writeJson({ id: 2n ** 64n - 1n })).to.equal('{"id":18446744073709551615}');
  });

  it("writeJson inserts a payload as it was received", () => {
    const text = '{ "b":1.0,"a":"ü\\u00fc" }';
    const body = Buffer.from(`..${text}..`);
    const raw = new RawJson(body.subarray(2, body.length - 2), 1);
    expect(writeJson({ payload: raw, list: [raw] })).to.equal(`{"payload":${text},"list":[${text}]}`);
  });

  it("writeJson leaves out undefined members, and writes null for undefined items", () => {
    expect(writeJson({ a: undefined, b: [undefined, 1], c: {} })).to.equal('{"b":[null,1],"c":{}}');
    expect(writeJson({ a: undefined })).to.equal("{}");
  });

  it("writeJson agrees with JSON.stringify on everything that both can write", () => {
    const noFloats = fc.oneof(
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
      fc.string({ unit: "binary" }),
    );
    const loneSurrogates = fc
      .array(fc.constantFrom("\ud834", "\udd1e", "a", '"', "é"))
      .map((units) => units.join(""));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        noFloats,
        loneSurrogates,
        fc.array(tie("tree")),
        fc.dictionary(fc.oneof(fc.string(), loneSurrogates), tie("tree")),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const text = writeJson(value);
        expect(text).to.equal(JSON.stringify(value));
        expect(writeJson(readJson(Buffer.from(text)))).to.equal(text);
      }),
      { numRuns: countOf("RUNS", 150) },
    );
  });
});
