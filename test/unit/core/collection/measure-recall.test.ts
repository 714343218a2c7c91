// What is measured of the walks of a graph, compared with what a test counts itself. The decision: a graph of the
// engine with few links, so that walks miss neighbours.
import { expect } from "chai";
import { measureRecall } from "../../../../src/core/collection/measure-recall.ts";
import { chosenEffort } from "../../../../src/core/recall/effort.ts";
import { LEVELS, SHARES } from "../../../../src/core/recall/recall-table.ts";
import type { Metric } from "../../../../src/engine/abi.ts";
import type { LocalEngine } from "../../../../src/engine/local.ts";
import { concat, newEngine, type Random, spec, withSeed } from "../../engine/fixtures.ts";

const DIMENSION = 16;
const ROWS = 6_000;
const QUERIES = 200;
const PACE = { pause: async () => {}, part: () => 1 };
const [, TEN] = LEVELS;
const AT_TEN = LEVELS.indexOf(TEN);

const rowOf = (random: Random) => Float32Array.from({ length: DIMENSION }, () => random() - 0.5);
const rowsOf = (random: Random, count: number) => Array.from({ length: count }, () => rowOf(random));

async function graphOf(engine: LocalEngine, rows: readonly Float32Array[], metric: Metric = "Euclid") {
  const handle = await engine.create({
    ...spec({ dimension: DIMENSION, metric }),
    ...{ m: 6, efConstruct: 12, indexFrom: 1 },
  });
  await engine.reserve(handle, rows.length);
  const write = { store: handle, first: 0, slots: rows.length, rows: null, dead: new Uint32Array(0) };
  await engine.write([{ ...write, vectors: concat(rows) }]);
  await engine.indexed(handle);
  return { engine, handle, dimension: DIMENSION, slots: rows.length, isLive: () => true, isUsed: () => true };
}

type Graph = Awaited<ReturnType<typeof graphOf>>;

/** Returns the share of the ten nearest that walks find, counted by the test. */
async function recallOf(
  { engine, handle }: Graph,
  queries: readonly Float32Array[],
  ef: number,
): Promise<number> {
  let found = 0;
  for (const query of queries) {
    const exact = await engine.search(handle, query, { k: TEN, ef: TEN, exact: true });
    const walk = await engine.search(handle, query, { k: TEN, ef });
    found += walk.distances.filter((distance) => distance <= exact.distances.at(-1)!).length;
  }
  return found / (TEN * queries.length);
}

const asked = (queries: readonly Float32Array[]) => ({
  vectors: concat(queries),
  real: queries.length,
  own: queries.map(() => null),
});
const stored = (rows: readonly Float32Array[], count: number) => {
  const own = Array.from({ length: count }, (_, i) => Math.floor((i * rows.length) / count));
  return { vectors: concat(own.map((slot) => rows[slot]!)), real: 0, own };
};

describe("the measured recall of a graph", () => {
  it("the measured recall of a graph is the share that its walks find of the nearest", () =>
    withSeed(async (random) => {
      const graph = await graphOf(newEngine(), rowsOf(random, ROWS));
      const queries = rowsOf(random, QUERIES);
      const { classes } = await measureRecall(graph, asked(queries), PACE);
      expect(classes.map(({ share }) => share)).to.deep.equal(SHARES);
      const { ef, mean, low } = classes[0]!.curves[AT_TEN]!;
      expect(ef.length).to.be.above(2);
      for (const at of [0, 1, 2]) {
        expect(mean[at]).to.be.closeTo(await recallOf(graph, queries, ef[at]!), 1e-9);
        expect(low[at]).to.be.below(mean[at]!);
      }
    }));

  it("the measured recall of a graph is about the same with stored vectors as with new ones", () =>
    withSeed(async (random) => {
      const rows = rowsOf(random, ROWS);
      const graph = await graphOf(newEngine(), rows);
      const { classes, real, queries } = await measureRecall(graph, stored(rows, QUERIES), PACE);
      expect([queries, real]).to.deep.equal([QUERIES, 0]);
      const { ef, mean } = classes[0]!.curves[AT_TEN]!;
      const at = mean.findIndex((recall) => recall >= 0.8);
      const others = await recallOf(graph, rowsOf(random, QUERIES), ef[at]!);
      // Passing over a node makes a walk a little longer, so less may be measured, but hardly more.
      expect(mean[at]! - others).to.be.within(-0.12, 0.04);
    }));

  it("the measured recall of a graph is the lower one of queries of clients and stored vectors while these are few", () =>
    withSeed(async (random) => {
      const rows = rowsOf(random, ROWS);
      const graph = await graphOf(newEngine(), rows);
      // Stored vectors that are asked for are found at once.
      const easy = asked(rows.slice(0, 64));
      const hard = stored(rows, 64);
      const both = {
        ...{ vectors: concat([easy.vectors, hard.vectors]), real: 64 },
        own: [...easy.own, ...hard.own],
      };
      const meansOf = async (queries: typeof both | typeof easy | typeof hard) =>
        (await measureRecall(graph, queries, PACE)).classes[0]!.curves[AT_TEN]!.mean.slice(0, 3);
      expect(await meansOf(both)).to.deep.equal(await meansOf(hard));
      expect((await meansOf(easy))[0]).to.be.above((await meansOf(hard))[0]!);
    }));

  it("the measured recall of a graph counts the equals of a stored vector among its neighbours", () =>
    withSeed(async (random) => {
      const some = rowsOf(random, ROWS / 20);
      const rows = Array.from({ length: ROWS }, (_, i) => some[i % some.length]!);
      const graph = await graphOf(newEngine(), rows);
      const { classes } = await measureRecall(graph, stored(rows, 64), PACE);
      expect(classes[0]!.curves[AT_TEN]!.mean.at(-1)).to.equal(1);
    }));

  it("the measured recall of a graph leads to an ef with which new queries find what is asked for", () =>
    withSeed(async (random) => {
      const graph = await graphOf(newEngine(), rowsOf(random, ROWS), "Cosine");
      const measured = await measureRecall(graph, asked(rowsOf(random, QUERIES)), PACE);
      const size = { points: ROWS, slots: ROWS, dead: 0 };
      const table = { ...measured, ...size, measured: 0, asked: QUERIES };
      // As if the segment were large: otherwise all vectors are compared.
      const { ef } = chosenEffort(table, 0.8, { k: TEN, slots: 1e9, share: 1 });
      expect(await recallOf(graph, rowsOf(random, 400), ef!)).to.be.least(0.77);
    }));
});
