// Filtered walks whose matches lie close together near the query, for which a search may give an ef of their own.
// The decision: the number of comparisons tells which of the two ef a walk used, without a clock.
import { expect } from "chai";
import type { Hits, SearchOptions } from "../../../src/engine/types.ts";
import { norm } from "./fixtures.ts";
import { bitsOf, dataSet, indexed, recallOf } from "./vectors.ts";

const POINTS = 8000;
const DIMENSION = 12;
const SEED = 5;
const K = 10;
const EF = 10;
const DENSE_EF = 32;

/** Graphs by Dot, whose nearest neighbours are the longest vectors, so those of a filter for them are all together. */
async function world() {
  const { rows, queries } = dataSet("norms", POINTS, SEED, DIMENSION);
  const { engine, store } = await indexed(rows, { metric: "Dot" });
  const order = [...rows.keys()].sort((a, b) => norm(rows[b]!) - norm(rows[a]!));
  const search = (options: Partial<SearchOptions>) =>
    Promise.all(queries.map((query) => engine.search(store, query, { k: K, ef: EF, ...options })));
  return { search, longest: order.slice(0, POINTS / 2) };
}

type World = Awaited<ReturnType<typeof world>>;

const half = bitsOf(
  Array.from({ length: POINTS / 2 }, (_, i) => 2 * i + (i % 3 === 0 ? 1 : 0)),
  POINTS,
);
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const comparedOf = (found: readonly Hits[]) => sum(found.map(({ compared }) => compared));

describe("a filtered walk with an ef for matches that lie together", () => {
  let search: World["search"];
  let longest: number[];
  before(async () => {
    ({ search, longest } = await world());
  });

  it("a filtered walk keeps as many candidates as one without a filter where all nodes near the query match", async () => {
    const filter = bitsOf(longest, POINTS);
    const exact = await search({ filter, exact: true });
    const recall = (found: readonly Hits[]) => sum(found.map((hits, i) => recallOf(hits, exact[i]!)));
    const [narrow, wide] = [await search({ filter }), await search({ filter, denseEf: DENSE_EF })];
    const unfiltered = comparedOf(await search({ ef: DENSE_EF }));
    expect(comparedOf(narrow)).to.be.below(0.6 * unfiltered);
    expect(comparedOf(wide)).to.be.within(0.8 * unfiltered, 1.1 * unfiltered);
    expect(recall(wide)).to.be.above(recall(narrow));
  });

  it("a filtered walk takes no longer where matches are evenly spread", async () => {
    const plain = comparedOf(await search({ filter: half }));
    expect(comparedOf(await search({ filter: half, denseEf: 2 * EF }))).to.be.within(plain, 1.03 * plain);
  });

  it("a filtered walk that would have to keep too many candidates is replaced by a comparison of all matches", async () => {
    const filter = bitsOf(longest, POINTS);
    const [plain, wide] = [await search({ filter }), await search({ filter, denseEf: POINTS })];
    expect(plain.map(({ method }) => method)).to.include("walk");
    expect(wide.map(({ method }) => method)).to.not.include("walk");
  });
});
