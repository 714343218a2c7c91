// Sparse vectors in real threads: readers search while the writer adds vectors, seals windows and deletes.
import { expect } from "chai";
import type { LocalEngine } from "../../../src/engine/local.ts";
import { PoolEngine } from "../../../src/engine/pool.ts";
import { encodeSparse } from "../../../src/shared/sparse-vector.ts";
import { Remote } from "../../../src/threads/remote.ts";
import { spawnThread } from "../../../src/threads/spawn.ts";
import { countOf } from "../../support/chance.ts";
import { BUILDS, integer, withSeed } from "./fixtures.ts";
import { add, draw, pairsOf, type Rows, scoreOf, VALUES } from "./sparse-oracle.ts";

const KIND = { terms: 200, entries: 12, value: VALUES.signed! };
/** More than two windows, so that lists are discarded while readers are in them. */
const SLOTS = countOf("SPARSE_SLOTS", 20_000);
const K = 10;

describe("sparse vectors in several threads", () => {
  it("a search beside writes returns true scores, and misses no vector that was written before it began", () =>
    withSeed(async (random) => {
      const engine = new PoolEngine(
        (worker, onGone) =>
          new Remote<LocalEngine>(spawnThread("engine-thread", { module: BUILDS.release, worker }), onGone),
        { readers: 2, maxWaiting: 1000, collectGarbage: () => {} },
      );
      const store = await engine.createSparse();
      const rows: Rows = Array.from({ length: SLOTS }, () => draw(random, KIND));
      /** Slots whose deletion was requested, and those of which it was acknowledged. */
      const requested = new Set<number>();
      const dead = new Set<number>();
      let written = 0;
      let searches = 0;

      const write = async () => {
        while (written < SLOTS) {
          const added = rows.slice(written, written + integer(random, 1, 300));
          const killed = Uint32Array.from({ length: written && 3 }, () => integer(random, 0, written - 1));
          for (const slot of killed) requested.add(slot);
          await add(engine, store, added, killed);
          for (const slot of killed) dead.add(slot);
          written += added.length;
        }
      };
      const search = async () => {
        while (written < SLOTS) {
          const query = draw(random, { ...KIND, entries: 20 });
          const before = written;
          const deadBefore = new Set(dead);
          const [hits] = await engine.searchSparse(store, [encodeSparse(query)], { k: K });
          const found = pairsOf(hits!);
          const slots = new Set(found.map(({ slot }) => slot));
          expect(slots.size, "each slot once").to.equal(found.length);
          for (const { slot, distance } of found) {
            expect(-distance).to.equal(scoreOf(query, rows[slot]!));
            expect(deadBefore.has(slot), "a slot that was deleted before").to.equal(false);
          }
          const last = found.length < K ? Number.NEGATIVE_INFINITY : -found.at(-1)!.distance;
          // Every eighth slot, from another one in each search: scoring all takes longer than what is tested.
          for (let slot = searches % 8; slot < before; slot += 8) {
            const score = requested.has(slot) || slots.has(slot) ? null : scoreOf(query, rows[slot]!);
            if (score !== null && score > last) expect.fail(`slot ${slot} was missed`);
          }
          searches++;
        }
      };
      await Promise.all([write(), search(), search(), search()]);
      expect(searches).to.be.above(5);
      await engine.close();
    }));
});
