// Leaves, found in schemas.
import { expect } from "chai";
import Type from "typebox";
import { carriesLeaf, PointIdSchema, VectorSchema } from "../../../src/schema/leaf.ts";

describe("carriesLeaf", () => {
  const ID = Type.Object({ a: Type.Array(Type.Union([Type.String(), PointIdSchema])) });
  const VECTORS = Type.Object({ a: Type.Optional(Type.Record(Type.String(), VectorSchema)) });

  it("finds a leaf at any depth, and does not mistake a field called leaf for one", () => {
    expect(carriesLeaf(ID)).to.equal(true);
    expect(carriesLeaf(VECTORS)).to.equal(true);
    expect(carriesLeaf(Type.Object({ leaf: Type.String(), b: Type.Array(Type.Number()) }))).to.equal(false);
  });

  it("finds the leaves of one name only, where it is given one", () => {
    expect(carriesLeaf(ID, "vector")).to.equal(false);
    expect(carriesLeaf(VECTORS, "vector")).to.equal(true);
  });
});
