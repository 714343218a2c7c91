// How far the work on a graph is, and how fast it goes.
import { expect } from "chai";
import { GraphWorkMeter } from "../../../src/engine/graph-work.ts";
import { VectorStore } from "../../../src/engine/vector-store.ts";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import { NO_SLOTS, seededRandom, spec, storeHost } from "./fixtures.ts";

describe("the work on a graph", () => {
  it("the work on a graph has a rate since its beginning, and none before time has passed", () => {
    let now = 1000;
    const meter = new GraphWorkMeter(() => now);
    expect(meter.read(0)).to.equal(null);
    meter.step(100, () => 5);
    expect(meter.read(100)).to.deep.equal({ done: 100, rate: 0 });
    now += 2000;
    meter.step(300, () => 4);
    expect(meter.read(400)).to.deep.equal({ done: 400, rate: 150 });
    expect(meter.step(400, () => 0)).to.equal(0);
    expect(meter.read(400)).to.equal(null);
  });

  it("the work on a graph is none after a step that failed", () => {
    const meter = new GraphWorkMeter();
    meter.step(0, () => 5);
    const fails = () => {
      throw new OutOfMemory();
    };
    expect(() => meter.step(1, fails)).to.throw(OutOfMemory);
    expect(meter.read(1)).to.equal(null);
  });

  it("the work on a graph begins again when less is done than before, because a build in bulk was given up", () => {
    let now = 0;
    const meter = new GraphWorkMeter(() => now);
    meter.step(0, () => 5);
    now += 10_000;
    meter.step(900, () => 5);
    meter.step(0, () => 5);
    now += 1000;
    expect(meter.read(50)).to.deep.equal({ done: 50, rate: 50 });
  });

  for (const { slots, how } of [
    { slots: 300, how: "inserted slot by slot" },
    { slots: 20_000, how: "built in bulk" },
  ])
    it(`the work on a graph that is ${how} never falls, passes the middle, and ends with the last slot`, () => {
      const dimension = 2;
      const store = VectorStore.create(storeHost(), spec({ dimension, metric: "Euclid" }));
      store.reserve(slots);
      const random = seededRandom(5);
      const vectors = Float32Array.from({ length: slots * dimension }, () => random());
      store.write({ store: 1, first: 0, slots, rows: null, vectors, dead: NO_SLOTS });
      expect(store.stats().work).to.equal(null);
      let last = 0;
      const seen = new Set<number>();
      while (store.index(1, slots) > 0) {
        const { done } = store.stats().work!;
        expect(done).to.be.within(last, slots);
        seen.add(Math.round((10 * done) / slots));
        last = done;
      }
      expect([...seen]).to.include.members([2, 5, 9]);
      expect(store.stats().work).to.equal(null);
    });
});
