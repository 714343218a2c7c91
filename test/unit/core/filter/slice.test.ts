// The slice condition: its hash is SipHash-2-4, and the slices of a set are disjoint, complete and of similar sizes.
import { expect } from "chai";
import fc from "fast-check";
import { sipHash, sliceOf } from "../../../../src/core/filter/slice.ts";

const MASK = 2n ** 64n - 1n;
const rotate = (word: bigint, bits: bigint) => ((word << bits) | (word >> (64n - bits))) & MASK;

/** Computes SipHash with 64-bit words and a key, independently of the tested code. */
function oracle(message: Uint8Array, k0: bigint, k1: bigint): bigint {
  let [v0, v1, v2, v3] = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ];
  const rounds = (count: number) => {
    for (let i = 0; i < count; i++) {
      v0 = (v0 + v1) & MASK;
      v1 = rotate(v1, 13n) ^ v0;
      v0 = rotate(v0, 32n);
      v2 = (v2 + v3) & MASK;
      v3 = rotate(v3, 16n) ^ v2;
      v0 = (v0 + v3) & MASK;
      v3 = rotate(v3, 21n) ^ v0;
      v2 = (v2 + v1) & MASK;
      v1 = rotate(v1, 17n) ^ v2;
      v2 = rotate(v2, 32n);
    }
  };
  const padded = new Uint8Array(Math.floor(message.length / 8) * 8 + 8);
  padded.set(message);
  padded[padded.length - 1] = message.length;
  const words = new DataView(padded.buffer);
  for (let at = 0; at < padded.length; at += 8) {
    const word = words.getBigUint64(at, true);
    v3 ^= word;
    rounds(2);
    v0 ^= word;
  }
  v2 ^= 0xffn;
  rounds(4);
  return v0 ^ v1 ^ v2 ^ v3;
}

function idBytes(id: number | bigint | string): Uint8Array {
  if (typeof id === "string")
    return Uint8Array.from(id.replaceAll("-", "").match(/../g)!, (hex) => Number.parseInt(hex, 16));
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(id), true);
  return bytes;
}

describe("the slice condition", () => {
  it("the slice condition uses SipHash-2-4 as published", () => {
    const counting = Uint8Array.from({ length: 15 }, (_, i) => i);
    expect(oracle(counting, 0x0706050403020100n, 0x0f0e0d0c0b0a0908n)).to.equal(0xa129ca6149be45e5n);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 32 - 1 }), { minLength: 2, maxLength: 2 }), (pair) => {
        const words = Uint32Array.from(pair);
        const [low, high] = sipHash(words);
        expect((BigInt(high) << 32n) | BigInt(low)).to.equal(oracle(new Uint8Array(words.buffer), 0n, 0n));
      }),
    );
  });

  it("the slice condition uses the hash of the id's bytes modulo the number of slices", () => {
    const id = fc.oneof(fc.nat(), fc.bigInt({ min: 2n ** 53n, max: MASK }), fc.uuid());
    fc.assert(
      fc.property(id, fc.integer({ min: 1, max: 2 ** 32 - 1 }), (id, total) => {
        expect(sliceOf(id, total)).to.equal(Number(oracle(idBytes(id), 0n, 0n) % BigInt(total)));
      }),
    );
  });

  it("the slice condition accepts similar numbers of points in each slice", () => {
    const sizes = new Array<number>(4).fill(0);
    for (let id = 0; id < 4000; id++) sizes[sliceOf(id, 4)]!++;
    for (const size of sizes) expect(size).to.be.within(900, 1100);
  });
});
