// What the bundles of the server decode plain bodies with, in the place of the package iconv-lite.
import { expect } from "chai";
import { getDecoder } from "../../../src/http/text-decoder.ts";

describe("the decoder of plain bodies", () => {
  it("the decoder of plain bodies joins characters that are split between two chunks", () => {
    const bytes = Buffer.from('{"näme": "日本 😀"}');
    const decoder = getDecoder("utf-8");
    const text = Array.from(bytes, (byte) => decoder.write(Uint8Array.of(byte))).join("") + decoder.end();
    expect(text).to.equal(bytes.toString());
  });

  it("the decoder of plain bodies refuses an unknown encoding with the text that raw-body recognises", () => {
    expect(() => getDecoder("klingon")).to.throw(Error, /^Encoding not recognized: 'klingon'$/);
  });
});
