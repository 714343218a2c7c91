// The leaves of schemas, and the check of UUIDs.
import { expect } from "chai";
import Type from "typebox";
import { carriesLeaf, isPointId, PointIdSchema, uuidHex, VectorSchema } from "../../../src/schema/leaf.ts";

describe("carriesLeaf", () => {
  const ID = Type.Object({ a: Type.Array(Type.Union([Type.String(), PointIdSchema])) });
  const VECTORS = Type.Object({ a: Type.Optional(Type.Record(Type.String(), VectorSchema)) });

  it("carriesLeaf finds a leaf at any depth, and no field called leaf", () => {
    expect(carriesLeaf(ID)).to.equal(true);
    expect(carriesLeaf(VECTORS)).to.equal(true);
    expect(carriesLeaf(Type.Object({ leaf: Type.String(), b: Type.Array(Type.Number()) }))).to.equal(false);
  });

  it("carriesLeaf finds only leaves of a given name", () => {
    expect(carriesLeaf(ID, "vector")).to.equal(false);
    expect(carriesLeaf(VECTORS, "vector")).to.equal(true);
  });
});

describe("uuidHex", () => {
  const rule = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
  const spellings = ["550e8400-e29b-41d4-a716-446655440000", "550E8400E29B41D4A716446655440000"];

  it("uuidHex accepts UUIDs, and no text that differs from a UUID by one character", () => {
    for (const uuid of spellings) {
      for (let at = 0; at < uuid.length; at++) {
        for (const other of [
          "",
          "-",
          "0",
          "f",
          "A",
          "F",
          "g",
          "G",
          "/",
          ":",
          "@",
          "`",
          "é",
          "\u0430",
          "\u{1f600}",
          "00",
        ]) {
          const text = uuid.slice(0, at) + other + uuid.slice(at + 1);
          const digits = rule.test(text) ? text.replaceAll("-", "") : null;
          expect([uuidHex(text), isPointId(text)], text).to.deep.equal([digits, digits !== null]);
        }
      }
    }
  });

  it("uuidHex accepts UUIDs in braces and as a URN", () => {
    for (const uuid of spellings) {
      for (const text of [`{${uuid}}`, `urn:uuid:${uuid}`, `URN:UUID:${uuid}`]) {
        expect(uuidHex(text), text).to.equal(uuid.replaceAll("-", ""));
      }
      for (const text of [`{${uuid}`, `urn:uuid:{${uuid}}`, `{{${uuid}}}`])
        expect(uuidHex(text), text).to.equal(null);
    }
  });
});
