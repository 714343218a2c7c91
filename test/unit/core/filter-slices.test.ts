// A filter with many conditions is evaluated in slices: other requests and writes run in between, and a point is
// returned only if one of its payloads satisfied the whole filter.
import { expect } from "chai";
import type { Database } from "../../../src/core/database/database.ts";
import { parseFilter } from "../../../src/core/filter/parse.ts";
import { BitCounters } from "../../../src/core/search/select/bit-counters.ts";
import { bitsOf } from "../engine/vectors.ts";
import { open, setPayloads, type TestPoint, unnamed, upsert } from "./fixtures.ts";

const POINTS = 10_000;
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
/** Conditions that every point satisfies, and whose index takes some time to evaluate. */
const fillers = Array.from({ length: 400 }, (_, i) => ({ key: "n", match: { except: [`never ${i}`] } }));

async function filled(payload: (id: number) => object): Promise<Database> {
  const { database } = await open();
  await database.create("a", {
    ...unnamed(1),
    payload_schema: { n: "keyword", a: "integer", b: "integer" },
  });
  const points: TestPoint[] = Array.from({ length: POINTS }, (_, id) => ({
    ...{ id, vectors: { "": Float32Array.of(id) } },
    payload: bytes(payload(id)),
  }));
  await upsert(database, "a", points);
  await database.collection("a").segments.indexing.settled();
  return database;
}

/** The number of turns of the event loop until the work is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise(setImmediate);
    turns++;
  }
  await done;
  return turns;
}

describe("a filter of many conditions", () => {
  it("a filter of many conditions lets the event loop run while its indexes are read", async () => {
    const database = await filled((id) => ({ n: `${id % 100}`, a: 1, b: 1 }));
    const filter = parseFilter({ must: fillers });
    const { reads } = database.collection("a");
    let count = 0;
    const turns = await turnsDuring(
      Promise.resolve(reads.count(filter, true)).then((found) => (count = found)),
    );
    expect(count).to.equal(POINTS);
    expect(turns).to.be.above(3);
    await database.close();
  });

  it("a filter of many conditions lets the event loop run while it is checked for one point", async () => {
    const { database } = await open();
    await database.create("a", unnamed(1));
    const payload = bytes({ a: Array.from({ length: 20_000 }, (_, i) => ({ b: [i, i + 1] })) });
    await upsert(database, "a", [{ id: 1, vectors: { "": Float32Array.of(1) }, payload }]);
    const should = Array.from({ length: 200 }, (_, i) => ({ key: "a[].b[]", match: { value: -1 - i } }));
    const { reads } = database.collection("a");
    const turns = await turnsDuring(Promise.resolve(reads.count(parseFilter({ should }), true)));
    expect(turns).to.be.above(3);
    await database.close();
  });

  it("a filter of many conditions stops with DeadlineExceeded when it is cancelled", async () => {
    const database = await filled((id) => ({ n: `${id % 100}`, a: 1, b: 1 }));
    const gone = new AbortController();
    const { reads } = database.collection("a");
    const counted = Promise.resolve(reads.while(gone.signal).count(parseFilter({ must: fillers }), true));
    gone.abort();
    const outcome = await counted.then(
      () => "counted",
      (error: Error) => error.name,
    );
    expect(outcome).to.equal("DeadlineExceeded");
    await database.close();
  });

  it("a filter of many conditions is not satisfied by the payload before a write and the payload after it together", async () => {
    const database = await filled(() => ({ n: "x", a: 1, b: 1 }));
    const before = { key: "a", match: { value: 1 } };
    const after = { key: "b", match: { value: 2 } };
    const filter = parseFilter({ must: [before, ...fillers, after] });
    const all = Array.from({ length: 500 }, (_, id) => id);
    const counted = database.collection("a").reads.count(filter, true);
    await setPayloads(database, "a", new Map(all.map((id) => [id, bytes({ n: "x", a: 2, b: 2 })])));
    expect(await counted).to.equal(0);
    await database.close();
  });

  it("a filter of many conditions counts a point once that is overwritten meanwhile", async () => {
    const database = await filled(() => ({ n: "x", a: 1, b: 1 }));
    const filter = parseFilter({ must: [...fillers, { has_id: Array.from({ length: 50 }, (_, id) => id) }] });
    const counted = database.collection("a").reads.count(filter, true);
    const again = Array.from({ length: 50 }, (_, id) => ({
      ...{ id, vectors: { "": Float32Array.of(-id) } },
      payload: bytes({ n: "x", a: 3, b: 3 }),
    }));
    await upsert(database, "a", again);
    expect(await counted).to.equal(50);
    await database.close();
  });
});

describe("BitCounters", () => {
  it("BitCounters count for each slot the sets that contain it", () => {
    const SLOTS = 100;
    const counters = new BitCounters(SLOTS);
    const slots = Array.from({ length: SLOTS }, (_, slot) => slot);
    for (let set = 1; set <= 40; set++)
      counters.add(
        bitsOf(
          slots.filter((slot) => slot >= set),
          SLOTS,
        ),
      );
    for (const count of [1, 2, 7, 8, 31, 32, 33, 40, 41, 64, 1000]) {
      const wanted = slots.filter((slot) => Math.min(slot, 40) >= count);
      expect(counters.atLeast(count)).to.deep.equal(bitsOf(wanted, SLOTS));
    }
  });
});
