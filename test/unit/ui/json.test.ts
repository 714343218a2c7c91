// The console's JSON: integers beyond 2^53 are exact in both directions, and everything else is as JSON.parse reads it.
import { expect } from "chai";
import fc from "fast-check";
import { parseJson, writeJson } from "../../../src/ui/app/api/json.ts";

const marks = fc.string({
  unit: fc.constantFrom("\u0001", "1", "2", '"', "\\", ":", " ", "9007199254740993"),
});

describe("JSON in the console", () => {
  it("JSON in the console reads ids of 64 bits exactly", () => {
    expect(parseJson('{"id":18446744073709551615,"b":[9007199254740993,-9007199254740993,5]}')).to.deep.equal(
      {
        id: 18446744073709551615n,
        b: [9007199254740993n, -9007199254740993n, 5],
      },
    );
  });

  it("JSON in the console keeps long fractions, and digits in texts, unchanged", () => {
    const text =
      '{"a":0.30000000000000004,"b":1e-17,"c":"12345678901234567890","d":[1.2345678901234567e+30]}';
    expect(parseJson(text)).to.deep.equal(JSON.parse(text));
  });

  it("JSON in the console writes the values that it reads", () => {
    const leaf = fc.oneof(
      fc.bigInt(2n ** 53n, 2n ** 64n - 1n),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
      fc.maxSafeInteger(),
      fc.string({ unit: "binary" }),
      marks,
      fc.boolean(),
      fc.constant(null),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        leaf,
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.dictionary(fc.oneof(marks, fc.string()), tie("tree"), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    const big = fc.tuple(tree, fc.bigInt(2n ** 53n, 2n ** 64n - 1n), fc.option(fc.constant(2)));
    fc.assert(
      fc.property(big, ([value, id, indent]) => {
        const whole = { id, value };
        expect(parseJson(writeJson(whole, indent ?? undefined))).to.deep.equal(asRead(whole));
      }),
      { numRuns: 300 },
    );
  });

  it("JSON in the console writes values without long numbers like JSON.stringify", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), marks), (value) => {
        expect(writeJson(value)).to.equal(JSON.stringify(value));
      }),
    );
  });
});

/** The value as the console reads it: doubles that are long integers in JSON are bigints. */
function asRead(value: unknown): unknown {
  if (typeof value === "number") {
    const text = JSON.stringify(value);
    return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
  }
  if (Array.isArray(value)) return value.map(asRead);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asRead(one)]));
}
