// Equal vectors are linked to one node of the graph as duplicates; every one of them has to be found like any other
// vector.
import { expect } from "chai";
import type { Encoding, Metric } from "../../../src/engine/abi.ts";
import { floats, kill, METRIC_NAMES, seededRandom } from "./fixtures.ts";
import { bitsOf, indexed } from "./vectors.ts";

const SEED = 91;
const DIMENSION = 24;
const DIFFERENT = 300;
/** The copies of the first vector; the other vectors occur once. */
const COPIES = 2000;
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

function cases(title: string, run: (metric: Metric, encoding: Encoding) => Promise<void>): void {
  for (const metric of METRIC_NAMES) {
    for (const encoding of ENCODINGS) {
      if (metric === "Manhattan" && encoding === "binary") continue;
      it(`${title} (${metric}, ${encoding})`, () => run(metric, encoding));
    }
  }
}

describe("equal vectors", () => {
  cases("leave no node of the graph that no walk reaches", async (metric, encoding) => {
    const { engine, store } = await indexed(all, { metric, encoding, m: 8, efConstruct: 40 });
    expect(await engine.validate(store)).to.include({ unreachable: 0, broken: 0 });
    expect((await engine.stats(store)).nodes).to.be.below(DIFFERENT + COPIES / 4);
  });

  cases("are all found by a walk with sufficient ef", async (metric, encoding) => {
    // For Dot the longest vectors are nearest, so all get the same length.
    const unit = metric === "Dot" ? all.map(unitLength) : all;
    const { engine, store } = await indexed(unit, { metric, encoding, m: 8, efConstruct: 40 });
    const k = copies.length;
    const hits = await engine.search(store, unit[0]!, { k, ef: k + 50, rescore: k + 50 });
    expect(hits.method).to.equal("walk");
    expect(Array.from(hits.slots).sort((a, b) => a - b)).to.deep.equal(copies);
  });

  cases("are found when their node and all but one of them are dead", async (metric, encoding) => {
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

  cases("are found when only some of them match a filter", async (metric, encoding) => {
    const unit = metric === "Dot" ? all.map(unitLength) : all;
    const { engine, store } = await indexed(unit, { metric, encoding, m: 8, efConstruct: 40 });
    const some = copies.filter((slot) => slot % 3 !== 0);
    const others = all.map((_, slot) => slot).filter((slot) => !isCopy(slot));
    const filter = bitsOf([...some, ...others], all.length);
    const hits = await engine.search(store, unit[0]!, { k: 10, ef: 10, rescore: 10, filter });
    expect(hits.method).to.equal("walk");
    expect(hits.slots).to.have.lengthOf(10);
    for (const slot of hits.slots) expect(some).to.include(slot);
  });
});

function unitLength(row: Float32Array): Float32Array {
  const length = Math.hypot(...row);
  return row.map((value) => value / length);
}
