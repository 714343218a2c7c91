// Paths into payloads: how they are spelt, what they find, what they change.
import { expect } from "chai";
import { EVERY_ITEM } from "../../../../src/core/filter/filter.ts";
import { parsePath, removeAt, setAt, valuesAt } from "../../../../src/core/filter/path.ts";
import { type JsonObject, parsePayload, writePayload } from "../../../../src/core/filter/value.ts";
import { InvalidPath } from "../../../../src/errors/request.ts";
import { bytesOf, type Json } from "./fixtures.ts";

const payloadOf = (json: Json): JsonObject => parsePayload(bytesOf(json));
const textOf = (payload: JsonObject) => new TextDecoder().decode(writePayload(payload));
const found = (payload: Json, path: string) => valuesAt(payloadOf(payload), parsePath(path));

function changed(payload: Json, change: (payload: JsonObject) => void): string {
  const value = payloadOf(payload);
  change(value);
  return textOf(value);
}

describe("a path", () => {
  it("has keys, indexes and [] for every item", () => {
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

  it("has one canonical spelling", () => {
    expect(parsePath('"a"."b c"[007]."x\\"y"').text).to.equal('a."b c"[7]."x\\"y"');
    for (const text of ["a", "a.b[].c[0]", '""."a b"', '"\\\\"']) expect(parsePath(text).text).to.equal(text);
  });

  it("is refused where it cannot be read", () => {
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

  it("finds all values at its end", () => {
    const payload = { a: [{ b: 1 }, { b: [2, 3] }, 5], c: { d: null } };
    expect(found(payload, "a[].b")).to.deep.equal([1, [2, 3]]);
    expect(found(payload, "a[].b[]")).to.deep.equal([2, 3]);
    expect(found(payload, "a[1].b[0]")).to.deep.equal([2]);
    expect(found(payload, "a")).to.deep.equal([[{ b: 1 }, { b: [2, 3] }, 5]]);
    expect(found(payload, "c.d")).to.deep.equal([null]);
    for (const path of ["a.b", "c[]", "c[0]", "c.d.e", "x", "a[3]", "c.d[]"])
      expect(found(payload, path)).to.deep.equal([]);
  });

  it("finds what is in the payload and not what objects have anyway", () => {
    expect(found({}, "constructor")).to.deep.equal([]);
    expect(found({}, "__proto__")).to.deep.equal([]);
    expect(found('{"__proto__": {"a": 1}}', "__proto__.a")).to.deep.equal([1]);
    expect(found('{"__proto__": {"a": 1.0}}', "__proto__.a")).to.have.length(1);
  });
});

describe("setting at a path", () => {
  const set = (payload: Json, path: string, source: Json) =>
    changed(payload, (value) => setAt(value, parsePath(path), payloadOf(source)));

  it("merges into the object there, made when absent", () => {
    expect(set({ a: { b: 1, c: 2 } }, "a", { c: 3, d: 4 })).to.equal('{"a":{"b":1,"c":3,"d":4}}');
    expect(set({ z: 1 }, "a.b", { c: 3 })).to.equal('{"z":1,"a":{"b":{"c":3}}}');
  });

  it("replaces what is no object, on the way and at the end", () => {
    expect(set({ a: 5 }, "a", { b: 1 })).to.equal('{"a":{"b":1}}');
    expect(set({ a: [1] }, "a.b", { c: 1 })).to.equal('{"a":{"b":{"c":1}}}');
    expect(set({ a: "x" }, "a.b", { c: 1 })).to.equal('{"a":{"b":{"c":1}}}');
  });

  it("reaches every item, or one", () => {
    expect(set({ a: [{ b: 1 }, 2] }, "a[]", { c: 3 })).to.equal('{"a":[{"b":1,"c":3},{"c":3}]}');
    expect(set({ a: [{ b: 1 }, 2] }, "a[1].x", { c: 3 })).to.equal('{"a":[{"b":1},{"x":{"c":3}}]}');
  });

  it("makes an empty array of what is none, and changes nothing outside of an array", () => {
    expect(set({ a: 5 }, "a[]", { c: 3 })).to.equal('{"a":[]}');
    expect(set({}, "a[0].b", { c: 3 })).to.equal('{"a":[]}');
    expect(set({ a: [1] }, "a[1]", { c: 3 })).to.equal('{"a":[1]}');
  });

  it("treats __proto__ as a key", () => {
    expect(set({ a: 1 }, "__proto__.b", { c: 3 })).to.equal('{"a":1,"__proto__":{"b":{"c":3}}}');
    expect(set({ a: {} }, "a", '{"__proto__": {"c": 3}}')).to.equal('{"a":{"__proto__":{"c":3}}}');
    expect(({} as Record<string, unknown>).c).to.equal(undefined);
  });
});

describe("removing at a path", () => {
  const remove = (payload: Json, path: string) =>
    changed(payload, (value) => removeAt(value, parsePath(path)));

  it("removes members, of every item where it says so", () => {
    expect(remove({ a: 1, b: 2 }, "a")).to.equal('{"b":2}');
    expect(remove({ a: { b: 1, c: 2 } }, "a.b")).to.equal('{"a":{"c":2}}');
    expect(remove({ a: [{ b: 1 }, { b: 2, c: 3 }, 4] }, "a[].b")).to.equal('{"a":[{},{"c":3},4]}');
    expect(remove({ a: [{ b: 1 }, { b: 2 }] }, "a[0].b")).to.equal('{"a":[{},{"b":2}]}');
  });

  it("empties an array, but takes no single item out of one", () => {
    expect(remove({ a: [1, 2] }, "a[]")).to.equal('{"a":[]}');
    expect(remove({ a: [1, 2] }, "a[0]")).to.equal('{"a":[1,2]}');
  });

  it("leaves what is not there", () => {
    for (const path of ["x", "a.b.c", "a[0]", "toString", "__proto__"]) {
      expect(remove({ a: { b: 1 } }, path)).to.equal('{"a":{"b":1}}');
    }
  });
});
