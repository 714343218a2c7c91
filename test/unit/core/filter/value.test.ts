// Payload values: they are read and written back without loss.
import { expect } from "chai";
import fc from "fast-check";
import {
  integerOf,
  isObject,
  type JsonValue,
  jsonText,
  numberOf,
  parsePayload,
} from "../../../../src/core/filter/value.ts";
import { Float } from "../../../../src/json/number.ts";
import { readJson } from "../../../../src/json/reader.ts";
import { EXACT } from "../../../../src/json/shape.ts";
import { payloadText } from "../../../support/filters.ts";
import { bytesOf } from "./fixtures.ts";

const read = (text: string) => parsePayload(bytesOf(text));
const rewritten = (text: string) => jsonText(read(text));
const value = (text: string) => read(`{"a":${text}}`).a!;

describe("the values of a payload", () => {
  it("the values of a payload keep integers of any size", () => {
    for (const text of [
      "0",
      "-1",
      "9007199254740991",
      "9007199254740993",
      "-9223372036854775809",
      "18446744073709551616",
      "1".repeat(400),
    ]) {
      expect(rewritten(`{"a":[${text}]}`)).to.equal(`{"a":[${text}]}`);
      expect(integerOf(value(text)), text).not.to.equal(null);
    }
    expect(value("9007199254740993")).to.equal(9007199254740993n);
  });

  it("the values of a payload distinguish floats with a whole value, and numbers that no double holds, from integers", () => {
    for (const text of [
      "5.0",
      "-0",
      "-0.0",
      "1e3",
      "1E+2",
      "1.5e1",
      "1e400",
      "-1e400",
      "12345678901234567.5",
      "1".repeat(1001),
    ]) {
      expect(value(text), text).to.be.instanceOf(Float);
      expect(integerOf(value(text)), text).to.equal(null);
      expect(numberOf(value(text)), text).to.equal(Number(text));
      expect(rewritten(`{"a": ${text} }`)).to.equal(`{"a":${text}}`);
    }
    for (const text of ["1.5", "0.1", "-2.25e-7", "123456789.125"])
      expect(value(text), text).to.equal(Number(text));
  });

  it("the values of a payload are floats if they have a fraction that a double rounds to a whole number", () => {
    for (const text of [
      "1.00000000000000000001",
      "0.99999999999999999",
      "123456789.00000000001",
      "281474976710656.97",
    ]) {
      expect(parsePayload(bytesOf(`{"a":${text}}`)).a, text).to.be.instanceOf(Float);
    }
  });

  it("the values of a payload are equal however they were read", () => {
    const literal = fc
      .tuple(
        fc.constantFrom("", "-"),
        fc.oneof(fc.nat().map(String), fc.bigInt({ min: 0n, max: 10n ** 18n }).map(String)),
        fc.option(fc.stringMatching(/^[0-9]{1,3}$/), { nil: null }),
        fc.option(fc.constantFrom("e0", "E1", "e+2", "e-3", "e400"), { nil: null }),
      )
      .map(
        ([sign, whole, fraction, exponent]) =>
          `${sign}${whole}${fraction === null ? "" : `.${fraction}`}${exponent ?? ""}`,
      );
    const place = fc.constantFrom(
      '{"a":#}',
      '{"a": #}',
      '{"a":[#]}',
      '{"a":[1,#]}',
      '{"a":[1,\t#\n]}',
      '{"text 1.0 at 3e8":"x 1.0",  "b":#}',
    );
    fc.assert(
      fc.property(literal, place, (number, text) => {
        const bytes = bytesOf(text.replace("#", number));
        expect(parsePayload(bytes)).to.deep.equal({ ...(readJson(bytes, EXACT) as object) });
      }),
      { numRuns: 2000 },
    );
  });

  it("the values of a payload are written as they were read", () => {
    fc.assert(
      fc.property(payloadText, (text) => {
        expect(rewritten(rewritten(text))).to.equal(rewritten(text));
        expect(JSON.parse(rewritten(text))).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it("the values of a payload keep the order of keys, lone surrogates, and keys that every object has", () => {
    const text =
      '{"b":1,"a":{"__proto__":{"x":null},"constructor":[]},"\\ud800":"\\udfff é \\u0000","":true}';
    expect(rewritten(text)).to.equal(text);
    const exact = text.replace("null", "1.0");
    expect(rewritten(exact)).to.equal(exact);
  });

  it("the values of a payload are objects only where the JSON has braces", () => {
    const objects = ["{}", "[]", "1.0", "null", '"x"', '{"text":"5.0"}'].filter((text) =>
      isObject(value(text) as JsonValue),
    );
    expect(objects).to.deep.equal(["{}", '{"text":"5.0"}']);
  });
});
