// Bits of slots: what two sets share, and what a set has below a number of slots.
import { expect } from "chai";
import { allBits, clearFrom, common, noBits, setBit, slotsIn } from "../../../../src/core/slots/bits.ts";
import { SlotSet } from "../../../../src/core/slots/slot-set.ts";

const bitsOf = (length: number, slots: readonly number[]) => {
  const bits = noBits(length);
  for (const slot of slots) setBit(bits, slot);
  return bits;
};

describe("sets of slots as bits", () => {
  it("common slots are the first set itself if the other has all of them", () => {
    const bits = bitsOf(70, [0, 31, 32, 69]);
    expect(common(bits, allBits(70))).to.equal(bits);
  });

  it("common slots are a new set if the other lacks some, and neither set is changed", () => {
    const [bits, other] = [bitsOf(70, [3, 40, 69]), bitsOf(70, [3, 69])];
    expect(slotsIn(common(bits, other))).to.deep.equal([3, 69]);
    expect(slotsIn(bits)).to.deep.equal([3, 40, 69]);
    expect(slotsIn(other)).to.deep.equal([3, 69]);
  });

  it("common slots of sets of different lengths have the length of the other one", () => {
    expect(common(bitsOf(32, [5]), allBits(64))).to.have.lengthOf(2);
    expect(slotsIn(common(bitsOf(64, [5, 40]), allBits(32)))).to.deep.equal([5]);
  });

  it("a set has no slots from the one on from which it was cleared", () => {
    expect(slotsIn(clearFrom(bitsOf(64, [1, 39, 40, 63]), 40))).to.deep.equal([1, 39]);
    expect(slotsIn(clearFrom(bitsOf(64, [63]), 64))).to.deep.equal([63]);
    expect(clearFrom(noBits(0), 0)).to.have.lengthOf(0);
  });

  it("a slot set is empty again when its slots were removed", () => {
    const set = new SlotSet();
    expect(set.isEmpty).to.equal(true);
    set.add(33);
    expect(set.isEmpty).to.equal(false);
    set.remove(33);
    expect(set.isEmpty).to.equal(true);
  });
});
