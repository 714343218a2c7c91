// JSON for programs: JSON.parse and JSON.stringify with integers of any size.
import { expect } from "chai";
import fc from "fast-check";
import { parseExact, writePlain } from "../../../src/json/plain.ts";

describe("parseExact", () => {
  it("parseExact reads JSON without long integers like JSON.parse", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/\d{16}/.test(text));
        expect(parseExact(text)).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it("parseExact keeps integers exact, and texts that look like integers unchanged", () => {
    const text = String.raw`{"a":[13570027672830659665,-9007199254740993,9007199254740991],
      "b":"13570027672830659665","13570027672830659665":0.13570027672830659665,"c":1e0000000000000000001,
      "d":12345678901234567.5,"e":"\\\"12345678901234567890","integer:":12345678901234567890,"f":1.5e+1234567890123456}`;
    expect(parseExact(text)).to.deep.equal({
      a: [13570027672830659665n, -9007199254740993n, 9007199254740991],
      b: "13570027672830659665",
      "13570027672830659665": 0.1357002767283066,
      c: 10,
      d: 12345678901234568,
      e: '\\"12345678901234567890',
      "integer:": 12345678901234567890n,
      f: Number.POSITIVE_INFINITY,
    });
  });

  it("parseExact reads what writePlain wrote, with any strings", () => {
    const leaf = fc.oneof(fc.bigInt(), fc.string(), fc.constant("integer:12345678901234567890"));
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), leaf)), (value) => {
        const small = (item: unknown) =>
          typeof item === "bigint" && Number.isSafeInteger(Number(item)) ? Number(item) : item;
        const expected = value.map((one) =>
          Object.fromEntries(Object.entries(one).map(([key, item]) => [key, small(item)])),
        );
        expect(parseExact(writePlain(value))).to.deep.equal(expected);
      }),
    );
  });
});

describe("writePlain", () => {
  it("writePlain writes values without bigints like JSON.stringify", () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withSparseArray: true }), (value) => {
        expect(writePlain(value)).to.equal(JSON.stringify(value) ?? "null");
      }),
    );
  });

  it("writePlain writes typed arrays as arrays", () => {
    expect(writePlain({ a: new Float32Array([0.1, 2]) })).to.equal('{"a":[0.1,2]}');
  });

  it("writePlain can write integers as floats where only floats are expected, and does not change payloads", () => {
    const value = { id: 2 ** 60, n: 5, payload: { n: 2 ** 60 } };
    const vagueOf = (key: string) => (key === "payload" ? "integer" : undefined);
    expect(writePlain(value, "float", vagueOf)).to.equal(
      '{"id":1.152921504606847e+18,"n":5,"payload":{"n":1152921504606847000}}',
    );
  });
});
