// Distances from points to queries: in several segments, without the vector, and while points are overwritten.
import { expect } from "chai";
import type { PointRef } from "../../../../src/core/slots/point-ref.ts";
import { startPool } from "../../../../src/engine/node-threads.ts";
import { integer, newEngine, oracle, type Random, seededRandom, withSeed } from "../../engine/fixtures.ts";
import { configOf, open, remove, type TestPoint, unnamed, upsert } from "../fixtures.ts";

const SIZE = 6;
const ONE_PER_FOUR = configOf(
  { name: "a", size: SIZE, distance: "Euclid" },
  { name: "b", size: 3, distance: "Dot" },
);
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** The vector of an id: small integers, so that distances are exact. */
const vectorOf = (id: number, size = SIZE) => {
  const random = seededRandom(id);
  return Float32Array.from({ length: size }, () => integer(random, -9, 9));
};
const distanceOf = (id: number, query: Float32Array) => oracle("Euclid", query, vectorOf(id)).distance;
/** Every fourth point lacks the vector "b". */
const hasB = (id: number) => id % 4 !== 0;
const pointOf = (id: number): TestPoint => ({
  id,
  vectors: { a: vectorOf(id), ...(hasB(id) ? { b: vectorOf(id, 3) } : {}) },
});

function shuffled<T>(random: Random, items: T[]): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = integer(random, 0, i);
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  return items;
}

describe("distances from points to queries", () => {
  it("distances from points to queries have the order of the given references, over all segments and for each query", () =>
    withSeed(async (random) => {
      const { database } = await open({ segments: { maxSlots: 100 } });
      const collection = await database.create("c", ONE_PER_FOUR).then(() => database.collection("c"));
      await upsert(database, "c", range(1000).map(pointOf));
      const ids = shuffled(random, range(1000)).slice(0, 700);
      const queries = range(3).map((i) => vectorOf(5000 + i));
      await collection.reading(async () => {
        const refs = (await collection.reads.find(ids)) as PointRef[];
        const distances = await collection.reads.distances(collection.field("a")!, queries, refs);
        expect(distances.map((own) => [...own])).to.deep.equal(
          queries.map((query) => ids.map((id) => distanceOf(id, query))),
        );
      });
      expect(collection.segments.all.length).to.be.at.least(10);
      await database.close();
    }));

  it("distances from points to queries are NaN for a point that lacks the vector", async () => {
    const { database } = await open({ segments: { maxSlots: 100 } });
    await database.create("c", ONE_PER_FOUR);
    const collection = database.collection("c");
    await upsert(database, "c", range(300).map(pointOf));
    const query = Float32Array.of(1, 2, 3);
    await collection.reading(async () => {
      const refs = (await collection.reads.find(range(300))) as PointRef[];
      const [distances] = await collection.reads.distances(collection.field("b")!, [query], refs);
      const wanted = range(300).map((id) =>
        hasB(id) ? oracle("Dot", query, vectorOf(id, 3)).distance : Number.NaN,
      );
      expect([...distances!].map((distance) => distance + 0)).to.deep.equal(wanted.map((each) => each + 0));
    });
    await database.close();
  });

  it("distances from points to queries are an empty list without references and without queries", async () => {
    const { database } = await open();
    await database.create("c", unnamed(SIZE));
    const { reads, fields } = database.collection("c");
    expect(await reads.distances(fields[0]!, [vectorOf(1)], [])).to.deep.equal([new Float32Array(0)]);
    expect(await reads.distances(fields[0]!, [], [])).to.deep.equal([]);
    await database.close();
  });

  it("distances from points to queries are unchanged for a reference whose point is overwritten or deleted", async () => {
    const { database } = await open();
    await database.create("c", unnamed(SIZE));
    const collection = database.collection("c");
    await upsert(
      database,
      "c",
      [1, 2].map((id) => ({ id, vectors: { "": vectorOf(id) } })),
    );
    await collection.reading(async () => {
      const refs = (await collection.reads.find([1, 2])) as PointRef[];
      await upsert(database, "c", [{ id: 1, vectors: { "": vectorOf(77) } }]);
      await remove(database, "c", [2]);
      const query = vectorOf(3);
      const [distances] = await collection.reads.distances(collection.fields[0]!, [query], refs);
      expect([...distances!]).to.deep.equal([distanceOf(1, query), distanceOf(2, query)]);
    });
    await database.close();
  });

  it("distances from points to queries are computed in slices that take a thread for a few milliseconds at most", async () => {
    const engine = newEngine();
    const slices: number[] = [];
    const distances = engine.distances.bind(engine);
    engine.distances = (segment, queries, slots) => {
      slices.push(queries.length * slots.length);
      return distances(segment, queries, slots);
    };
    const { database } = await open({ engine });
    await database.create("c", unnamed(1000));
    const collection = database.collection("c");
    const vector = new Float32Array(1000);
    await upsert(
      database,
      "c",
      range(50).map((id) => ({ id, vectors: { "": vector } })),
    );
    await collection.reading(async () => {
      const once = (await collection.reads.find(range(50))) as PointRef[];
      const refs = range(1000).map((i) => once[i % 50]!);
      const queries = range(70).map((i) => new Float32Array(1000).fill(i));
      const all = await collection.reads.distances(collection.fields[0]!, queries, refs);
      expect(all.map((own) => [...new Set(own)])).to.deep.equal(range(70).map((i) => [i * i * 1000]));
    });
    expect(Math.max(...slices), "components compared at a time").to.be.at.most(8 * 2 ** 20);
    expect(
      slices.reduce((sum, slice) => sum + slice),
      "all of them, once",
    ).to.equal(70 * 1000 * 1000);
    await database.close();
  });

  it("distances from points to queries are correct in threads while points are overwritten and segments are rebuilt", () =>
    withSeed(async (random) => {
      const engine = startPool(2, { maxWaiting: 1000 });
      const { database } = await open({ engine, segments: { maxSlots: 300 } });
      await database.create("c", unnamed(SIZE));
      const collection = database.collection("c");
      const points = range(1500).map((id) => ({ id, vectors: { "": vectorOf(id) } }));
      await upsert(database, "c", points);
      let done = false;
      let asked = 0;
      const write = async () => {
        for (let batch = 0; batch < 40 || asked < 10; batch++) {
          const first = integer(random, 0, 1400);
          await upsert(database, "c", points.slice(first, first + 100));
        }
        done = true;
      };
      const ask = async () => {
        while (!done) {
          const ids = shuffled(random, range(1500)).slice(0, 300);
          const query = vectorOf(integer(random, 0, 1e6));
          const [distances] = await collection.reading(async () => {
            const refs = (await collection.reads.find(ids)) as PointRef[];
            return collection.reads.distances(collection.fields[0]!, [query], refs);
          });
          expect([...distances!]).to.deep.equal(ids.map((id) => distanceOf(id, query)));
          asked++;
        }
      };
      await Promise.all([write(), ask(), ask()]).finally(() => {
        done = true;
      });
      await database.close();
      await engine.close();
    }));
});
