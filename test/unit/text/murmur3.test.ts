// The hash of tokens: published vectors of MurmurHash3_x86_32, and indexes of Qdrant.
import { expect } from "chai";
import { murmur3, tokenIndex } from "../../../src/text/murmur3.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("the hash of a token", () => {
  it("the hash of a token is MurmurHash3 of 32 bits with seed 0", () => {
    const published: Readonly<Record<string, number>> = {
      "": 0,
      test: 0xba6b_d213,
      "Hello, world!": 0xc036_3e43,
      "The quick brown fox jumps over the lazy dog": 0x2e4f_f723,
    };
    for (const [text, hash] of Object.entries(published)) expect(murmur3(bytes(text)), text).to.equal(hash);
    expect(murmur3(Uint8Array.of(0x21, 0x43, 0x65, 0x87))).to.equal(0xf55b_516b);
    expect(murmur3(Uint8Array.of(0x21, 0x43, 0x65))).to.equal(0x7e4a_8634);
    expect(murmur3(Uint8Array.of(0x21, 0x43))).to.equal(0xa0f7_b07a);
    expect(murmur3(Uint8Array.of(0x21))).to.equal(0x7266_1cf4);
    expect(murmur3(Uint8Array.of(0xff, 0xff, 0xff, 0xff))).to.equal(0x7629_3b50);
  });

  it("the hash of a token reads only the bytes of the token", () => {
    expect(murmur3(bytes("testing"), 4)).to.equal(murmur3(bytes("test")));
  });

  it("the hash of a token is made of its UTF-8 bytes, and the index is its absolute value", () => {
    // The indexes that Qdrant's engine gives these tokens.
    expect(tokenIndex("hello")).to.equal(613_153_351);
    expect(tokenIndex("häuser")).to.equal(1_790_279_870);
    expect(tokenIndex("test")).to.equal(2 ** 32 - 0xba6b_d213);
  });

  it("the hash of a token of any length is the same as that of its bytes", () => {
    for (let length = 0; length < 5000; length += 499) {
      const token = "aé日𝒳".repeat(length);
      expect(tokenIndex(token)).to.equal(Math.abs(murmur3(bytes(token)) | 0));
    }
  });
});
