// Packed vectors: every item is, bit for bit, what Math.fround(JSON.parse(item)) gives; and what cannot be packed is
// left for the validator.
import { Buffer } from "node:buffer";
import { expect } from "chai";
import fc from "fast-check";
import { readJson } from "../../../src/json/reader.ts";
import { compileShape } from "../../../src/json/shape.ts";
import { VectorSchema } from "../../../src/schema/leaf.ts";

const VECTOR = compileShape(VectorSchema);
const read = (text: string) => readJson(Buffer.from(text), VECTOR);

/** A generator of its own: fast-check's values are too slow to make by the hundred thousand. */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

function f32At(pattern: number): number {
  bits[0] = pattern;
  return float[0]!;
}

/** All digits of a double of moderate size: V8 prints a hundred of them exactly. */
const exactly = (value: number) => value.toPrecision(100).replace(/(\..*?)0+$/, "$1");

const FAMILIES: ((random: () => number) => string)[] = [
  // any digits, any point, any exponent
  (random) => {
    const digits = Array.from({ length: 1 + random() * 25 }, () => Math.floor(random() * 10)).join("");
    const point = Math.floor(random() * digits.length);
    const whole = digits.slice(0, point).replace(/^0+(?=\d)/, "") || "0";
    const exponent = random() < 0.3 ? `e${Math.floor(random() * 60) - 45}` : "";
    return `${random() < 0.5 ? "-" : ""}${whole}.${digits.slice(point)}${exponent}`;
  },
  // doubles as every JSON writer prints them
  (random) => String((random() - 0.5) * 10 ** Math.floor(random() * 20 - 15)),
  // any f32 and any subnormal f32, as a double and shortened
  (random) => String(f32At(random() * 0x7f80_0000)),
  (random) => f32At(random() * 0x0080_0000).toPrecision(1 + Math.floor(random() * 21)),
  (random) => f32At(0x3000_0000 + random() * 0x1800_0000).toPrecision(1 + Math.floor(random() * 12)),
  // halfway between two f32, to the last digit, and a little above or below it
  (random) => {
    const pattern = Math.floor(0x3000_0000 + random() * 0x1800_0000);
    const halfway = exactly((f32At(pattern) + f32At(pattern + 1)) / 2);
    const choice = random();
    if (choice < 0.3 || !halfway.includes(".")) return halfway;
    if (choice < 0.6) return `${halfway}${"0".repeat(random() * 20)}1`;
    const last = Number(halfway.at(-1));
    return last > 0 ? `${halfway.slice(0, -1)}${last - 1}9` : halfway;
  },
  // halfway again, cut to where the fast path stops looking
  (random) => {
    const pattern = Math.floor(0x3000_0000 + random() * 0x1800_0000);
    return ((f32At(pattern) + f32At(pattern + 1)) / 2).toPrecision(14 + Math.floor(random() * 5));
  },
  (random) => String(Math.floor(random() * 10 ** Math.floor(random() * 22))),
];

describe("a packed vector", () => {
  it("equals Math.fround(JSON.parse) bit for bit on 200,000 numbers of all kinds", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = mulberry32(seed);
        const texts = Array.from({ length: 10_000 }, (_, index) =>
          FAMILIES[index % FAMILIES.length]!(random),
        );
        const packed = read(`[${texts.join()}]`) as Float32Array;
        expect(packed).to.be.instanceOf(Float32Array);
        const patterns = new Uint32Array(packed.buffer, 0, packed.length);
        for (const [index, text] of texts.entries()) {
          float[0] = JSON.parse(text);
          if (patterns[index] !== bits[0]) expect.fail(`${text} was read as ${packed[index]}`);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("keeps the sign of zero, takes white space everywhere and may be empty", () => {
    expect(read("[-0, 0.0,\n-0.0e5\t]")).to.deep.equal(Float32Array.of(-0, 0, -0));
    expect(read("[ ]")).to.deep.equal(new Float32Array(0));
    expect(read(` [ ${"1 , ".repeat(5)} 1 ] `)).to.deep.equal(new Float32Array(6).fill(1));
  });

  it("owns its numbers: a second vector does not change the first", () => {
    const first = read("[1,2]");
    read("[3,4]");
    expect(first).to.deep.equal(Float32Array.of(1, 2));
  });

  it("may be longer than the scratch", () => {
    const packed = read(`[${"7,".repeat(200_000)}8]`) as Float32Array;
    expect([packed.length, packed[0], packed[199_999], packed[200_000]]).to.deep.equal([200_001, 7, 7, 8]);
  });

  it("is an ordinary array of doubles when an item is no number, or not finite as f32", () => {
    expect(read('[0.1,"a"]')).to.deep.equal([0.1, "a"]);
    expect(read("[0.1,null,[2]]")).to.deep.equal([0.1, null, [2]]);
    expect(read("[0.1,1e39]")).to.deep.equal([0.1, 1e39]);
    expect(read("[1e999]")).to.deep.equal([Number.POSITIVE_INFINITY]);
    expect(read(`[-1${"0".repeat(39)}]`)).to.deep.equal([-(10n ** 39n)]);
    expect(read("[3.4028235677973366e38]")).to.deep.equal([3.4028235677973366e38]);
    expect(read("[3.4028235677973362e38]")).to.deep.equal(Float32Array.of(3.4028234663852886e38));
  });
});
