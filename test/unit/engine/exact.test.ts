// An exact search on 8-bit codes, which reads a chunk in several parts at once: it returns the k nearest of the live
// slots, for every remainder of that division. The oracle measures each live slot and sorts.
import { expect } from "chai";
import { append, BUILDS, bits, floats, kill, METRIC_NAMES, newEngine, spec, withSeed } from "./fixtures.ts";

const K = 7;
/** Codes are used from 64 slots on. */
const COUNTS = Array.from({ length: 10 }, (_, i) => 64 + i);
/** A chunk has a megabyte, so that many codes of this dimension are in two. */
const WIDE = { dimension: 1600, count: 1027 };

describe("an exact search on codes", () => {
  for (const [build, module] of Object.entries(BUILDS)) {
    for (const metric of METRIC_NAMES) {
      it(`an exact search on codes finds the nearest live slots, whatever their number is (${metric}, ${build})`, () =>
        withSeed(async (random) => {
          const engine = newEngine({ module });
          const sizes = COUNTS.map((count, i) => ({ count, dimension: 13 + 5 * i }));
          for (const { count, dimension } of [...sizes, ...(build === "release" ? [WIDE] : [])]) {
            const store = await engine.create(spec({ dimension, metric, encoding: "int8", m: 0 }));
            await append(
              engine,
              store,
              Array.from({ length: count }, () => floats(random, dimension)),
            );
            let live = Array.from({ length: count }, (_, slot) => slot);
            for (const deadShare of [0, 0.3, 0.9]) {
              const dead = live.filter(() => random() < deadShare);
              await kill(engine, store, dead);
              live = live.filter((slot) => !dead.includes(slot));
              const query = floats(random, dimension);
              const distances = await engine.distances(store, query, Uint32Array.from(live));
              const nearest = live.map((slot, i) => ({ slot, distance: distances[i]! }));
              nearest.sort((a, b) => a.distance - b.distance || a.slot - b.slot).splice(K);
              const hits = await engine.search(store, query, { k: K, ef: K, exact: true });
              const where = `${count} slots, ${live.length} alive`;
              expect([...hits.slots], where).to.deep.equal(nearest.map(({ slot }) => slot));
              const expected = Float32Array.from(nearest, ({ distance }) => distance);
              expect(bits(hits.distances), where).to.deep.equal(bits(expected));
              expect(hits.compared, where).to.equal(live.length + hits.rescored);
            }
          }
        }));
    }
  }
});
