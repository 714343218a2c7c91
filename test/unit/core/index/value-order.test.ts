// The sorted values of a payload index, against sorted arrays, while values are added and replaced.
import { expect } from "chai";
import { Column } from "../../../../src/core/index/column.ts";
import { ValueOrder } from "../../../../src/core/index/value-order.ts";
import { noBits, slotsIn } from "../../../../src/core/slots/bits.ts";
import { runWhole } from "../../../../src/scheduling/slices.ts";
import { integer, type Random, withSeed } from "../../engine/fixtures.ts";

const SLOTS = 30_000;

/** Half of the values are drawn out of few, the others out of many. */
const drawn = (random: Random) =>
  random() < 0.5 ? integer(random, -5, 5) : integer(random, -(10 ** 6), 10 ** 6);

function filled(random: Random) {
  const column = new Column();
  const order = new ValueOrder(column);
  const model: number[][] = [];
  const put = (slot: number) => {
    const values = [
      ...new Set(Array.from({ length: integer(random, 0, 4) === 0 ? 3 : 1 }, () => drawn(random))),
    ];
    const before = column.get(slot);
    column.set(slot, values);
    for (const value of values) if (!before.includes(value)) order.add(value, slot);
    model[slot] = values;
  };
  for (let slot = 0; slot < SLOTS; slot++) put(slot);
  for (let i = 0; i < SLOTS / 3; i++) put(integer(random, 0, SLOTS - 1));
  return { column, order, model };
}

describe("the sorted values of a payload index", () => {
  it("the sorted values of a payload index find the slots within an interval, narrow or wide", () =>
    withSeed((random) => {
      const { order, model } = filled(random);
      for (let i = 0; i < 20; i++) {
        const low = drawn(random);
        const high = low + (i % 2 === 0 ? 0 : integer(random, 0, 10 ** 6));
        const bits = noBits(SLOTS);
        runWhole(order.addWithin(low, high, bits));
        const wanted = model.flatMap((values, slot) =>
          values.some((one) => one >= low && one <= high) ? slot : [],
        );
        expect(slotsIn(bits)).to.deep.equal(wanted);
        expect(order.count(low, high)).to.be.at.least(
          model.flat().filter((one) => one >= low && one <= high).length,
        );
      }
    }));

  it("the sorted values of a payload index return all pairs in order, each once, in both directions and from any value on", () =>
    withSeed((random) => {
      const { order, model } = filled(random);
      const pairs = model.flatMap((values, slot) => values.map((value) => ({ value, slot })));
      pairs.sort((a, b) => a.value - b.value || a.slot - b.slot);
      const from = drawn(random);
      expect([...order.walk(false, null)]).to.deep.equal(pairs);
      expect([...order.walk(false, from)]).to.deep.equal(pairs.filter(({ value }) => value >= from));
      pairs.reverse();
      expect([...order.walk(true, null)]).to.deep.equal(pairs);
      expect([...order.walk(true, from)]).to.deep.equal(pairs.filter(({ value }) => value <= from));
    }));

  it("the sorted values of a payload index merge some pairs with each value that is added, and never all of them at once", () =>
    withSeed((random) => {
      const column = new Column();
      let looks = 0;
      const watched = Object.assign(Object.create(column) as Column, {
        has: (slot: number, value: number) => {
          looks++;
          return column.has(slot, value);
        },
      });
      const order = new ValueOrder(watched);
      let most = 0;
      for (let slot = 0; slot < 200_000; slot++) {
        const value = random();
        column.set(slot, [value]);
        const before = looks;
        order.add(value, slot);
        most = Math.max(most, looks - before);
      }
      expect(looks, "runs are merged all the same").to.be.above(400_000);
      expect(most).to.be.below(8192);
    }));
});
