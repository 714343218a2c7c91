// The neighbours of slots: the hits of a search for their vectors, without the slots themselves.
import { rmSync } from "node:fs";
import { expect } from "chai";
import type { Engine } from "../../../src/engine/engine.ts";
import { type Neighbours, NO_SLOT } from "../../../src/engine/neighbours.ts";
import type { StoreHandle } from "../../../src/engine/types.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { segmentFilesIn } from "../../../src/storage/segment-files.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { itOnceIn } from "../../support/weekly.ts";
import { append, concat, flat, kill, METRIC_NAMES, newEngine } from "./fixtures.ts";
import { dataSet, indexed } from "./vectors.ts";

const K = 8;
const COUNT = 1500;

const all = (count: number) => Uint32Array.from({ length: count }, (_, i) => i);

/** The share of the true neighbours in whose place a slot that is as near was found. */
async function recall(
  engine: Engine,
  store: StoreHandle,
  of: Uint32Array,
  found: Neighbours,
): Promise<number> {
  const rows = await engine.read(store, of);
  const exact = await engine.searchBatch(store, rows, { k: K + 1, ef: K + 1, exact: true });
  const right = exact.map((hits, i) => {
    const others = hits.distances.filter((_, j) => hits.slots[j] !== of[i]).slice(0, K);
    const own = found.distances.subarray(i * K, (i + 1) * K);
    return own.filter((distance) => distance <= others.at(-1)!).length / K;
  });
  return right.reduce((sum, share) => sum + share, 0) / right.length;
}

describe("the neighbours of given slots", () => {
  const itSampled = itOnceIn(3);
  for (const metric of METRIC_NAMES) {
    itSampled(
      `the neighbours of given slots are nearly the exact ones, and cost less than a search (${metric})`,
      async () => {
        const { rows } = dataSet("clusters", COUNT, 7);
        const { engine, store } = await indexed(rows, { metric });
        const found = await engine.neighbours(store, all(COUNT), { k: K, ef: 16 });
        expect(found.slots.length).to.equal(COUNT * K);
        expect(await recall(engine, store, all(COUNT), found)).to.be.above(0.9);
        const searched = await engine.neighbours(store, concat(rows), { k: K + 1, ef: 16 });
        expect(found.compared).to.be.below(searched.compared);
      },
    );
  }

  it("the neighbours of given slots never include the slot itself, and begin with the nearest", async () => {
    const { rows } = dataSet("clusters", 400, 7);
    const { engine, store } = await indexed(rows, { metric: "Euclid" });
    const { slots, distances } = await engine.neighbours(store, all(400), { k: K, ef: 16 });
    slots.forEach((slot, i) => {
      expect(slot).to.not.equal(Math.floor(i / K));
      if (i % K > 0) expect(distances[i]).to.be.at.least(distances[i - 1]!);
    });
  });

  it("the neighbours of given slots are found for duplicates, without a graph, and for slots outside of the graph", async () => {
    const { rows } = dataSet("duplicates", 400, 7);
    const { engine, store } = await indexed(rows, { metric: "Euclid" });
    const duplicates = await engine.neighbours(store, all(400), { k: 3, ef: 16 });
    expect([...duplicates.distances].filter((distance) => distance === 0).length).to.be.above(1100);
    const fresh = await append(engine, store, [rows[0]!.map((value) => value + 0.01)]);
    const { slots } = await engine.neighbours(store, Uint32Array.of(fresh), { k: 1, ef: 16 });
    expect(rows[slots[0]!]).to.deep.equal(rows[0]);
    const bare = await engine.create(flat({ dimension: rows[0]!.length, metric: "Euclid" }));
    await append(engine, bare, rows.slice(0, 50));
    const found = await engine.neighbours(bare, all(50), { k: K, ef: 16 });
    expect(await recall(engine, bare, all(50), found)).to.equal(1);
  });

  it("the neighbours of given slots are only slots that match the filter and are live", async () => {
    const { rows } = dataSet("clusters", COUNT, 7);
    const { engine, store } = await indexed(rows, { metric: "Cosine" });
    await kill(engine, store, [2, 4, 6]);
    const filter = new Uint32Array(Math.ceil(COUNT / 32)).fill(0x5555_5555);
    const { slots } = await engine.neighbours(store, all(COUNT), { k: K, ef: 16, filter });
    expect(slots.filter((slot) => slot % 2 === 1 || [2, 4, 6].includes(slot)).length).to.equal(0);
  });

  it("the neighbours of given slots are fewer than requested when there are no more slots", async () => {
    const { engine, store } = await indexed([Float32Array.of(0), Float32Array.of(2)], { metric: "Euclid" });
    const { slots, distances } = await engine.neighbours(store, all(2), { k: 2, ef: 16 });
    expect([...slots]).to.deep.equal([1, NO_SLOT, 0, NO_SLOT]);
    expect([...distances]).to.deep.equal([4, Number.NaN, 4, Number.NaN]);
  });

  it("the neighbours of given slots are the same with vectors in memory and in a file", async () => {
    const dir = scratchFolder("azimuth-neighbours-");
    try {
      const { rows } = dataSet("clusters", 600, 7);
      const inMemory = await indexed(rows, { metric: "Euclid" });
      const files = newEngine({ files: segmentFilesIn(nodeFs, dir) });
      const inFile = await indexed(rows, { metric: "Euclid", rowsFile: "rows.f32" }, files);
      const [one, other] = await Promise.all(
        [inMemory, inFile].map(({ engine, store }) => engine.neighbours(store, all(600), { k: K, ef: 16 })),
      );
      expect(other).to.deep.equal(one);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
