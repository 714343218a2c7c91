// Copies of the vectors of a program's requests, of which one array is used again and again.
import { expect } from "chai";
import { VectorCopies } from "../../../src/json/vector-copies.ts";

const ONE = Float32Array.of(1, 2, 3);
const OTHER = Float32Array.of(4, 5, 6);

describe("copies of vectors", () => {
  it("the copy of a vector does not change with the array of the program", () => {
    const given = ONE.slice();
    const copy = new VectorCopies().copy(given);
    given.fill(0);
    expect(copy).to.deep.equal(ONE);
  });

  it("the copy for a request that was answered is the array of the next copy of its length", () => {
    const copies = new VectorCopies();
    copies.begin();
    const first = copies.copy(ONE);
    copies.end();
    copies.begin();
    const next = copies.copy(OTHER);
    expect(next).to.equal(first).and.to.deep.equal(OTHER);
  });

  it("the copy for a request that is not answered yet keeps its values whatever is copied and answered after it", () => {
    const copies = new VectorCopies();
    copies.begin();
    const waiting = copies.copy(ONE);
    copies.begin();
    copies.end();
    copies.begin();
    copies.copy(OTHER);
    expect(waiting).to.deep.equal(ONE);
  });

  it("two vectors of one request have copies of their own", () => {
    const copies = new VectorCopies();
    copies.begin();
    copies.copy(ONE);
    copies.end();
    copies.begin();
    const both = [copies.copy(ONE), copies.copy(OTHER)];
    expect(both).to.deep.equal([ONE, OTHER]);
  });

  it("a vector of another length than that of the request before has a copy of its length", () => {
    const copies = new VectorCopies();
    copies.begin();
    copies.copy(ONE);
    copies.end();
    copies.begin();
    expect(copies.copy(Float32Array.of(7, 8))).to.deep.equal(Float32Array.of(7, 8));
  });
});
