// Reads while a delete of very many points runs: they work in slices, and no live point is missing.
import { expect } from "chai";
import { parseFilter } from "../../../src/core/filter/parse.ts";
import { withConcurrentOverwrites } from "../../../src/core/search/select/concurrent-overwrites.ts";
import { refsOf } from "../../../src/core/search/select/matching.ts";
import { plan } from "../../../src/core/search/select/plan.ts";
import { allBits, type Bits, countBits } from "../../../src/core/slots/bits.ts";
import { SlotTombstones } from "../../../src/core/slots/tombstones.ts";
import { cutsOf } from "../../support/cuts.ts";
import { open, remove, unnamed, upsert } from "./fixtures.ts";

const POINTS = 20_000;

async function filled() {
  const { database } = await open();
  await database.create("a", unnamed(1));
  const points = Array.from({ length: POINTS }, (_, id) => ({ id, vectors: { "": Float32Array.of(id) } }));
  await upsert(database, "a", points);
  const [segment] = database.collection("a").segments.all;
  return { database, segment: segment! };
}

describe("many pending tombstones", () => {
  it("many pending tombstones let a filter by ids be planned in slices of a thousand", async () => {
    const { database, segment } = await filled();
    const pending: Bits = allBits(POINTS);
    const filter = parseFilter({ must: [{ has_id: [5, 19_000, 30_000] }] });
    const { cuts, value } = cutsOf(plan(filter, { segment, slots: POINTS, pendingDeletes: pending }));
    expect(countBits(value.sure)).to.equal(2);
    expect(cuts).to.be.above(POINTS / 2048);
    await database.close();
  });

  it("many pending tombstones let all point references be listed in slices of some thousands", async () => {
    const { database, segment } = await filled();
    const { cuts, value } = cutsOf(refsOf([{ segment, slots: allBits(POINTS) }]));
    expect(value).to.have.length(POINTS);
    expect(cuts).to.be.at.least(2);
    await database.close();
  });

  it("many pending tombstones are left out of the hits of a search that was started before, however many there are", async () => {
    const { database, segment } = await filled();
    await remove(
      database,
      "a",
      Array.from({ length: POINTS - 10 }, (_, id) => id + 5),
    );
    const none = { slots: new Uint32Array(0), distances: new Float32Array(0), complete: false };
    const query = Float32Array.of(12_345.2);
    const [hits] = await withConcurrentOverwrites(
      segment,
      database.collection("a").field("")!,
      [query],
      [none],
      allBits(POINTS),
      3,
    );
    expect([...hits!.slots]).to.deep.equal([12_345, 12_346, 12_344]);
    expect(hits!.complete).to.equal(false);
    await database.close();
  });

  it("many pending tombstones are confirmed when the engine has them, and not before", () => {
    const tombstones = new SlotTombstones();
    for (let slot = 0; slot < 100; slot += 2) tombstones.add(slot);
    expect([tombstones.isDead(2), tombstones.isConfirmed(2), tombstones.isConfirmed(3)]).to.deep.equal([
      true,
      false,
      false,
    ]);
    expect(countBits(tombstones.pending(100)!)).to.equal(50);
    tombstones.confirm();
    tombstones.add(7);
    expect([tombstones.isConfirmed(2), tombstones.isConfirmed(3), tombstones.isConfirmed(7)]).to.deep.equal([
      true,
      false,
      false,
    ]);
    expect(countBits(tombstones.pending(100)!)).to.equal(1);
  });
});
