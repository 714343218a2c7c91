// An exact search with a filter: it returns the k nearest of the live slots that match, whatever their number and slots
// are. The oracle measures each of these slots and sorts.

import { expect } from "chai";
import type { Encoding } from "../../../src/engine/abi.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { StoreHandle } from "../../../src/engine/types.ts";
import { itOnceIn } from "../../support/weekly.ts";
import {
  append,
  BUILDS,
  bits,
  concat,
  floats,
  integer,
  kill,
  newEngine,
  spec,
  withSeed,
} from "./fixtures.ts";
import { bitsOf } from "./vectors.ts";

const DIMENSION = 13;
const K = 7;
const SHARES = [0, 0.001, 0.03, 0.3, 0.9, 1];

async function nearestOf(engine: Engine, store: StoreHandle, query: Float32Array, allowed: number[]) {
  const distances = await engine.distances(store, query, Uint32Array.from(allowed));
  const found = allowed.map((slot, i) => ({ slot, distance: distances[i]! }));
  found.sort((a, b) => a.distance - b.distance || a.slot - b.slot);
  const best = found.slice(0, K);
  return {
    slots: best.map(({ slot }) => slot),
    distances: bits(Float32Array.from(best, ({ distance }) => distance)),
  };
}

describe("an exact search with a filter", () => {
  const itSampled = itOnceIn(4);
  for (const [build, module] of Object.entries(BUILDS)) {
    for (const encoding of ["none", "int8", "binary"] satisfies Encoding[]) {
      itSampled(
        `an exact search with a filter finds the nearest live and matching slots, alone and in a batch (${encoding}, ${build})`,
        () =>
          withSeed(async (random) => {
            const engine = newEngine({ module });
            for (const count of [1, 63, 64, 65, integer(random, 100, 3000), 9000]) {
              const store = await engine.create(
                spec({ dimension: DIMENSION, metric: "Euclid", encoding, m: 0 }),
              );
              await append(
                engine,
                store,
                Array.from({ length: count }, () => floats(random, DIMENSION)),
              );
              const all = Array.from({ length: count }, (_, slot) => slot);
              let alive = new Set(all);
              for (const deadShare of [0, 0.05]) {
                const dead = all.filter(() => random() < deadShare);
                await kill(engine, store, dead);
                alive = new Set(all.filter((slot) => alive.has(slot) && !dead.includes(slot)));
                for (const share of SHARES) {
                  const allowed = all.filter(() => random() < share);
                  // Some filters end early, some go beyond the last slot.
                  const filter = bitsOf(
                    allowed,
                    Math.max((allowed.at(-1) ?? 0) + 1, integer(random, 0, 2 * count)),
                  );
                  const queries = Array.from({ length: 5 }, () => floats(random, DIMENSION));
                  const options = { k: K, ef: K, exact: true, filter };
                  const hits = await engine.searchBatch(store, concat(queries), options);
                  for (const [i, query] of queries.entries()) {
                    const wanted = await nearestOf(
                      engine,
                      store,
                      query,
                      allowed.filter((slot) => alive.has(slot)),
                    );
                    for (const { slots, distances } of [
                      hits[i]!,
                      await engine.search(store, query, options),
                    ]) {
                      const said = { slots: [...slots], distances: bits(distances) };
                      expect(said, `${count} slots, ${share} allowed`).to.deep.equal(wanted);
                    }
                  }
                }
              }
            }
          }),
      );
    }
  }
});
