// Graphs that are built in bulk, beside graphs by insertion: sound, and searched as well, on data of every kind.
// Levels, partitions and data are seeded, so recall is a fixed number.
import { expect } from "chai";
import { hasMnist, loadMnist, row } from "../../support/mnist.ts";
import { builtInBulk, graphBytes, inserted, measured } from "./bulk-builds.ts";
import { floats, seededRandom } from "./fixtures.ts";
import { DATA_SETS, type DataSet, dataSet } from "./vectors.ts";

const COUNT = 2000;
const SEED = 11;
const METRICS = ["Cosine", "Euclid"] as const;
/** How far recall may be below that of a graph by insertion, and how many more comparisons it may need. */
const TOLERANCE = 0.01;
const MOST_COMPARED = 1.15;
/** Bulk builds make shorter lists: their walks keep more candidates for the same number of comparisons. */
const WIDTHS = [10, 16, 24, 32, 48, 64, 96, 128, 192];

describe("a graph that is built in bulk", () => {
  for (const name of Object.keys(DATA_SETS) as DataSet[]) {
    for (const metric of METRICS) {
      it(`is sound and finds what a graph by insertion finds: ${name}, ${metric}`, () => {
        const { rows, queries } = dataSet(name, COUNT, SEED);
        expectAsGood(rows, queries, metric);
      });
    }
  }

  it("is as good for noise, which has no clusters", () => {
    const random = seededRandom(SEED);
    const all = Array.from({ length: COUNT + 50 }, () => floats(random, 32));
    expectAsGood(all.slice(0, COUNT), all.slice(COUNT), "Euclid");
  });

  it("is as good for rows that arrive topic by topic, some of them zero and some equal", () => {
    const { rows, queries } = byTopic(COUNT);
    for (const metric of METRICS) expectAsGood(rows, queries, metric);
  });

  it("is as good for handwritten digits", () => {
    const { rows, queries } = digits();
    expectAsGood(rows, queries, "Euclid");
  });

  it("is the same, byte for byte, when it is built again", () => {
    const { rows } = dataSet("clusters", COUNT, SEED);
    for (const metric of METRICS) {
      const once = graphBytes(builtInBulk(rows, { metric }));
      expect(once.equals(graphBytes(builtInBulk(rows, { metric })))).to.equal(true);
    }
  });

  it("has one node if all vectors are equal, and finds all of them", () => {
    const rows = Array.from({ length: 700 }, () => Float32Array.of(1, 2, 3));
    const store = builtInBulk(rows, { metric: "Euclid" });
    expect(store.stats()).to.include({ nodes: 1, indexed: 700 });
    expect(store.search(rows[0]!, { k: 700, ef: 700 }).slots.length).to.equal(700);
  });

  it("has one node for each different vector, the zero vector included", () => {
    const { rows } = dataSet("duplicates", 600, SEED);
    const zeros = [new Float32Array(rows[0]!.length), new Float32Array(rows[0]!.length)];
    const different = new Set(rows.map((one) => one.join())).size;
    const store = builtInBulk([...rows, ...zeros], { metric: "Euclid" });
    expect(store.stats().nodes).to.equal(different + 1);
  });

  it("is built of one point and of two", () => {
    for (const count of [1, 2]) {
      const rows = Array.from({ length: count }, (_, i) => Float32Array.of(i + 1, 5));
      for (const metric of METRICS) {
        const store = builtInBulk(rows, { metric });
        expect(store.stats()).to.include({ nodes: count, indexed: count });
        expect(store.validate()).to.include({ unreachable: 0, broken: 0 });
        expect([...store.search(rows[count - 1]!, { k: 5, ef: 5 }).slots].sort()).to.deep.equal(
          [0, 1].slice(0, count),
        );
      }
    }
  });

  it("has no nodes for dead slots", () => {
    const { rows, queries } = dataSet("clusters", COUNT, SEED);
    const dead = Uint32Array.from({ length: COUNT / 2 }, (_, i) => 2 * i);
    const store = builtInBulk(rows, { metric: "Cosine" }, dead);
    expect(store.stats()).to.include({ nodes: COUNT / 2, indexed: COUNT });
    expect(store.validate()).to.include({ unreachable: 0, broken: 0 });
    expect(measured(store, queries, 64).recall).to.be.at.least(0.99);
  });

  it("is sound for the smallest and the largest M, and for dimensions that fill no vector register", () => {
    for (const [m, dimension] of [
      [2, 3],
      [5, 17],
      [64, 24],
    ] as const) {
      const { rows, queries } = dataSet("clusters", COUNT, SEED, dimension);
      const store = builtInBulk(rows, { metric: "Euclid", m });
      expect(store.validate(), `M ${m}`).to.include({ unreachable: 0, broken: 0 });
      const { recall } = measured(store, queries, 100);
      const wanted = measured(inserted(rows, { metric: "Euclid", m }), queries, 100).recall;
      expect(recall, `M ${m}`).to.be.at.least(wanted - 2 * TOLERANCE);
    }
  });
});

/** Expects a sound graph that reaches the recall of a graph by insertion with about as many comparisons. */
function expectAsGood(
  rows: readonly Float32Array[],
  queries: readonly Float32Array[],
  metric: (typeof METRICS)[number],
): void {
  const built = builtInBulk(rows, { metric });
  expect(built.validate()).to.include({ unreachable: 0, broken: 0 });
  const other = measured(inserted(rows, { metric }), queries, 32);
  const ef = WIDTHS.find((width) => measured(built, queries, width).recall >= other.recall - TOLERANCE);
  expect(ef, `an ef with the recall ${other.recall}`).not.to.equal(undefined);
  expect(measured(built, queries, ef!).compared).to.be.at.most(other.compared * MOST_COMPARED);
}

/** Rows of one topic after those of another; every 97th is zero, and every 11th equals the one before. */
function byTopic(count: number) {
  const random = seededRandom(SEED);
  const topics = Array.from({ length: 20 }, () => floats(random, 24));
  const near = (topic: Float32Array) => topic.map((value) => value + 0.3 * (random() - 0.5));
  const rows: Float32Array[] = [];
  for (let i = 0; i < count; i++) {
    if (i % 97 === 5) rows.push(new Float32Array(24));
    else if (i % 11 === 3) rows.push(rows[i - 1]!);
    else rows.push(near(topics[Math.floor((i * topics.length) / count)]!));
  }
  return { rows, queries: Array.from({ length: 50 }, (_, i) => near(topics[i % topics.length]!)) };
}

/** The first digits of the real set; without it seeded data of its shape. */
function digits() {
  if (!hasMnist()) return dataSet("clusters", 1500, SEED, 784);
  const { base, queries } = loadMnist();
  const take = (bytes: Uint8Array, count: number) =>
    Array.from({ length: count }, (_, i) => Float32Array.from(row(bytes, i)));
  return { rows: take(base, 1500), queries: take(queries, 50) };
}
