// Graphs that are built in bulk, beside graphs by insertion: sound, and searched as well, on data of every kind.
// Levels, partitions and data are seeded, so recall is a fixed number.
import { expect } from "chai";
import type { VectorStore } from "../../../src/engine/vector-store.ts";
import { hasMnist, loadMnist, row } from "../../support/mnist.ts";
import { itOnceIn, itWeekly } from "../../support/weekly.ts";
import { builtInBulk, bulkSteps, graphBytes, inserted, measured } from "./bulk-builds.ts";
import { concat, floats, NO_SLOTS, type Random, seededRandom } from "./fixtures.ts";
import { DATA_SETS, type DataSet, dataSet } from "./vectors.ts";

const COUNT = 1000;
const SEED = 11;
const METRICS = ["Cosine", "Euclid"] as const;
/**
 * How far recall may be below that of a graph by insertion with the same ef, and how many times the comparisons it may
 * need for that recall.
 */
const TOLERANCE = 0.01;
const MOST_COMPARED = 1.15;
const WIDTHS = [10, 16, 24, 32, 48, 64];

describe("a graph that is built in bulk", () => {
  const itSampled = itOnceIn(3);
  for (const name of Object.keys(DATA_SETS) as DataSet[]) {
    for (const metric of METRICS) {
      itSampled(`a bulk graph is sound and finds what a graph by insertion finds: ${name}, ${metric}`, () => {
        const { rows, queries } = dataSet(name, COUNT, SEED);
        expectAsGood(rows, queries, metric);
      });
    }
  }

  it("a bulk graph is as good for noise, which has no clusters", () => {
    const random = seededRandom(SEED);
    const all = Array.from({ length: 2 * COUNT + 50 }, () => floats(random, 32));
    expectAsGood(all.slice(0, 2 * COUNT), all.slice(2 * COUNT), "Euclid");
  });

  it("a bulk graph is as good for rows that arrive topic by topic, some of them zero and some equal", () => {
    const { rows, queries } = byTopic(COUNT);
    for (const metric of METRICS) expectAsGood(rows, queries, metric);
  });

  for (const metric of METRICS) {
    itSampled(`a bulk graph is as good for vectors that differ in few directions, ${metric}`, () => {
      const { rows, queries } = inFewDirections(seededRandom(SEED), 12, 0.1);
      expectAsGood(rows, queries, metric);
    });
  }

  it("a bulk graph of vectors that differ in few directions takes less work than one of vectors too short for it", () => {
    const steps = (components: number) => {
      const { rows } = inFewDirections(seededRandom(SEED), 12, 0.1, components);
      return bulkSteps(rows, { metric: "Euclid" });
    };
    expect(steps(128)).to.be.below(steps(80));
  });

  it("a bulk graph is sound for vectors of three directions, some of them zero and some equal", () => {
    const { rows, queries } = inFewDirections(seededRandom(SEED), 3, 0);
    for (let i = 0; i < rows.length; i += 10) rows[i] = i % 20 === 0 ? new Float32Array(128) : rows[i + 1]!;
    const store = builtInBulk(rows, { metric: "Euclid" });
    expect(store.validate()).to.include({ unreachable: 0, broken: 0 });
    expect(measured(store, queries, 32).recall).to.be.at.least(0.99);
  });

  it("a bulk graph leads to the vectors of every cluster, if clusters of 6 are far apart", () => {
    expectNoneLost(6, 2000, "Euclid");
  });

  for (const size of [1, 2, 6, 24, 120, 500]) {
    for (const metric of METRICS) {
      itWeekly(
        `a bulk graph of many rows leads to the vectors of every cluster: clusters of ${size}, ${metric}`,
        () => {
          expectNoneLost(size, 19_000, metric);
        },
      );
    }
  }

  for (const most of [2, 5, 500]) {
    for (const metric of METRICS) {
      itWeekly(
        `a bulk graph of many rows is as good for groups of up to ${most} near vectors, ${metric}`,
        () => {
          const random = seededRandom(SEED);
          const { rows, queries } = groups(random, most, 19_000);
          expectAsGood(rows, queries, metric);
        },
      );
    }
  }

  itWeekly("a bulk graph is as good for handwritten digits", () => {
    const { rows, queries } = digits();
    expectAsGood(rows, queries, "Euclid");
  });

  it("a bulk graph is as good for Dot, if the vectors are equal in length", () => {
    for (const name of ["clusters", "duplicates"] as const) {
      const { rows, queries } = dataSet(name, COUNT, SEED, 40);
      expectAsGood(rows.map(toLengthThree), queries, "Dot");
    }
  });

  it("a bulk graph for Dot finds longer vectors that are inserted later as a graph by insertion does", () => {
    const { rows, queries } = dataSet("clusters", 3 * COUNT, SEED);
    const equal = rows.slice(60).map(toLengthThree);
    const longer = rows.slice(0, 60).map((row) => toLengthThree(row).map((value) => 2 * value));
    const [built, other] = [builtInBulk, inserted].map((make) =>
      measured(withMore(make(equal, { metric: "Dot" }), longer), queries, 32),
    ) as [Figures, Figures];
    expect(built.recall).to.be.at.least(other.recall - TOLERANCE);
    expect(built.compared).to.be.at.most(other.compared * MOST_COMPARED);
  });

  it("a bulk graph is the same, byte for byte, when it is built again", () => {
    const { rows } = dataSet("clusters", COUNT, SEED);
    for (const metric of METRICS) {
      const once = graphBytes(builtInBulk(rows, { metric }));
      expect(once.equals(graphBytes(builtInBulk(rows, { metric })))).to.equal(true);
    }
  });

  it("a bulk graph has one node if all vectors are equal, and finds all of them", () => {
    const rows = Array.from({ length: 700 }, () => Float32Array.of(1, 2, 3));
    const store = builtInBulk(rows, { metric: "Euclid" });
    expect(store.stats()).to.include({ nodes: 1, indexed: 700 });
    expect(store.search(rows[0]!, { k: 700, ef: 700 }).slots.length).to.equal(700);
  });

  it("a bulk graph has one node for each different vector, the zero vector included", () => {
    const { rows } = dataSet("duplicates", 600, SEED);
    const zeros = [new Float32Array(rows[0]!.length), new Float32Array(rows[0]!.length)];
    const different = new Set(rows.map((one) => one.join())).size;
    const store = builtInBulk([...rows, ...zeros], { metric: "Euclid" });
    expect(store.stats().nodes).to.equal(different + 1);
  });

  it("a bulk graph is built of one point and of two", () => {
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

  it("a bulk graph has no nodes for dead slots", () => {
    const { rows, queries } = dataSet("clusters", COUNT, SEED);
    const dead = Uint32Array.from({ length: COUNT / 2 }, (_, i) => 2 * i);
    const store = builtInBulk(rows, { metric: "Cosine" }, dead);
    expect(store.stats()).to.include({ nodes: COUNT / 2, indexed: COUNT });
    expect(store.validate()).to.include({ unreachable: 0, broken: 0 });
    expect(measured(store, queries, 64).recall).to.be.at.least(0.99);
  });

  itWeekly(
    "a bulk graph is sound for the smallest and the largest M, and for dimensions that fill no vector register",
    () => {
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
    },
  );
});

/** Vectors that are sums of a few random directions, and noise. From 96 components on they can be projected. */
function inFewDirections(random: Random, directions: number, noise: number, components = 128) {
  const axes = Array.from({ length: directions }, () => floats(random, components));
  const all = Array.from({ length: 5050 }, () => {
    const row = floats(random, components).map((value) => noise * value);
    for (const axis of axes) {
      const length = floats(random, 1)[0]!;
      for (let i = 0; i < components; i++) row[i]! += length * axis[i]!;
    }
    return row;
  });
  return { rows: all.slice(0, 5000), queries: all.slice(5000) };
}

type Figures = ReturnType<typeof measured>;

/** Inserts further rows. */
function withMore(store: VectorStore, rows: readonly Float32Array[]): VectorStore {
  const { count: first } = store.stats();
  store.reserve(first + rows.length);
  store.write({ store: 1, first, slots: rows.length, rows: null, vectors: concat(rows), dead: NO_SLOTS });
  while (store.index(10, rows.length) > 0);
  return store;
}

function toLengthThree(row: Float32Array): Float32Array {
  const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
  return row.map((value) => (3 * value) / length);
}

/** Expects a sound graph with the recall of a graph by insertion at the same ef, and with about as many comparisons. */
function expectAsGood(
  rows: readonly Float32Array[],
  queries: readonly Float32Array[],
  metric: (typeof METRICS)[number] | "Dot",
): void {
  const built = builtInBulk(rows, { metric });
  expect(built.validate()).to.include({ unreachable: 0, broken: 0 });
  const other = inserted(rows, { metric });
  for (const ef of [32, 64]) {
    const wanted = measured(other, queries, ef);
    const least = wanted.recall - TOLERANCE;
    expect(measured(built, queries, ef).recall, `ef ${ef}`).to.be.at.least(least);
    const found = WIDTHS.map((width) => measured(built, queries, width)).find(
      ({ recall }) => recall >= least,
    )!;
    expect(found.compared, `ef ${ef}`).to.be.at.most(wanted.compared * MOST_COMPARED);
  }
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

/** Expects that searches for rows of far clusters find nothing but their cluster. */
function expectNoneLost(size: number, count: number, metric: (typeof METRICS)[number]): void {
  const rows = farClusters(size, count - (count % size));
  const store = builtInBulk(rows, { metric });
  expect(store.validate()).to.include({ unreachable: 0, broken: 0 });
  const lost = rows.filter((query, i) => i % 23 === 0 && !findsCluster(store, query, i, size));
  expect(lost).to.have.length(0);
}

/** Groups of near vectors, of random sizes, and queries near some of them. */
function groups(random: Random, most: number, count: number) {
  const around = (centre: Float32Array) => centre.map((value) => value + 0.02 * (random() - 0.5));
  const rows: Float32Array[] = [];
  while (rows.length < count) {
    const centre = floats(random, 64);
    const size = Math.floor((most + 1) ** random());
    for (let i = 0; i < size; i++) rows.push(around(centre));
  }
  return { rows, queries: Array.from({ length: 100 }, () => around(rows[Math.floor(random() * count)]!)) };
}

/** Clusters one after the other, whose distances are many times their extent. */
function farClusters(size: number, count: number): Float32Array[] {
  const random = seededRandom(SEED);
  const centres = Array.from({ length: Math.ceil(count / size) }, () => floats(random, 32));
  return Array.from({ length: count }, (_, i) =>
    centres[Math.floor(i / size)]!.map((value) => value + 0.05 * (random() - 0.5)),
  );
}

/** Whether a search for a row with the usual ef finds nothing but its own cluster. */
function findsCluster(store: VectorStore, query: Float32Array, row: number, size: number): boolean {
  const { slots } = store.search(query, { k: Math.min(10, size), ef: 64 });
  return slots.every((slot) => Math.floor(slot / size) === Math.floor(row / size));
}

/** The first digits of the real set; without it seeded data of its shape. */
function digits() {
  if (!hasMnist()) return dataSet("clusters", 1500, SEED, 784);
  const { base, queries } = loadMnist();
  const take = (bytes: Uint8Array, count: number) =>
    Array.from({ length: count }, (_, i) => Float32Array.from(row(bytes, i)));
  return { rows: take(base, 1500), queries: take(queries, 50) };
}
