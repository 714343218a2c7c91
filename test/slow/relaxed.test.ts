// The relaxed build of the engine compared with the plain build. It needs Node 24, so run `npm run test:slow` there; on
// older versions the test only shows that it is not used.
import { expect } from "chai";
import { METRICS, type Metric } from "../../src/engine/abi.ts";
import { instantiateAlone } from "../../src/engine/instance.ts";
import { LocalEngine } from "../../src/engine/local.ts";
import { chooseBuild, loadModule } from "../../src/engine/node-threads.ts";
import type { Hits, StoreHandle, StoreSpec } from "../../src/engine/types.ts";
import { seededRandom } from "../support/random.ts";
import { SavedStores } from "../unit/engine/saved-stores.ts";

const SEED = Number(process.env.SEED ?? 1);
const MAJOR = Number.parseInt(process.versions.node, 10);
const ROWS = 5000;
const QUERIES = 200;
const K = 10;
const EF = 40;
/** Long enough for V8 to replace its first code by optimised code. */
const SELF_TEST_MS = 3000;

const random = seededRandom(SEED);

/** Returns vectors of very different lengths around a hundred centres, with one dimension far from the others. */
function makeRows(count: number, dimension: number): Float32Array {
  const centres = Float32Array.from({ length: 100 * dimension }, () => random() * 2 - 1);
  const rows = new Float32Array(count * dimension);
  for (let row = 0; row < count; row++) {
    const centre = Math.floor(random() * 100) * dimension;
    const length = 0.1 + 10 * random();
    for (let i = 0; i < dimension; i++) {
      rows[row * dimension + i] = length * (centres[centre + i]! + random() - 0.5 + (i === 3 ? 4 : 0));
    }
  }
  return rows;
}

const bitsOf = (floats: Float32Array) => [...new Uint32Array(floats.slice().buffer)];

/** Returns the share of the exact hits that were found. */
function recall(found: readonly Hits[], exact: readonly Hits[]): number {
  const hits = exact.map(({ slots }, i) => slots.filter((slot) => found[i]!.slots.includes(slot)).length);
  return hits.reduce((sum, one) => sum + one, 0) / (K * exact.length);
}

const specOf = (metric: Metric, dimension: number): StoreSpec => ({
  dimension,
  metric,
  encoding: "int8",
  m: 16,
  efConstruct: 100,
  indexFrom: 1,
});

/** Fills a vector store with these rows, and builds its graph. */
async function fill(engine: LocalEngine, spec: StoreSpec, vectors: Float32Array): Promise<StoreHandle> {
  const segment = await engine.create(spec);
  const slots = vectors.length / spec.dimension;
  await engine.reserve(segment, slots);
  await engine.write([{ store: segment, first: 0, slots, rows: null, vectors, dead: new Uint32Array(0) }]);
  await engine.indexed(segment);
  return segment;
}

/** Fills a vector store with the plain build, and opens it with both builds as search threads would. */
async function openBoth(metric: Metric, dimension: number, rows: Float32Array) {
  const plain = new LocalEngine({ module: loadModule("release") });
  const relaxed = new LocalEngine({ module: loadModule("relaxed"), worker: 1 });
  const segment = await fill(plain, specOf(metric, dimension), rows);
  await relaxed.attach(await plain.share(segment));
  return { plain, relaxed, segment };
}

if (MAJOR < 24) {
  describe(`the relaxed build on Node ${MAJOR}`, () => {
    it("the relaxed build is not used on a Node that is older than it needs", () => {
      expect(chooseBuild().build).to.equal("release");
    });
  });
} else {
  describe(`the relaxed build on Node ${MAJOR} (SEED=${SEED})`, () => {
    it("the relaxed build is chosen on a Node that supports it", () => {
      const { build, reason } = chooseBuild();
      expect(build, reason).to.equal("relaxed");
    });

    it("the relaxed build measures correctly from its first call to long after it was optimised", () => {
      const { selfTest } = instantiateAlone(loadModule("relaxed"));
      const end = performance.now() + SELF_TEST_MS;
      for (let test = 0; performance.now() < end; test++)
        expect(selfTest(SEED + test), `test ${test}`).to.equal(0);
    });

    it("the relaxed build has the same exports as the plain build", () => {
      const exportsOf = (build: "release" | "relaxed") =>
        WebAssembly.Module.exports(loadModule(build)).map(({ name, kind }) => `${kind} ${name}`);
      expect(exportsOf("relaxed")).to.have.members(exportsOf("release"));
    });

    for (const metric of Object.keys(METRICS) as Metric[]) {
      for (const dimension of [7, 48, 100]) {
        it(`the relaxed build finds the same share in the same graph, with the same scores (${metric}, ${dimension} dimensions)`, async () => {
          const rows = makeRows(ROWS + QUERIES, dimension);
          const queries = rows.slice(ROWS * dimension);
          const { plain, relaxed, segment } = await openBoth(
            metric,
            dimension,
            rows.slice(0, ROWS * dimension),
          );
          const exact = await plain.searchBatch(segment, queries, { k: K, ef: EF, exact: true });
          const exactRelaxed = await relaxed.searchBatch(segment, queries, { k: K, ef: EF, exact: true });
          exact.forEach((hits, i) => {
            expect([...exactRelaxed[i]!.slots]).to.deep.equal([...hits.slots]);
            expect(bitsOf(exactRelaxed[i]!.distances)).to.deep.equal(bitsOf(hits.distances));
          });
          // K candidates are rescored, so the order by codes shows; codes of seven bits lose up to two hundredths of
          // recall.
          const coarse = { k: K, ef: EF, rescore: K };
          const ordered = recall(await plain.searchBatch(segment, queries, coarse), exact);
          const orderedRelaxed = recall(await relaxed.searchBatch(segment, queries, coarse), exact);
          expect(orderedRelaxed).to.be.at.least(ordered - 0.03);
          const walked = await plain.searchBatch(segment, queries, { k: K, ef: EF });
          const walkedRelaxed = await relaxed.searchBatch(segment, queries, { k: K, ef: EF });
          expect(walkedRelaxed[0]!.method).to.equal("walk");
          expect(recall(walkedRelaxed, exact)).to.be.at.least(recall(walked, exact) - 0.005);
          walkedRelaxed.forEach(({ slots, distances }, i) => {
            const scores = new Map(
              Array.from(walked[i]!.slots, (slot, at) => [slot, walked[i]!.distances[at]]),
            );
            for (const [at, slot] of slots.entries()) {
              if (scores.has(slot)) expect(distances[at]).to.equal(scores.get(slot));
            }
          });
        });
      }
    }

    it("the relaxed build builds the same graph as the plain build, which the plain build restores", async () => {
      const dimension = 48;
      const rows = makeRows(ROWS + QUERIES, dimension);
      const queries = rows.slice(ROWS * dimension);
      const spec = specOf("Cosine", dimension);
      const disk = new SavedStores();
      const engine = new LocalEngine({ module: loadModule("release"), files: disk.files });
      const searched: Hits[][] = [];
      for (const build of ["release", "relaxed"] as const) {
        const maker = new LocalEngine({ module: loadModule(build) });
        const made = await fill(maker, spec, rows.slice(0, ROWS * dimension));
        const { store: segment, faults } = await engine.restore(spec, await disk.save(maker, made, spec));
        expect(faults).to.deep.equal([]);
        searched.push(await engine.searchBatch(segment, queries, { k: K, ef: EF }));
      }
      disk.remove();
      // The number of compared vectors distinguishes two graphs even where they lead to the same hits.
      expect(searched[1]).to.deep.equal(searched[0]);
    });
  });
}
