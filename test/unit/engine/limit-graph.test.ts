// Graphs that take no further slots for a while, as a checkpoint needs them.
import { expect } from "chai";
import { newEngine, spec, top } from "./fixtures.ts";

const rowsOf = (first: number, count: number) =>
  Float32Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? first + i / 2 : 1));

describe("a graph that is limited to a slot", () => {
  for (const [how, later] of [
    ["in the background", setImmediate],
    ["when somebody waits", undefined],
  ] as const) {
    it(`a graph that is limited to a slot stops at the slot, and continues when the limit is removed, which callers wait for: indexed ${how}`, async () => {
      const engine = newEngine(later ? { later } : {});
      const store = await engine.create(spec({ dimension: 2, metric: "Euclid" }));
      const write = async (first: number, slots: number) => {
        await engine.reserve(store, first + slots);
        const vectors = rowsOf(first, slots);
        await engine.write([{ store, first, slots, rows: null, vectors, dead: new Uint32Array(0) }]);
      };
      await write(0, 10);
      await engine.limitGraph(store, 10);
      await write(10, 30);
      let done = false;
      const waiting = engine.indexed(store).then(() => {
        done = true;
      });
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
      expect([done, (await engine.stats(store)).indexed]).to.deep.equal([false, 10]);
      const hits = await engine.search(store, Float32Array.of(33, 1), top(1));
      expect([...hits.slots], "a slot outside of the graph").to.deep.equal([33]);
      await engine.limitGraph(store, null);
      await waiting;
      expect((await engine.stats(store)).indexed).to.equal(40);
      await engine.close();
    });
  }
});
