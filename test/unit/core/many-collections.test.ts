// Many small collections in one process: each returns its own points, and dropping them releases all memory and files.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { Collection } from "../../../src/core/collection/collection.ts";
import { DEFAULT_SEARCH } from "../../../src/core/config/search-params.ts";
import { DenseRows } from "../../../src/core/record/vector-rows.ts";
import { PackedIds } from "../../../src/core/slots/point-id.ts";
import { startPool } from "../../../src/engine/node-threads.ts";
import { unnamed } from "./fixtures.ts";
import { countingEngine } from "./segment-fixtures.ts";

/** The number of collections; `COLLECTIONS=2000` is the longer run. */
const COLLECTIONS = Number(process.env.COLLECTIONS ?? 300);
const SEARCHED_EVERY = 10;
const MOST_BYTES_EACH = 200 * 1024;

async function collectionWith(engine: ReturnType<typeof startPool>, number: number): Promise<Collection> {
  const uuid = randomUUID();
  const collection = new Collection(
    { kind: "create_collection", collection: uuid, name: `c${number}`, config: unnamed(4) },
    engine,
  );
  await collection.reserve([2]);
  const operation = {
    ...{ kind: "upsert_points" as const, collection: uuid, ids: PackedIds.pack([number, number + 1]) },
    fields: [{ name: "", rows: null, vectors: new DenseRows(4, new Float32Array(8).fill(number)) }],
    payloads: [null, Uint8Array.of(123, 125)],
  };
  await collection.apply(operation, number + 1);
  return collection;
}

describe("many small collections", () => {
  it("many small collections work in one process, each with its own points, and release everything when they are dropped", async () => {
    const pool = startPool(2);
    const { engine, alive } = countingEngine(pool);
    const before = process.memoryUsage().rss;
    const collections: Collection[] = [];
    for (let number = 0; number < COLLECTIONS; number++) collections.push(await collectionWith(pool, number));
    const each = (process.memoryUsage().rss - before) / COLLECTIONS;
    process.stdout.write(`      ${Math.round(each / 1024)} KiB of resident memory for each\n`);
    expect(each).to.be.below(MOST_BYTES_EACH);
    for (const [number, collection] of collections.entries()) {
      expect(collection.points).to.equal(2);
      if (number % SEARCHED_EVERY !== 0) continue;
      const query = new Float32Array(4).fill(number);
      const [hits] = await collection.reads.search([query], {
        field: collection.field("")!,
        k: 5,
        params: DEFAULT_SEARCH,
      });
      expect(hits!.map(({ ref, score }) => [collection.reads.idOf(ref), score])).to.deep.equal([
        [number, 0],
        [number + 1, 0],
      ]);
    }
    await Promise.all(collections.map((collection) => collection.drop()));
    expect(alive.size).to.equal(0);
    await engine.close();
  });
});
