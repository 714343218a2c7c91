// The view of the graph: the links of the nodes around a slot, against what `validate` counts.
import { expect } from "chai";
import { append, kill, METRIC_NAMES, newEngine, spec } from "./fixtures.ts";
import { dataSet, indexed } from "./vectors.ts";

const ALL = { level: 0, hops: 255, limit: 10_000 };

describe("a view of the graph", () => {
  for (const metric of METRIC_NAMES) {
    it(`a view of the graph has every node and every link of level 0 with a sufficient limit (${metric})`, async () => {
      const { rows } = dataSet("clusters", 300, 7);
      const { engine, store } = await indexed(rows, { metric, m: 4 });
      const view = (await engine.view(store, 17, ALL))!;
      const { nodes } = await engine.stats(store);
      expect(view.slots.length).to.equal(nodes);
      expect(view.levels).to.be.above(1);
      const pairs = new Set<string>();
      for (let i = 0; i < view.links.length; i += 2) pairs.add(`${view.links[i]} ${view.links[i + 1]}`);
      expect(pairs.size, "each link once").to.equal(view.links.length / 2);
      const oneWay = [...pairs].filter((pair) => !pairs.has(pair.split(" ").reverse().join(" "))).length;
      // `validate` counts links of upper levels, too, and for Dot links that are in one list of either node.
      expect((await engine.validate(store)).oneWay).to.be.at.least(metric === "Dot" ? 0 : oneWay);
      const degrees = new Uint32Array(view.slots.length);
      for (let i = 0; i < view.links.length; i += 2) degrees[view.links[i]!]!++;
      expect(Math.max(...degrees)).to.be.at.most(metric === "Dot" ? 16 : 8);
    });
  }

  it("a view of the graph has the one-way links that `validate` counts on level 0 of a graph with one level", async () => {
    const { rows } = dataSet("clusters", 100, 7);
    const { engine, store } = await indexed(rows, { metric: "Euclid", m: 128 });
    const view = (await engine.view(store, 3, ALL))!;
    expect(view.levels).to.equal(Math.max(...view.highest) + 1);
    const pairs = new Set<string>();
    for (let i = 0; i < view.links.length; i += 2) pairs.add(`${view.links[i]} ${view.links[i + 1]}`);
    const oneWay = [...pairs].filter((pair) => !pairs.has(pair.split(" ").reverse().join(" "))).length;
    expect((await engine.validate(store)).oneWay).to.equal(oneWay);
  });

  it("a view of the graph begins with the slot, continues hop by hop with the nearest first, and stops at the limit", async () => {
    const { rows } = dataSet("clusters", 600, 7);
    const { engine, store } = await indexed(rows, { metric: "Euclid" });
    const view = (await engine.view(store, 5, { level: 0, hops: 2, limit: 60 }))!;
    expect([view.node, view.slots[0], view.hops[0], view.distances[0]]).to.deep.equal([5, 5, 0, 0]);
    expect(view.slots.length).to.equal(60);
    expect([...view.hops]).to.deep.equal([...view.hops].sort((a, b) => a - b));
    const exact = await engine.distances(store, rows[5]!, view.slots);
    expect([...view.distances]).to.deep.equal([...exact]);
    const first = [...view.distances].filter((_, i) => view.hops[i] === 1);
    expect(first).to.deep.equal([...first].sort((a, b) => a - b));
    for (let i = 1; i < view.slots.length; i++) {
      const from = [...view.links.keys()].filter((at) => at % 2 === 1 && view.links[at] === i);
      const hops = from.map((at) => view.hops[view.links[at - 1]!]!);
      expect(Math.min(...hops)).to.equal(view.hops[i]! - 1);
    }
  });

  it("a view of the graph shows only nodes of the requested level on upper levels", async () => {
    const { rows } = dataSet("clusters", 600, 7);
    const { engine, store } = await indexed(rows, { metric: "Cosine", m: 4 });
    const ground = (await engine.view(store, 0, ALL))!;
    const high = ground.slots[ground.highest.indexOf(Math.max(...ground.highest))]!;
    for (let level = 1; level < ground.levels; level++) {
      const view = (await engine.view(store, high, { ...ALL, level }))!;
      expect(view.highest.every((highest) => highest >= level)).to.equal(true);
      expect(view.slots.length).to.be.at.most([...ground.highest].filter((one) => one >= level).length);
    }
    const low = ground.slots[ground.highest.indexOf(0)]!;
    const none = (await engine.view(store, low, { ...ALL, level: 1 }))!;
    expect([[...none.slots], none.links.length]).to.deep.equal([[low], 0]);
  });

  it("a view of the graph shows the node of a duplicate, and dead nodes", async () => {
    const same = Float32Array.of(1, 2);
    const { engine, store } = await indexed([same, Float32Array.of(3, 4), same, same], {
      metric: "Euclid",
    });
    for (const slot of [2, 3]) expect((await engine.view(store, slot, ALL))!.node).to.equal(0);
    await kill(engine, store, [1]);
    expect([...(await engine.view(store, 0, ALL))!.slots]).to.deep.equal([0, 1]);
  });

  it("a view of the graph is empty for a slot that is not in the graph", async () => {
    const engine = newEngine();
    const store = await engine.create(spec({ dimension: 1, metric: "Euclid", indexFrom: 100 }));
    await append(engine, store, [Float32Array.of(1)]);
    expect(await engine.view(store, 0, ALL)).to.equal(null);
    await engine.indexFrom(store, 1);
    await engine.indexed(store);
    expect((await engine.view(store, 0, ALL))!.levels).to.be.above(0);
  });
});
