// Equal vectors stand behind one node of the graph; every one of them has to be found as if it were alone.
import { expect } from "chai";
import type { Encoding, Metric } from "../../../src/engine/abi.ts";
import { floats, kill, METRIC_NAMES, seededRandom } from "./fixtures.ts";
import { bitsOf, indexed } from "./vectors.ts";

const SEED = 91;
const DIMENSION = 24;
const DIFFERENT = 300;
/** How often the first vector is there, beside once each of the others. */
const COPIES = 700;
const ENCODINGS: Encoding[] = ["none", "int8", "binary"];

function rows(): Float32Array[] {
  const random = seededRandom(SEED);
  const different = Array.from({ length: DIFFERENT }, () => floats(random, DIMENSION));
  const copies = Array.from({ length: COPIES }, () => different[0]!);
  return [...different.slice(0, DIFFERENT / 2), ...copies, ...different.slice(DIFFERENT / 2)];
}

const all = rows();
const isCopy = (slot: number) => slot === 0 || (slot >= DIFFERENT / 2 && slot < DIFFERENT / 2 + COPIES);
const copies = all.map((_, slot) => slot).filter(isCopy);

function cases(run: (metric: Metric, encoding: Encoding) => Promise<void>): void {
  for (const metric of METRIC_NAMES) {
    for (const encoding of ENCODINGS) {
      if (metric === "Manhattan" && encoding === "binary") continue;
      it(`${metric}, ${encoding}`, () => run(metric, encoding));
    }
  }
}

describe("equal vectors", () => {
  describe("leave no node that no walk reaches", () => {
    cases(async (metric, encoding) => {
      const { engine, store } = await indexed(all, { metric, encoding, m: 8, efConstruct: 40 });
      expect(await engine.validate(store)).to.include({ unreachable: 0, broken: 0 });
      expect((await engine.stats(store)).nodes).to.be.below(DIFFERENT + COPIES / 4);
    });
  });

  describe("are all found by a walk with sufficient ef", () => {
    cases(async (metric, encoding) => {
      // Dot finds what is long, not what is equal.
      const unit = metric === "Dot" ? all.map(unitLength) : all;
      const { engine, store } = await indexed(unit, { metric, encoding, m: 8, efConstruct: 40 });
      const k = copies.length;
      const hits = await engine.search(store, unit[0]!, { k, ef: k + 50, rescore: k + 50 });
      expect(hits.served).to.equal("walk");
      expect(Array.from(hits.slots).sort((a, b) => a - b)).to.deep.equal(copies);
    });
  });

  describe("are found when the node and all but one of them are dead", () => {
    cases(async (metric, encoding) => {
      const unit = metric === "Dot" ? all.map(unitLength) : all;
      const { engine, store } = await indexed(unit, { metric, encoding, m: 8, efConstruct: 40 });
      const left = copies[Math.floor(copies.length / 3)]!;
      await kill(
        engine,
        store,
        copies.filter((slot) => slot !== left),
      );
      const hits = await engine.search(store, unit[0]!, { k: 3, ef: 40 });
      expect(hits.slots[0]).to.equal(left);
      expect(hits.slots).to.have.lengthOf(3);
    });
  });

  describe("are found when a filter lets only some of them through", () => {
    cases(async (metric, encoding) => {
      const unit = metric === "Dot" ? all.map(unitLength) : all;
      const { engine, store } = await indexed(unit, { metric, encoding, m: 8, efConstruct: 40 });
      const some = copies.filter((slot) => slot % 3 !== 0);
      const others = all.map((_, slot) => slot).filter((slot) => !isCopy(slot));
      const filter = bitsOf([...some, ...others], all.length);
      const hits = await engine.search(store, unit[0]!, { k: 10, ef: 10, rescore: 10, filter });
      expect(hits.served).to.equal("walk");
      expect(hits.slots).to.have.lengthOf(10);
      for (const slot of hits.slots) expect(some).to.include(slot);
    });
  });
});

function unitLength(row: Float32Array): Float32Array {
  const length = Math.hypot(...row);
  return row.map((value) => value / length);
}
