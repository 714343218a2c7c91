// Paths into payloads: their notation, and the values that they find.
import { expect } from "chai";
import { EVERY_ITEM } from "../../../../src/core/filter/filter.ts";
import { parsePath, valuesAt } from "../../../../src/core/filter/path.ts";
import { type JsonObject, parsePayload } from "../../../../src/core/filter/value.ts";
import { InvalidPath } from "../../../../src/errors/request.ts";
import { bytesOf, type Json } from "./fixtures.ts";

const payloadOf = (json: Json): JsonObject => parsePayload(bytesOf(json));
const found = (payload: Json, path: string) => valuesAt(payloadOf(payload), parsePath(path));

describe("a payload path", () => {
  it("a payload path has keys, indexes, and [] for every item", () => {
    expect(parsePath("a.b-c[].d_1[0][12]").steps).to.deep.equal(["a", "b-c", EVERY_ITEM, "d_1", 0, 12]);
    expect(parsePath("größe.数").steps).to.deep.equal(["größe", "数"]);
    expect(parsePath('"a b"."c.d"[]."say \\"hi\\""."\\\\".""').steps).to.deep.equal([
      "a b",
      "c.d",
      EVERY_ITEM,
      'say "hi"',
      "\\",
      "",
    ]);
  });

  it("a payload path has one canonical notation", () => {
    expect(parsePath('"a"."b c"[007]."x\\"y"').text).to.equal('a."b c"[7]."x\\"y"');
    for (const text of ["a", "a.b[].c[0]", '""."a b"', '"\\\\"']) expect(parsePath(text).text).to.equal(text);
  });

  it("a payload path is refused when it is invalid", () => {
    const wrong = [
      "",
      ".",
      "a.",
      ".a",
      "a..b",
      "a b",
      "a[",
      "a[]b",
      "a[-1]",
      "a[x]",
      "[0]",
      '"a',
      '"a"b',
      "a]",
      'a"b"',
      '"\\x"',
      "a[1234567890123456]",
    ];
    for (const text of wrong)
      expect(() => parsePath(text), text).to.throw(InvalidPath, "Invalid payload path");
    expect(() => parsePath("a b")).to.throw(
      'Invalid payload path "a b": character 2 cannot be there; expected keys',
    );
    expect(() => parsePath(Array(65).fill("a").join("."))).to.throw("expected at most 64 steps, got 65");
  });

  it("a payload path finds all values that it leads to", () => {
    const payload = { a: [{ b: 1 }, { b: [2, 3] }, 5], c: { d: null } };
    expect(found(payload, "a[].b")).to.deep.equal([1, [2, 3]]);
    expect(found(payload, "a[].b[]")).to.deep.equal([2, 3]);
    expect(found(payload, "a[1].b[0]")).to.deep.equal([2]);
    expect(found(payload, "a")).to.deep.equal([[{ b: 1 }, { b: [2, 3] }, 5]]);
    expect(found(payload, "c.d")).to.deep.equal([null]);
    for (const path of ["a.b", "c[]", "c[0]", "c.d.e", "x", "a[3]", "c.d[]"])
      expect(found(payload, path)).to.deep.equal([]);
  });

  it("a payload path finds members of the payload, and not the members that every JavaScript object has", () => {
    expect(found({}, "constructor")).to.deep.equal([]);
    expect(found({}, "__proto__")).to.deep.equal([]);
    expect(found('{"__proto__": {"a": 1}}', "__proto__.a")).to.deep.equal([1]);
    expect(found('{"__proto__": {"a": 1.0}}', "__proto__.a")).to.have.length(1);
  });
});
