// The id tracker against a Map from ids to slots and a list of ids by slot.
import { expect } from "chai";
import fc from "fast-check";
import { IdTracker } from "../../../../src/core/slots/id-tracker.ts";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";
import { countOf } from "../../../support/chance.ts";
import { integer, type Random, withSeed } from "../../engine/fixtures.ts";

/** A table that fills up has 8,192 places by then; `STEPS=20000` is the longer run. */
const STEPS = countOf("STEPS", 8_000);
const EDGES: PointId[] = [
  0,
  1,
  2 ** 32 - 1,
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
  2n ** 53n,
  2n ** 53n + 1n,
  13_570_027_672_830_659_665n,
  2n ** 64n - 1n,
  "00000000-0000-0000-0000-000000000000",
  "00000000-0000-0000-0000-000000000001",
  "550e8400-e29b-41d4-a716-446655440000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
];

class Pair {
  readonly tracker = new IdTracker(SEED);
  readonly slots = new Map<PointId, number>();
  readonly ids: PointId[] = [];

  assign(id: PointId): void {
    expect(this.tracker.assign(PackedIds.pack([id]), 0), `assign ${id}`).to.equal(this.slots.get(id) ?? -1);
    this.slots.set(id, this.ids.length);
    this.ids.push(id);
  }

  remove(id: PointId): void {
    expect(this.tracker.remove(PackedIds.pack([id]), 0), `remove ${id}`).to.equal(this.slots.get(id) ?? -1);
    this.slots.delete(id);
  }

  find(id: PointId): void {
    expect(this.tracker.find(PackedIds.pack([id]), 0), `find ${id}`).to.equal(this.slots.get(id) ?? -1);
  }

  checkAll(): void {
    expect(this.tracker.size).to.equal(this.slots.size);
    expect(this.tracker.slots).to.equal(this.ids.length);
    this.ids.forEach((id, slot) => {
      if (this.tracker.idOf(slot) !== id) expect(this.tracker.idOf(slot), `id of slot ${slot}`).to.equal(id);
      const current = this.slots.get(id) === slot;
      if (this.tracker.isCurrent(slot) !== current)
        expect.fail(`slot ${slot} of ${id}: current should be ${current}`);
    });
    for (const id of this.slots.keys()) this.find(id);
  }
}

function randomId(random: Random, range: number): PointId {
  const number = integer(random, 0, range);
  const kind = random();
  if (kind < 0.1) return EDGES[integer(random, 0, EDGES.length - 1)]!;
  // This UUID has the same 32-bit words as the integer.
  if (kind < 0.4) return `${number.toString(16).padStart(8, "0")}-0000-0000-0000-000000000000`;
  if (kind < 0.6) return 2n ** 53n + BigInt(number);
  return number;
}

/** Any seed will do: the tracker must give the same results with all of them. */
const SEED = 0x5eed;

describe("the id tracker", () => {
  it("the id tracker agrees with a Map over any short sequence of ids close together", () => {
    const step = fc.tuple(fc.constantFrom("assign", "remove", "find"), fc.constantFrom(...EDGES));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const pair = new Pair();
        for (const [method, id] of steps) pair[method as "assign" | "remove" | "find"](id);
        pair.checkAll();
      }),
    );
  });

  for (const [title, range, removals] of [
    ["few ids, overwritten and removed all the time", 40, 0.4],
    ["a table that fills up", 4_000, 0.1],
    ["a table where runs are closed over and over", 700, 0.48],
  ] as const) {
    it(`the id tracker agrees with a Map over ${STEPS} steps: ${title}`, () =>
      withSeed((random) => {
        const pair = new Pair();
        for (let step = 1; step <= STEPS; step++) {
          const id = randomId(random, range);
          const kind = random();
          if (kind < removals) pair.remove(id);
          else if (kind < removals + 0.1) pair.find(id);
          else pair.assign(id);
          if (step % (STEPS / 8) === 0) pair.checkAll();
        }
      }));
  }

  it("the id tracker can be emptied and filled again", () => {
    const pair = new Pair();
    for (let round = 0; round < 3; round++) {
      for (let id = 0; id < 500; id++) pair.assign(id);
      for (let id = 499; id >= 0; id--) pair.remove(id);
      pair.checkAll();
    }
    expect(pair.tracker.size).to.equal(0);
  });

  it("the id tracker keeps the id of a slot after the point was overwritten or deleted", () => {
    const tracker = new IdTracker(SEED);
    const ids = PackedIds.pack([7, 8]);
    tracker.assign(ids, 0);
    tracker.assign(ids, 0);
    tracker.assign(ids, 1);
    tracker.remove(ids, 1);
    expect([0, 1, 2].map((slot) => tracker.idOf(slot))).to.deep.equal([7, 7, 8]);
    expect([0, 1, 2].map((slot) => tracker.isCurrent(slot))).to.deep.equal([false, true, false]);
  });
});
