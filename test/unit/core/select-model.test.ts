// Pages, orders, facets and counts of a few thousand points, against a list of what was written.
import { expect } from "chai";
import { parseFilter } from "../../../src/core/filter/parse.ts";
import type { PointId } from "../../../src/schema/leaf.ts";
import { integer, newEngine, type Random, withSeed } from "../engine/fixtures.ts";
import { configOf, type TestPoint } from "./fixtures.ts";
import { LooseCollection } from "./segment-fixtures.ts";

const POINTS = 9000;

interface Row {
  readonly n: number[];
  readonly tag: string | null;
}

type Model = Map<PointId, Row>;

const idOf = (i: number): PointId =>
  i % 3 === 0
    ? `00000000-0000-0000-0000-${String((i * 7919) % 100_003).padStart(12, "0")}`
    : (i * 7919) % 100_003;

function drawnRow(random: Random): Row {
  const n = Array.from({ length: integer(random, 0, 3) === 0 ? integer(random, 0, 3) : 1 }, () =>
    integer(random, 0, 500),
  );
  return { n, tag: random() < 0.9 ? `t${integer(random, 0, 40)}` : null };
}

const payloadOf = ({ n, tag }: Row) =>
  new TextEncoder().encode(JSON.stringify({ n: n.length === 1 ? n[0] : n, ...(tag && { tag }) }));
const pointOf = (id: PointId, row: Row): TestPoint => ({
  ...{ id, vectors: { "": Float32Array.of(1) } },
  payload: payloadOf(row),
});

const compareIds = (a: PointId, b: PointId) =>
  typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;

/** Two segments, the larger one with more points than are sorted one by one. */
async function write(random: Random): Promise<{ loose: LooseCollection; model: Model }> {
  const config = {
    ...configOf({ name: "", size: 1, distance: "Euclid" }),
    payload_schema: { n: "integer", tag: "keyword" },
  } as const;
  const loose = new LooseCollection(newEngine(), config, { maxSlots: 8000, vacuumMinSlots: 10 ** 6 });
  const model: Model = new Map();
  const put = async (ids: readonly PointId[], how: "upsert" | "payload") => {
    const rows = ids.map(() => drawnRow(random));
    if (how === "upsert") await loose.upsert(ids.map((id, i) => pointOf(id, rows[i]!)));
    else await loose.setPayloads(new Map(ids.map((id, i) => [id, payloadOf(rows[i]!)])));
    ids.forEach((id, i) => {
      model.set(id, rows[i]!);
    });
  };
  const all = Array.from({ length: POINTS }, (_, i) => idOf(i));
  for (let from = 0; from < POINTS; from += 1000) await put(all.slice(from, from + 1000), "upsert");
  const some = (count: number) => [
    ...new Set(Array.from({ length: count }, () => all[integer(random, 0, POINTS - 1)]!)),
  ];
  await put(some(1500), "payload");
  await put(some(500), "upsert");
  const gone = some(300);
  await loose.remove(gone);
  for (const id of gone) model.delete(id);
  await put(
    some(1500).filter((id) => model.has(id)),
    "payload",
  );
  const { indexing } = loose.collection.segments;
  indexing.wake();
  await indexing.settled();
  expect(indexing.busy).to.equal(false);
  return { loose, model };
}

const FILTERS = [
  { json: null, holds: () => true },
  { json: { must: [{ key: "tag", match: { value: "t7" } }] }, holds: ({ tag }: Row) => tag === "t7" },
  {
    json: {
      must: [
        { key: "n", range: { gte: 100 } },
        { key: "tag", match: { text_any: "T3 t13 t23 t30" } },
      ],
    },
    holds: ({ n, tag }: Row) => n.some((value) => value >= 100) && /^t(3|13|23|30)$/.test(tag ?? ""),
  },
  { json: { must_not: [{ key: "tag", match: { value: "t7" } }] }, holds: ({ tag }: Row) => tag !== "t7" },
];

describe("the selection of many points", () => {
  let loose: LooseCollection;
  let model: Model;

  before(() =>
    withSeed(async (random) => {
      ({ loose, model } = await write(random));
    }),
  );
  after(() => loose.collection.drop());

  for (const { json, holds } of FILTERS) {
    const filter = json && parseFilter(json);
    const expected = () => [...model].filter(([, row]) => holds(row));

    describe(`with the filter ${JSON.stringify(json)}`, () => {
      it("the selection of many points returns pages of all points in the order of their ids", async () => {
        const { reads } = loose.collection;
        const ids: PointId[] = [];
        let from: PointId | null = null;
        do {
          const page: Awaited<ReturnType<typeof reads.page>> = await reads.page({ filter, from, limit: 700 });
          ids.push(...page.refs.map((slot) => reads.idOf(slot)));
          from = page.next;
        } while (from !== null);
        const all = expected().map(([id]) => id);
        expect(ids).to.deep.equal(all.sort(compareIds));
      });

      for (const direction of ["asc", "desc"] as const) {
        it(`the selection of many points returns the first points in the order of a field as the sorted list has them, ${direction}`, async () => {
          const { reads } = loose.collection;
          const sign = direction === "asc" ? 1 : -1;
          for (const startFrom of [null, 250]) {
            const found = await reads.ordered({ path: "n", direction, startFrom, filter, limit: 120 });
            const pairs = expected().flatMap(([id, { n }]) =>
              [...new Set(n)].map((value) => ({ id, value })),
            );
            const rest = pairs.filter(({ value }) => startFrom === null || sign * (value - startFrom) >= 0);
            rest.sort((a, b) => sign * (a.value - b.value || compareIds(a.id, b.id)));
            expect(found.map(({ ref, value }) => ({ id: reads.idOf(ref), value }))).to.deep.equal(
              rest.slice(0, 120),
            );
          }
        });
      }

      it("the selection of many points returns the facets and counts of the list", async () => {
        const { reads } = loose.collection;
        const counts = new Map<string, number>();
        for (const [, { tag }] of expected()) if (tag) counts.set(tag, (counts.get(tag) ?? 0) + 1);
        const hits = await reads.facet({ path: "tag", filter, limit: 100 });
        expect(new Map(hits.map(({ value, count }) => [value, count]))).to.deep.equal(counts);
        expect(await reads.count(filter, true)).to.equal(expected().length);
        const estimated = await reads.count(filter, false);
        expect(estimated).to.be.within(expected().length * 0.7, expected().length * 1.3);
      });
    });
  }

  it("the selection of many points returns the number of points in each payload index", async () => {
    const rows = [...model.values()];
    expect(await loose.collection.reads.indexedPoints()).to.deep.equal({
      n: rows.filter(({ n }) => n.length > 0).length,
      tag: rows.filter(({ tag }) => tag !== null).length,
    });
  });
});
