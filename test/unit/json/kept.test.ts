// JSON in files: values are read as they were written, and old files are read as before.
import { expect } from "chai";
import fc from "fast-check";
import { readKept, writeKept } from "../../../src/json/kept.ts";

describe("stored JSON", () => {
  it("stored JSON is returned unchanged, with integers of any length and numbers of any size", () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
      fc.bigInt({ max: -(2n ** 53n) }),
      fc.bigInt({ min: 2n ** 53n }),
      fc.integer().map((value) => value * 2 ** 40),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        leaf,
        fc.array(tie("value")),
        fc.dictionary(fc.string(), tie("value")),
      ),
    }));
    fc.assert(
      fc.property(value, (one) => {
        expect(readKept(writeKept(one))).to.deep.equal(one);
      }),
    );
  });

  it("stored JSON is ordinary JSON without long integers", () => {
    const plain = fc.jsonValue().filter((value) => !JSON.stringify(value).match(/\d{16}/));
    fc.assert(
      fc.property(plain, (value) => {
        expect(writeKept(value)).to.equal(JSON.stringify(value));
        expect(readKept(JSON.stringify(value))).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
