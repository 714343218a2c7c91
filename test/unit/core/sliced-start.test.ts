// A start restores millions of slots to memory in slices, so that health checks are answered in between.
import { expect } from "chai";
import { BlockWriter } from "../../../src/core/formats/blocks.ts";
import { decodeSlots, encodeSlots, recordBytes } from "../../../src/core/formats/slot-records.ts";
import { FieldEntry } from "../../../src/core/index/field-entry.ts";
import { loadIndex, saveIndex } from "../../../src/core/index/index-file.ts";
import { type IndexedField, IndexedFields } from "../../../src/core/index/indexed-fields.ts";
import { VersionTable } from "../../../src/core/segment/version-table.ts";
import { IdTracker } from "../../../src/core/slots/id-tracker.ts";
import { PackedIds } from "../../../src/core/slots/point-id.ts";
import { SlotSet } from "../../../src/core/slots/slot-set.ts";
import { cutsOf } from "../../support/cuts.ts";

const SLOTS = 50_000;
const ids = PackedIds.pack(Array.from({ length: SLOTS }, (_, id) => id));

/** The file of an index that has been built of some thousand points. */
function savedIndex(field: IndexedField, points: number): Uint8Array {
  const entry = new FieldEntry(field, 0);
  for (let slot = 0; slot < points; slot++) entry.put(slot, { a: `word${slot} word${slot % 7}` });
  const out = new BlockWriter(2 ** 20);
  const { cuts, value } = cutsOf(saveIndex(entry, out, points, new SlotSet()));
  expect([value, cuts > 20]).to.deep.equal([0, true]);
  return Uint8Array.from(Buffer.concat(out.take()));
}

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

  for (const type of ["keyword", "text"] as const) {
    it(`a start restores a segment reading payload indexes in slices of some hundred values: ${type}`, () => {
      const fields = new IndexedFields();
      fields.set({ a: type });
      const field = fields.get("a")!;
      const bytes = savedIndex(field, 20_000);
      const { cuts, value } = cutsOf(loadIndex(field, { bytes, saved: 20_000, slots: 20_000, changed: [] }));
      expect(value.isComplete).to.equal(true);
      expect(cuts).to.be.above(20);
    });
  }

  it("a start restores a segment reading versions in slices of some thousands", () => {
    const table = new VersionTable();
    const { cuts } = cutsOf(table.restore(Float64Array.from({ length: SLOTS }, (_, slot) => slot + 7)));
    expect([table.get(0), table.get(SLOTS - 1)]).to.deep.equal([7, SLOTS + 6]);
    expect(cuts).to.be.above(5);
  });
});
