// What searches find that ask for a recall: at least that share of the nearest points, less .01, on data that is hard
// in different ways, with filters, and after whatever changes a graph. POINTS sets the size of each collection.
// The decision: the queries are fresh in every case: none of them was measured with, and unless said, no query of a
// client was learned. The figures of all cases are printed.
import { expect } from "chai";
import { seedOf } from "../support/chance.ts";
import { DRAWN_KINDS, type Draw, type DrawnKind, drawer } from "../support/drawn-points.ts";
import { DIMENSION, hasMnist, loadMnist, row } from "../support/mnist.ts";
import { type Params, RecallWorld, type WorldOptions } from "../support/recall-world.ts";
import { scratchFolder } from "../support/scratch.ts";
import { hasWordnet, loadWordnet, type Text } from "../support/wordnet.ts";

const POINTS = Number(process.env.POINTS ?? 20_000);
const SIZE = 64;
const QUERIES = 500;
const CLIENT_QUERIES = 256;
const SEED = seedOf();
const ASKED = [0.8, 0.9, 0.95, 0.99];
/** The shares of the points that filters let through. */
const SHARES = [1, 0.5, 0.1, 0.01];
const FEWER_SHARES = [1, 0.1];
const MARGIN = 0.01;
const PART_MARGIN = 0.03;
const MNIST_ROWS = 60_000;

/** Draws digits: the points first, then the others as queries. */
function digits(): Draw {
  if (!hasMnist()) return drawer("low-rank", DIMENSION, SEED);
  const { base } = loadMnist();
  let next = 0;
  return () => Float32Array.from(row(base, next++ % MNIST_ROWS));
}

/** Returns what is chosen now for each share and recall. */
async function choices(world: RecallWorld, draw: Draw, shares: readonly number[]) {
  const query = draw();
  const all: { share: number; asked: number; params: Params }[] = [];
  for (const share of shares)
    for (const asked of ASKED) all.push({ share, asked, params: await world.chosen(query, share, asked) });
  return all;
}

/** Requires the recall that was asked for of fresh queries. */
async function expectFound(world: RecallWorld, draw: Draw, shares: readonly number[]): Promise<void> {
  const chosen = await choices(world, draw, shares);
  const queries = Array.from({ length: QUERIES }, draw);
  const missed: string[] = [];
  for (const { share, asked, params } of chosen) {
    const found = await world.found(queries, share, params);
    const line = `${100 * share} %, asked ${asked}: found ${found.toFixed(4)} with ${JSON.stringify(params)}`;
    process.stdout.write(`      ${line}\n`);
    if (found < asked - MARGIN) missed.push(line);
  }
  expect(missed).to.deep.equal([]);
}

/**
 * Requires the recall that was asked for of queries that match a filter themselves, and of the others. Each part is
 * smaller than all queries, so chance may take more from it.
 */
async function expectFoundByBoth(
  world: RecallWorld,
  filters: Readonly<Record<string, readonly [filter: object, matches: (query: Float32Array) => boolean]>>,
  queries: readonly Float32Array[],
): Promise<void> {
  const missed: string[] = [];
  for (const [name, [filter, matches]] of Object.entries(filters)) {
    for (const recall of ASKED) {
      const parts = [queries.filter(matches), queries.filter((query) => !matches(query))];
      const found = await Promise.all(parts.map((part) => world.found(part, filter, { recall })));
      const shown = found.map((share, i) => `${share.toFixed(4)} of ${parts[i]!.length}`);
      const line = `${name}, asked ${recall}: found ${shown[0]} queries that match, ${shown[1]} others`;
      process.stdout.write(`      ${line}\n`);
      const all = found.reduce((sum, share, i) => sum + share * parts[i]!.length, 0) / queries.length;
      if (all < recall - MARGIN || found.some((share) => share < recall - PART_MARGIN)) missed.push(line);
    }
  }
  expect(missed).to.deep.equal([]);
}

/** Returns texts with categories; if there are none beside the checkout, clusters in two halves of the space. */
function categorised(): { entries: Text[]; queries: Text[] } {
  if (hasWordnet()) return loadWordnet();
  const draw = drawer("clusters", SIZE, SEED);
  const text = () => {
    const vector = draw();
    return { vector, category: vector[0]! < 0 ? "noun" : "verb" };
  };
  return { entries: Array.from({ length: POINTS }, text), queries: Array.from({ length: QUERIES }, text) };
}

