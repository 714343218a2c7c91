// Packed vectors: every item is bit for bit Math.fround(JSON.parse(item)), and an array that cannot be packed is left
// to the validator.
import { Buffer } from "node:buffer";
import { expect } from "chai";
import fc from "fast-check";
import { readJson } from "../../../src/json/reader.ts";
import { compileShape } from "../../../src/json/shape.ts";
import { VectorSchema } from "../../../src/schema/leaf.ts";
import { bits, FAMILIES, float, mulberry32 } from "../../support/number-texts.ts";

const VECTOR = compileShape(VectorSchema);
const read = (text: string) => readJson(Buffer.from(text), VECTOR);

describe("a packed vector of a JSON body", () => {
  it("a packed vector of a JSON body equals Math.fround(JSON.parse) bit for bit on 200,000 numbers of all kinds", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = mulberry32(seed);
        const texts = Array.from({ length: 10_000 }, (_, index) =>
          FAMILIES[index % FAMILIES.length]!(random),
        );
        const packed = read(`[${texts.join()}]`) as Float32Array;
        expect(packed).to.be.instanceOf(Float32Array);
        const patterns = new Uint32Array(packed.buffer, packed.byteOffset, packed.length);
        for (const [index, text] of texts.entries()) {
          float[0] = JSON.parse(text);
          if (patterns[index] !== bits[0]) expect.fail(`${text} was read as ${packed[index]}`);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("a packed vector of a JSON body keeps the sign of zero, accepts white space everywhere, and may be empty", () => {
    expect(read("[-0, 0.0,\n-0.0e5\t]")).to.deep.equal(Float32Array.of(-0, 0, -0));
    expect(read("[ ]")).to.deep.equal(new Float32Array(0));
    expect(read(` [ ${"1 , ".repeat(5)} 1 ] `)).to.deep.equal(new Float32Array(6).fill(1));
  });

  it("a packed vector of a JSON body has memory of its own, so that a second vector does not change the first", () => {
    const first = read("[1,2]");
    read("[3,4]");
    expect(first).to.deep.equal(Float32Array.of(1, 2));
  });

  it("a packed vector of a JSON body may be longer than the buffer of the reader", () => {
    const packed = read(`[${"7,".repeat(200_000)}8]`) as Float32Array;
    expect([packed.length, packed[0], packed[199_999], packed[200_000]]).to.deep.equal([200_001, 7, 7, 8]);
  });

  it("a packed vector of a JSON body is an ordinary array if an item is not a number, or not finite as f32", () => {
    expect(read('[0.1,"a"]')).to.deep.equal([0.1, "a"]);
    expect(read("[0.1,null,[2]]")).to.deep.equal([0.1, null, [2]]);
    expect(read("[0.1,1e39]")).to.deep.equal([0.1, 1e39]);
    expect(read("[1e999]")).to.deep.equal([Number.POSITIVE_INFINITY]);
    expect(read(`[-1${"0".repeat(39)}]`)).to.deep.equal([-(10n ** 39n)]);
    expect(read("[3.4028235677973366e38]")).to.deep.equal([3.4028235677973366e38]);
    expect(read("[3.4028235677973362e38]")).to.deep.equal(Float32Array.of(3.4028234663852886e38));
  });
});
