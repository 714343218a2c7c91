// The trace of a search over several segments: one entry for each segment, and the same hits as without a trace.
import { expect } from "chai";
import { DEFAULT_SEARCH } from "../../../../../src/core/config/search-params.ts";
import type { Filter } from "../../../../../src/core/filter/filter.ts";
import { parsePath } from "../../../../../src/core/filter/path.ts";
import { SearchTrace, servedInAll } from "../../../../../src/core/search/select/search-trace.ts";
import { configOf, open, remove, type TestPoint, upsert } from "../../fixtures.ts";

const POINTS = 10;
const QUERY = Float32Array.of(0, 0);

const points: TestPoint[] = Array.from({ length: POINTS }, (_, id) => ({
  ...{ id, vectors: { "": Float32Array.of(id, 0) } },
  payload: new TextEncoder().encode(JSON.stringify({ city: id % 2 ? "Oslo" : "Rome", size: id })),
}));

const OSLO: Filter = {
  must: [{ kind: "field", path: parsePath("city"), check: { kind: "value", value: "Oslo" } }],
  ...{ should: [], mustNot: [], minShould: null },
};

describe("the trace of a search", () => {
  it("the trace of a search contains each segment with the strategy and the figures of its search", async () => {
    const { database } = await open({ segments: { maxSlots: 4, vacuumMinSlots: 1000, spareSegments: 100 } });
    const vectors = { name: "", size: 2, distance: "Euclid" } as const;
    await database.create("a", { ...configOf(vectors), payload_schema: { city: "keyword" } });
    await upsert(database, "a", points);
    await remove(database, "a", [1]);
    const collection = database.collection("a");
    const { segments, reads } = collection;
    await segments.indexing.settled();
    const trace = new SearchTrace();
    const nearest = { field: collection.field("")!, k: 3, params: DEFAULT_SEARCH, filter: OSLO };
    const [hits] = await reads.search([QUERY], { ...nearest, trace });
    expect(hits!.map(({ ref }) => reads.idOf(ref))).to.deep.equal([3, 5, 7]);
    expect([hits]).to.deep.equal(await reads.search([QUERY], nearest));

    const explanations = trace.segments.map(({ explanation }) => explanation);
    const figures = explanations.map(({ points, slots, strategy, visited, searches }) => {
      return { points, slots, strategy, visited, searches };
    });
    const exact = { strategy: "exact", searches: 1 };
    expect(figures).to.deep.equal([
      { points: 3, slots: 4, visited: 1, ...exact },
      { points: 4, slots: 4, visited: 2, ...exact },
      { points: 2, slots: 2, visited: 1, ...exact },
    ]);
    expect(explanations.map(({ filter }) => filter?.matching)).to.deep.equal([1, 2, 1]);
    expect(trace.segments.map(({ planMs }) => planMs > 0)).to.deep.equal([true, true, true]);
    await database.close();
  });

  it("the trace of a search reports a condition as decided by an index only if the index decides it in every segment", () => {
    const served = (index: string | null, settles: boolean) => [
      { condition: "a", check: "value", index, settles },
    ];
    const together = (...all: ReturnType<typeof served>[]) => servedInAll(all)[0];
    expect(together(served("keyword", true), served("keyword", true))).to.include({ settles: true });
    expect(together(served("keyword", true), served("keyword", false))).to.include({ settles: false });
    expect(together(served(null, false), served("keyword", true))).to.include({
      ...{ index: "keyword", settles: false },
    });
  });
});
