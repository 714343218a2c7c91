// A start restores millions of slots to memory in slices, so that health checks are answered in between.
import { expect } from "chai";
import { decodeSlots, encodeSlots, recordBytes } from "../../../src/core/formats/slot-records.ts";
import { VersionTable } from "../../../src/core/segment/version-table.ts";
import { IdTracker } from "../../../src/core/slots/id-tracker.ts";
import { PackedIds } from "../../../src/core/slots/point-id.ts";
import { cutsOf } from "../../support/cuts.ts";

const SLOTS = 50_000;
const ids = PackedIds.pack(Array.from({ length: SLOTS }, (_, id) => id));

describe("a start that restores a segment", () => {
  it("a start restores a segment reading records of slots in slices of some thousands", () => {
    const bytes = new Uint8Array(SLOTS * recordBytes(1));
    const state = (slot: number) => ({ version: slot, offset: slot, length: 1, crc: 0 });
    encodeSlots({ bySlot: ids, state, lacks: () => false }, 1, 0, SLOTS, bytes);
    const { cuts, value } = cutsOf(decodeSlots(bytes, 1));
    expect(value.versions[SLOTS - 1]).to.equal(SLOTS - 1);
    expect(cuts).to.be.above(5);
  });

  it("a start restores a segment reading ids in slices of two thousand", () => {
    const tracker = new IdTracker(1);
    const { cuts } = cutsOf(tracker.restore(ids, (slot) => slot % 2 === 0));
    expect([tracker.slots, tracker.size]).to.deep.equal([SLOTS, SLOTS / 2]);
    expect([tracker.find(ids, 4), tracker.find(ids, 5)]).to.deep.equal([4, -1]);
    expect(cuts).to.be.above(20);
  });

  it("a start restores a segment reading versions in slices of some thousands", () => {
    const table = new VersionTable();
    const { cuts } = cutsOf(table.restore(Float64Array.from({ length: SLOTS }, (_, slot) => slot + 7)));
    expect([table.get(0), table.get(SLOTS - 1)]).to.deep.equal([7, SLOTS + 6]);
    expect(cuts).to.be.above(5);
  });
});
