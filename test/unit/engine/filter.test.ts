// Searches with a bitset of matching slots: they return matches only, k of them whenever there are k, and the nearest.
import { expect } from "chai";
import type { Metric } from "../../../src/engine/abi.ts";
import { kill, type Random, seededRandom } from "./fixtures.ts";
import { bitsOf, dataSet, indexed, recallAt } from "./vectors.ts";

const COUNT = 5000;
const SEED = 3;
const ALL = [...Array(COUNT).keys()];
const SHARE_OF = (random: Random, share: number) => ALL.filter(() => random() < share);

for (const metric of ["Euclid", "Cosine", "Dot"] satisfies Metric[]) {
  describe(`a search of a graph with a filter, ${metric}`, () => {
    const { rows, queries } = dataSet("clusters", COUNT, SEED);
    const built = indexed(rows, { metric });

    for (const [share, ef, floor, method] of [
      [1, 64, 0.98, "walk"],
      [0.5, 20, 0.97, "walk"],
      [0.45, 10, 0.93, "walk"],
      [0.1, 10, 1, "matches"],
      [0.1, 64, 0.99, "matches"],
      [0.01, 64, 1, "matches"],
    ] as const) {
      it(`a search of a graph with a filter finds the nearest matches and no others if ${100 * share} % match, ef ${ef}`, async () => {
        const { engine, store } = await built;
        const random = seededRandom(SEED);
        let recall = 0;
        for (const query of queries) {
          const matches = SHARE_OF(random, share);
          const options = { k: 10, ef, rescore: 2 * ef, filter: bitsOf(matches, COUNT) };
          const hits = await engine.search(store, query, options);
          expect(hits.method).to.equal(method);
          expect(hits.slots.length).to.equal(10);
          const allowed = new Set(matches);
          expect(hits.slots.every((slot) => allowed.has(slot))).to.equal(true);
          recall += await recallAt(engine, store, [query], options);
        }
        expect(recall / queries.length).to.be.at.least(floor);
      });
    }

    it("a search of a graph with a filter finds a single match, and nothing without matches", async () => {
      const { engine, store } = await built;
      for (const [i, query] of queries.entries()) {
        const one = await engine.search(store, query, { k: 10, ef: 64, filter: bitsOf([i * 97], COUNT) });
        expect([...one.slots]).to.deep.equal([i * 97]);
        expect(one).to.include({ complete: true, method: "matches" });
      }
      for (const filter of [bitsOf([], COUNT), new Uint32Array(0), bitsOf([], 10 * COUNT)]) {
        for (const exact of [false, true]) {
          const none = await engine.search(store, queries[0]!, { k: 10, ef: 64, filter, exact });
          expect([...none.slots]).to.deep.equal([]);
        }
      }
    });

    for (const [name, floor] of [
      ["nearest", 0.97],
      ["farthest", 0.9],
    ] as const) {
      it(`a search of a graph with a filter finds k matches with a recall of at least ${floor} if the ${name} half matches`, async () => {
        const { engine, store } = await built;
        let recall = 0;
        for (const query of queries) {
          const order = (await engine.search(store, query, { k: COUNT, ef: COUNT, exact: true })).slots;
          const matches = name === "nearest" ? order.slice(0, COUNT / 2) : order.slice(COUNT / 2);
          const options = { k: 10, ef: 64, filter: bitsOf(matches, COUNT) };
          const { slots } = await engine.search(store, query, options);
          expect(slots.length).to.equal(10);
          const allowed = new Set(matches);
          expect(slots.every((slot) => allowed.has(slot))).to.equal(true);
          recall += await recallAt(engine, store, [query], options);
        }
        expect(recall / queries.length).to.be.at.least(floor);
      });
    }

    it("a search of a graph with a filter that half of the slots match measures hardly more nodes than one without", async () => {
      const { engine, store } = await built;
      const filter = bitsOf(SHARE_OF(seededRandom(SEED), 0.5), COUNT);
      let [measured, without] = [0, 0];
      for (const query of queries) {
        const options = { k: 10, ef: 20 };
        const hits = await engine.search(store, query, { ...options, filter });
        expect(hits.method).to.equal("walk");
        measured += hits.compared;
        without += (await engine.search(store, query, options)).compared;
      }
      expect(measured / without).to.be.within(1, 1.6);
    });

    it("a search of a graph with a filter finds no slot beyond the end of the filter, and no dead one", async () => {
      const { engine, store } = await indexed(rows.slice(0, 1000), { metric });
      const dead = SHARE_OF(seededRandom(1), 0.5).filter((slot) => slot < 1000);
      await kill(engine, store, dead);
      for (const words of [1, 2, 3, 5, 30, 31, 32, 1000]) {
        const filter = new Uint32Array(words).fill(0xffff_ffff);
        const living = Array.from({ length: Math.min(1000, 32 * words) }, (_, slot) => slot).filter(
          (slot) => !dead.includes(slot),
        );
        for (const exact of [false, true]) {
          const all = await engine.search(store, queries[0]!, { k: 1000, ef: 1000, filter, exact });
          expect(
            [...all.slots].sort((a, b) => a - b),
            `${words} words`,
          ).to.deep.equal(living);
          const { slots } = await engine.search(store, queries[0]!, { k: 10, ef: 10, filter, exact });
          expect(slots.length).to.equal(Math.min(10, living.length));
          expect([...slots].every((slot) => living.includes(slot))).to.equal(true);
        }
      }
    });
  });
}
