// The values of a column by ranges, as bits: the same slots as by comparing each value, whatever is written meanwhile.
import { expect } from "chai";
import { Column } from "../../../../src/core/index/column.ts";
import { RangeBits } from "../../../../src/core/index/range-bits.ts";
import { type Bits, hasBit, noBits, setBit } from "../../../../src/core/slots/bits.ts";
import { runWhole } from "../../../../src/scheduling/slices.ts";
import { integer, type Random, withSeed } from "../../engine/fixtures.ts";
import { pick } from "./chance.ts";

const SLOTS = 2048;
/** More than the slots of one block: only full blocks of 32,768 slots have bits by ranges. */
const COLUMN_SLOTS = 40_000;

/** Values of many kinds: spread, few, equal, ascending, with heavy tails, absent. */
const KINDS: readonly ((random: Random, slot: number) => number)[] = [
  (random) => random() * 100 - 50,
  (random) => integer(random, 0, 9),
  () => 7,
  (_, slot) => slot,
  (random) => Math.tan(Math.PI * (random() - 0.5)),
  (random) => pick(random, [-0, 0, 1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]),
  (random) => (random() < 0.999 ? Number.NaN : random()),
  () => Number.NaN,
];

/** Bounds that are values or between them, also with nothing or everything within. */
function drawnBounds(random: Random, values: Float64Array): [number, number] {
  const one = () => {
    const value = values[integer(random, 0, values.length - 1)]!;
    if (Number.isNaN(value)) return pick(random, [0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    return random() < 0.7 ? value : value + random() - 0.5;
  };
  const [a, b] = [one(), one()];
  return random() < 0.1 ? [a, a] : [Math.min(a, b), Math.max(a, b)];
}

function compared(values: Float64Array, low: number, high: number, into: Bits): Bits {
  values.forEach((value, slot) => {
    if (slot < into.length * 32 && value >= low && value <= high) setBit(into, slot);
  });
  return into;
}

describe("the bits of a column by ranges", () => {
  it("the bits of a column by ranges find what a comparison finds, for values of all kinds and after changes", () =>
    withSeed((random) => {
      for (const kind of KINDS) {
        const block = Float64Array.from({ length: SLOTS }, (_, slot) => kind(random, slot));
        const ranges = new RangeBits(block);
        for (let step = 0; step < 30; step++) {
          if (step > 10) {
            const slot = integer(random, 0, SLOTS - 1);
            ranges.noteChange(slot);
            block[slot] = pick(random, KINDS)(random, slot);
          }
          const [low, high] = drawnBounds(random, block);
          const slots = integer(random, 1, SLOTS / 32) * 32;
          const before = noBits(slots);
          setBit(before, integer(random, 0, slots - 1));
          const found = before.slice();
          ranges.addWithin(block, low, high, found);
          expect(found, `${low} to ${high}`).to.deep.equal(compared(block, low, high, before));
        }
      }
    }));

  it("the bits of a column by ranges are out of date after changes of many different slots", () => {
    const ranges = new RangeBits(new Float64Array(SLOTS));
    for (let i = 0; i < 1000; i++) ranges.noteChange(i % 100);
    expect(ranges.isOutdated).to.equal(false);
    for (let slot = 0; slot < SLOTS / 8; slot++) ranges.noteChange(slot);
    expect(ranges.isOutdated).to.equal(true);
  });

  it("a column that is compared often finds the same slots as before, also with lists and after changes", () =>
    withSeed((random) => {
      const column = new Column();
      const values: number[][] = [];
      const set = (slot: number) => {
        const value = () => integer(random, 0, 1000);
        values[slot] = random() < 0.9 ? [value()] : pick(random, [[], [value(), value() + 1001]]);
        column.set(slot, values[slot]!);
      };
      for (let slot = 0; slot < COLUMN_SLOTS; slot++) set(slot);
      const bytes = column.bytes;
      const check = () => {
        const [low, high] = [integer(random, 0, 500), integer(random, 500, 2001)];
        const bits = noBits(COLUMN_SLOTS);
        runWhole(column.addWithin(low, high, bits));
        const isWrong = (slot: number) =>
          hasBit(bits, slot) !== values[slot]!.some((value) => value >= low && value <= high);
        expect([...values.keys()].filter(isWrong), `${low} to ${high}`).to.deep.equal([]);
      };
      for (let i = 0; i < 6; i++) check();
      expect(column.bytes).to.be.above(bytes);
      for (const changes of [1, 100, 5000]) {
        for (let i = 0; i < changes; i++) set(integer(random, 0, COLUMN_SLOTS - 1));
        for (let i = 0; i < 3; i++) check();
      }
    }));
});
