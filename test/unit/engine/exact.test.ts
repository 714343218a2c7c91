// An exact search on 8-bit codes, which reads a chunk in several parts at once: it returns the k nearest of the live
// slots, for every remainder of that division. The oracle measures each live slot and sorts.

import { expect } from "chai";
import type { Metric } from "../../../src/engine/abi.ts";
import type { LocalEngine } from "../../../src/engine/local.ts";
import { loadModule } from "../../../src/engine/node-threads.ts";
import type { StoreHandle } from "../../../src/engine/types.ts";
import { itOnceIn } from "../../support/weekly.ts";
import { append, BUILDS, bits, floats, kill, METRIC_NAMES, newEngine, spec, withSeed } from "./fixtures.ts";
import { DATA_SETS } from "./vectors.ts";

/** Node 24 also runs the build whose queries have seven bits. */
const IS_RELAXED = Number.parseInt(process.versions.node, 10) >= 24;
const ALL_BUILDS = { ...BUILDS, ...(IS_RELAXED ? { relaxed: loadModule("relaxed") } : {}) };
const K = 7;
/** Codes are used from 64 slots on. */
const COUNTS = Array.from({ length: 10 }, (_, i) => 64 + i);
/** A chunk has a megabyte, so that many codes of this dimension are in two. */
const WIDE = { dimension: 1600, count: 1027 };

const storeOf = (engine: LocalEngine, metric: Metric, dimension: number) =>
  engine.create(spec({ dimension, metric, encoding: "int8", m: 0 }));

/** Expects the nearest of the live slots. @returns the hits */
async function expectNearest(
  engine: LocalEngine,
  store: StoreHandle,
  query: Float32Array,
  live: readonly number[],
  where: string,
) {
  const distances = await engine.distances(store, query, Uint32Array.from(live));
  const nearest = live.map((slot, i) => ({ slot, distance: distances[i]! }));
  nearest.sort((a, b) => a.distance - b.distance || a.slot - b.slot).splice(K);
  const hits = await engine.search(store, query, { k: K, ef: K, exact: true });
  expect([...hits.slots], where).to.deep.equal(nearest.map(({ slot }) => slot));
  const expected = Float32Array.from(nearest, ({ distance }) => distance);
  expect(bits(hits.distances), where).to.deep.equal(bits(expected));
  return hits;
}

describe("an exact search on codes", () => {
  const itSampled = itOnceIn(3);
  const itOfShapes = itOnceIn(3);
  for (const [build, module] of Object.entries(ALL_BUILDS)) {
    for (const metric of METRIC_NAMES) {
      itSampled(
        `an exact search on codes finds the nearest live slots, whatever their number is (${metric}, ${build})`,
        () =>
          withSeed(async (random) => {
            const engine = newEngine({ module });
            const sizes = COUNTS.map((count, i) => ({ count, dimension: 13 + 5 * i }));
            for (const { count, dimension } of [...sizes, ...(build === "debug" ? [] : [WIDE])]) {
              const store = await storeOf(engine, metric, dimension);
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
                const where = `${count} slots, ${live.length} alive`;
                const hits = await expectNearest(engine, store, floats(random, dimension), live, where);
                expect(hits.compared, where).to.equal(live.length + hits.rescored);
              }
            }
          }),
      );

      itOfShapes(
        `an exact search on codes finds the nearest vectors, whatever their shape is (${metric}, ${build})`,
        () =>
          withSeed(async (random) => {
            const engine = newEngine({ module });
            const dimension = 21;
            for (const [name, draw] of Object.entries(DATA_SETS)) {
              const rows = draw(random, 400, dimension);
              const store = await storeOf(engine, metric, dimension);
              await append(engine, store, rows);
              const slots = Array.from(rows.keys());
              // A query like a row, a row itself, zero, and one far away in one dimension.
              const far = rows[1]!.map((value, i) => (i === 5 ? 1000 : value));
              for (const query of [
                draw(random, 400, dimension)[0]!,
                rows[0]!,
                new Float32Array(dimension),
                far,
              ])
                await expectNearest(engine, store, query, slots, name);
            }
          }),
      );
    }
  }
});
