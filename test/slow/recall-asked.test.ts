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
