// NumPy files in the console: heads of all versions, rows of both widths, and files that are refused.
import { expect } from "chai";
import { npyPrefix } from "../../../src/shared/npy.ts";
import { npyHead, npyRow } from "../../../src/ui/app/screens/collection/transfer/npy.ts";

function head(dict: string, version = 1): Uint8Array {
  const length = version === 1 ? [dict.length & 255, dict.length >> 8] : [dict.length, 0, 0, 0];
  return Uint8Array.from([0x93, ...Buffer.from("NUMPY"), version, 0, ...length, ...Buffer.from(dict)]);
}

describe("npy files in the console", () => {
  it("npy files in the console are read with the head of every version", () => {
    const dict = "{'descr': '<f8', 'fortran_order': False, 'shape': (7, 3), }";
    for (const version of [1, 2, 3]) {
      const bytes = head(dict, version);
      expect(npyHead(bytes)).to.deep.equal({ offset: bytes.length, rows: 7, size: 3, width: 8 });
      expect(npyHead(bytes.subarray(0, -1))).to.equal(undefined);
    }
  });

  it("npy files in the console are read as they are written, with values on a boundary of 64 bytes", () => {
    const prefix = npyPrefix(123_456, 384);
    expect(npyHead(prefix)).to.deep.equal({ offset: prefix.length, rows: 123_456, size: 384, width: 4 });
    expect(prefix.length % 64).to.equal(0);
  });

  it("npy files in the console are read with rows of 32 and of 64 bits", () => {
    const of = (width: 4 | 8) => ({ offset: 0, rows: 1, size: 2, width });
    expect(npyRow(new Uint8Array(Float32Array.of(0.5, -2).buffer), of(4))).to.deep.equal([0.5, -2]);
    expect(npyRow(new Uint8Array(Float64Array.of(0.1, 3).buffer), of(8))).to.deep.equal([0.1, 3]);
  });

  it("npy files in the console are refused with the reason if they are not supported", () => {
    const refuse = (dict: string, reason: string) => expect(() => npyHead(head(dict))).to.throw(reason);
    refuse("{'descr': '<i8', 'fortran_order': False, 'shape': (7, 3), }", "<i8");
    refuse("{'descr': '<f4', 'fortran_order': True, 'shape': (7, 3), }", "column by column");
    refuse("{'descr': '<f4', 'fortran_order': False, 'shape': (7,), }", "two axes");
    expect(() => npyHead(new Uint8Array(64))).to.throw("not a .npy file");
  });
});
