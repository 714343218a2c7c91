// The trace of a search: its steps are those that the search took, and the hits are the same as without a trace.
import { expect } from "chai";
import type { Engine } from "../../../src/engine/engine.ts";
import type { TracedSearch } from "../../../src/engine/trace.ts";
import type { StoreHandle } from "../../../src/engine/types.ts";
import { itOnceIn } from "../../support/weekly.ts";
import { append, flat, METRIC_NAMES, newEngine } from "./fixtures.ts";
import { dataSet, indexed } from "./vectors.ts";

const COUNT = 1500;
const OPTIONS = { k: 10, ef: 32 };
const MOST = 2000;

/** The links on level `level` of a node, as the view of the graph has them. */
async function linksOf(
  engine: Engine,
  store: StoreHandle,
  slot: number,
  level: number,
): Promise<Set<number>> {
  const view = await engine.view(store, slot, { level, hops: 1, limit: 500 });
  return new Set(view!.slots.subarray(1));
}

/** The candidates at the end by the rule of the walk: the nearest `ef` of all measured slots. */
function candidates({ steps }: TracedSearch, ef: number): number[] {
  const measured = steps
    .filter(({ level }) => level === 0)
    .flatMap(({ slots, distances }) => Array.from(slots, (slot, i) => ({ slot, distance: distances[i]! })));
  return measured
    .sort((a, b) => a.distance - b.distance || a.slot - b.slot)
    .slice(0, ef)
    .map(({ slot }) => slot);
}

describe("a search with a trace", () => {
  const itSampled = itOnceIn(3);
  for (const metric of METRIC_NAMES) {
    for (const filter of [undefined, new Uint32Array(Math.ceil(COUNT / 32)).fill(0x7fff_ffff)]) {
      const which = filter ? "with a filter" : "without a filter";
      itSampled(
        `a search with a trace has the hits of a search without one (${metric}, ${which})`,
        async () => {
          const { rows, queries } = dataSet("clusters", COUNT, 7);
          const { engine, store } = await indexed(rows, { metric });
          for (const query of queries.slice(0, 10)) {
            const options = { k: 10, ef: 12, ...(filter && { filter }) };
            const { hits, steps, truncated } = await engine.watch(store, query, options, MOST);
            expect(hits).to.deep.equal(await engine.search(store, query, options));
            expect(hits.method).to.equal("walk");
            expect(truncated).to.equal(false);
            expect(steps.length).to.be.above(10);
          }
        },
      );
    }
  }

  it("a search with a trace expands nodes from the top level down, and on level 0 the nearest kept candidates first", async () => {
    const { rows, queries } = dataSet("clusters", COUNT, 7);
    const { engine, store } = await indexed(rows, { metric: "Euclid" });
    for (const query of queries.slice(0, 5)) {
      const { steps } = await engine.watch(store, query, OPTIONS, MOST);
      const levels = steps.map(({ level }) => level);
      expect(levels).to.deep.equal([...levels].sort((a, b) => b - a));
      expect(levels[0], "the top level").to.be.above(0);
      const ground = steps.filter(({ level }) => level === 0);
      const kept = new Set([ground[0]!.slot]);
      for (const { slot, slots, kept: marks } of ground) {
        expect(kept.has(slot)).to.equal(true);
        slots.forEach((other, i) => {
          if (marks[i] === 1) kept.add(other);
        });
      }
      expect(new Set(ground.map(({ slot }) => slot)).size, "each once").to.equal(ground.length);
    }
  });

  it("a search with a trace measures the targets of the links of the expanded node, each slot once on level 0", async () => {
    const { rows, queries } = dataSet("clusters", COUNT, 7);
    const { engine, store } = await indexed(rows, { metric: "Cosine" });
    const { steps, hits } = await engine.watch(store, queries[0]!, OPTIONS, MOST);
    const seen = new Set<number>();
    let measured = 0;
    for (const { level, slot, slots } of steps) {
      const links = await linksOf(engine, store, slot, level);
      for (const other of slots) {
        expect(links.has(other), `${slot} -> ${other} on level ${level}`).to.equal(true);
        if (level === 0) expect(seen.has(other)).to.equal(false);
        if (level === 0) seen.add(other);
      }
      measured += slots.length;
    }
    // Besides, the entry point, the start on level 0, and the vectors of the best candidates at the end are compared.
    expect(hits.compared - hits.rescored).to.equal(measured + 2);
    expect(candidates({ steps } as TracedSearch, OPTIONS.ef)).to.include.members([...hits.slots]);
  });

  it("a search with a trace records for each measured slot whether it was among the nearest at that moment", async () => {
    const { rows, queries } = dataSet("clusters", COUNT, 7);
    const { engine, store } = await indexed(rows, { metric: "Euclid" });
    type Candidate = { readonly slot: number; readonly distance: number };
    const inOrder = (a: Candidate, b: Candidate) => a.distance - b.distance || a.slot - b.slot;
    for (const query of queries.slice(0, 5)) {
      const { steps } = await engine.watch(store, query, { k: 10, ef: 12 }, MOST);
      const marks = { kept: 0, dropped: 0 };
      let pool: Candidate[] = [];
      let level = Number.POSITIVE_INFINITY;
      for (const { level: own, slot, distance, slots, distances, kept } of steps) {
        // Above level 0 one candidate is kept from step to step; on level 0 twelve are, from the first step on.
        if (own > 0 || level > 0) pool = [{ slot, distance }];
        level = own;
        slots.forEach((other, i) => {
          const candidate = { slot: other, distance: distances[i]! };
          pool = [...pool, candidate].sort(inOrder).slice(0, own > 0 ? 1 : 12);
          expect(kept[i] === 1).to.equal(pool.includes(candidate));
          marks[kept[i] === 1 ? "kept" : "dropped"]++;
        });
      }
      expect(marks.kept).to.be.above(12);
      expect(marks.dropped).to.be.above(12);
    }
  });

  it("a search with a trace has no steps without a graph, and reports when it has more steps than fit", async () => {
    const { rows, queries } = dataSet("clusters", 400, 7);
    const engine = newEngine();
    const bare = await engine.create(flat({ dimension: rows[0]!.length, metric: "Euclid" }));
    const empty = await engine.watch(bare, queries[0]!, OPTIONS, MOST);
    expect([empty.steps.length, empty.hits.slots.length, empty.truncated]).to.deep.equal([0, 0, false]);
    await append(engine, bare, rows);
    const exact = await engine.watch(bare, queries[0]!, OPTIONS, MOST);
    expect([exact.steps.length, exact.hits.slots.length, exact.hits.method]).to.deep.equal([0, 10, "exact"]);
    const graph = await indexed(rows, { metric: "Euclid" }, engine);
    const few = await engine.watch(graph.store, queries[0]!, OPTIONS, 5);
    expect([few.steps.length, few.truncated]).to.deep.equal([5, true]);
    const large = await engine.watch(graph.store, queries[0]!, { k: 10, ef: 400 }, MOST);
    expect(large.steps.length).to.be.above(few.steps.length);
  });
});
