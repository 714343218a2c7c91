// Our CRC-32 against that of zlib.
import { expect } from "chai";
import fc from "fast-check";
import { crc32 } from "../../../src/storage/crc32.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";

describe("crc32", () => {
  it("crc32 equals the sum of zlib, for whole and continued sums", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (bytes, cut) => {
        const whole = nodeFs.crc32(bytes);
        expect(crc32(bytes)).to.equal(whole);
        expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).to.equal(whole);
      }),
    );
  });
});