describe(`searches that ask for a recall, ${POINTS} points (SEED=${SEED})`, function () {
  this.timeout(600_000);
  const opened: RecallWorld[] = [];
  afterEach(async () => {
    for (const world of opened.splice(0)) await world.close();
  });

  async function worldOf(draw: Draw, options?: WorldOptions): Promise<RecallWorld> {
    const world = await RecallWorld.open(draw, POINTS, options);
    opened.push(world);
    return world;
  }

  it("searches that ask for a recall find it among handwritten digits, with filters and without", async () => {
    const draw = digits();
    await expectFound(await worldOf(draw, { distance: "Euclid" }), draw, SHARES);
  });

  for (const kind of DRAWN_KINDS) {
    it(`searches that ask for a recall find it among points of the kind ${kind}, with filters and without`, async () => {
      const draw = drawer(kind, SIZE, SEED);
      await expectFound(await worldOf(draw), draw, SHARES);
    });
  }

  it("searches that ask for a recall find it among texts of some categories, for texts of these and of others", async () => {
    const { entries, queries } = categorised();
    const categories = new Map([...entries, ...queries].map(({ vector, category }) => [vector, category]));
    let next = 0;
    const world = await RecallWorld.open(() => entries[next++ % entries.length]!.vector, entries.length, {
      kindOf: (vector) => categories.get(vector)!,
    });
    opened.push(world);
    const kinds = [...new Set(categories.values())];
    const living = ["noun.person", "noun.plant", "noun.animal"];
    const nouns = kinds.filter((kind) => kind.startsWith("noun"));
    const among = (some: readonly string[]) =>
      [
        { must: [{ key: "kind", match: { any: some } }] },
        (query: Float32Array) => some.includes(categories.get(query)!),
      ] as const;
    const others = (some: readonly string[]) => among(kinds.filter((kind) => !some.includes(kind)));
    const filters = { nouns: among(nouns), "no nouns": others(nouns) };
    const ofLiving = { "living things": among(living), "no living things": others(living) };
    await expectFoundByBoth(
      world,
      hasWordnet() ? { ...filters, ...ofLiving } : filters,
      queries.map(({ vector }) => vector),
    );
  });

  it("searches that ask for a recall find it among the longest vectors, which are the nearest by Dot", async () => {
    const draw = drawer("heavy-tailed", SIZE, SEED);
    const lengthOf = (vector: Float32Array) => vector.reduce((sum, value) => sum + value * value, 0);
    const lengths = Array.from({ length: 1000 }, () => lengthOf(draw())).sort((a, b) => a - b);
    const [middle, long] = [lengths[500]!, lengths[800]!];
    const kindOf = (vector: Float32Array) => {
      const length = lengthOf(vector);
      return length >= long ? "long" : length >= middle ? "middle" : "short";
    };
    const world = await worldOf(draw, { distance: "Dot", kindOf });
    const among = (...kinds: string[]) =>
      [
        { must: [{ key: "kind", match: { any: kinds } }] },
        (query: Float32Array) => kinds.includes(kindOf(query)),
      ] as const;
    const filters = { "longest fifth": among("long"), "longest half": among("long", "middle") };
    await expectFoundByBoth(world, filters, Array.from({ length: QUERIES }, draw));
  });

  it("searches that ask for a recall find it for queries that are distributed like no points, once some were asked", async () => {
    const world = await worldOf(drawer("clusters", SIZE, SEED));
    const draw = drawer("heavy-tailed", SIZE, SEED);
    for (let i = 0; i < CLIENT_QUERIES; i++) await world.recallOf(draw(), 1, { recall: 0.95 });
    await world.measured(true);
    await expectFound(world, draw, FEWER_SHARES);
  });

  it("searches that ask for a recall find it after 30 % more points, which are one new cluster", async () => {
    const draw = drawer("clusters", SIZE, SEED);
    const world = await worldOf(draw);
    const added = newCluster("clusters");
    await world.write(added, 0.3 * POINTS);
    let turn = 0;
    await expectFound(world, () => (turn++ % 13 < 3 ? added() : draw()), FEWER_SHARES);
  });

  it("searches that ask for a recall find it after a third of the points was deleted", async () => {
    const draw = drawer("low-rank", SIZE, SEED);
    const world = await worldOf(draw);
    await world.deleteThird();
    await expectFound(world, draw, FEWER_SHARES);
  });

  it("searches that ask for a recall know what to expect at once after a restart, and find it", async () => {
    const draw = drawer("clusters", SIZE, SEED);
    const world = await worldOf(draw, { dataDir: scratchFolder("azimuth-recall-") });
    const before = await world.recallOf(draw(), 1, { recall: 0.95 });
    await world.restart();
    const after = await world.recallOf(draw(), 1, { recall: 0.95 });
    expect(after).to.deep.equal(before);
    expect(after.expected).to.be.a("number");
    await expectFound(world, draw, FEWER_SHARES);
  });

  it("searches that ask for a recall find it in two segments", async () => {
    const draw = drawer("low-rank", SIZE, SEED);
    const max_segment_size = Math.ceil((POINTS * SIZE * 4 * 0.6) / 1024);
    const world = await worldOf(draw, { max_segment_size });
    expect(await world.segments()).to.equal(2);
    for (const asked of ASKED) {
      const queries = Array.from({ length: QUERIES }, draw);
      const found = await world.found(queries, 1, { recall: asked });
      process.stdout.write(`      asked ${asked}: found ${found.toFixed(4)}\n`);
      expect(found).to.be.at.least(asked - MARGIN);
    }
  });
});

/** Draws points around one centre that is none of those of `drawer` with the seed. */
function newCluster(kind: DrawnKind): Draw {
  const draw = drawer(kind, SIZE, SEED + 1);
  const centre = draw();
  return () => draw().map((value, i) => 3 * centre[i]! + 0.5 * value);
}
