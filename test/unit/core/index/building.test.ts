// Payload indexes for existing points: they are built in the background, also after a restart, as far as there is
// memory.
import { expect } from "chai";
import type { Collection } from "../../../../src/core/collection/collection.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import { candidates } from "../../../../src/core/search/select/select.ts";
import { countBits } from "../../../../src/core/slots/bits.ts";
import { MemoryLimit } from "../../../../src/memory/memory-limit.ts";
import { runInSlices } from "../../../../src/scheduling/slices.ts";
import { until } from "../../../support/until.ts";
import { newEngine } from "../../engine/fixtures.ts";
import { open, reopen, setPayloads, setPayloadsOf, type TestPoint, unnamed, upsert } from "../fixtures.ts";

const POINTS = 3000;
const RED = parseFilter({ must: [{ key: "color", match: { value: "red" } }] });

const NONE = new Uint32Array(0);
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const points: TestPoint[] = Array.from({ length: POINTS }, (_, id) => ({
  ...{ id, vectors: { "": Float32Array.of(id) } },
  payload: bytes({ color: id % 3 === 0 ? "red" : "blue", text: `number ${id}` }),
}));

/** The number of points of which a plan cannot tell whether they are red. */
async function unknown({ segments }: Collection): Promise<number> {
  let sum = 0;
  for (const segment of segments.all)
    sum += countBits((await candidates(segment, RED, segment.visibleSlots())).open ?? NONE);
  return sum;
}

describe("a payload index for existing points", () => {
  it("a payload index for existing points is built in the background, and requests are answered meanwhile", async () => {
    const { database } = await open();
    await database.create("a", unnamed(1));
    await upsert(database, "a", points);
    const collection = database.collection("a");
    collection.segments.setIndexes({ color: "keyword" });
    // One slice may have been indexed before this call.
    expect(await unknown(collection)).to.be.above(POINTS / 2);
    expect(await collection.reads.count(RED, true)).to.equal(1000);
    await collection.segments.indexing.settled();
    expect(await unknown(collection)).to.equal(0);
    expect(await collection.reads.count(RED, true)).to.equal(1000);
    await database.close();
  });

  it("a payload index for existing points is built again after a restart", async () => {
    const opened = await open();
    await opened.database.create("a", { ...unnamed(1), payload_schema: { color: "keyword" } });
    await upsert(opened.database, "a", points);
    const { database } = await reopen(opened);
    const collection = database.collection("a");
    expect(await collection.reads.count(RED, true)).to.equal(1000);
    await collection.segments.indexing.settled();
    expect(await unknown(collection)).to.equal(0);
    expect(await collection.reads.indexedPoints()).to.deep.equal({ color: POINTS });
    await database.close();
  });

  it("a payload index for existing points waits for memory, and continues at the next request when memory is free", async () => {
    const memory = MemoryLimit.of(2 ** 30);
    const { database } = await open({ engine: newEngine({ memory }) });
    await database.create("a", unnamed(1));
    await upsert(database, "a", points);
    const collection = database.collection("a");
    const spare = memory.limit - memory.used - 100_000;
    memory.add(spare);
    collection.segments.setIndexes({ color: "keyword", text: "text" });
    await collection.segments.indexing.settled();
    expect(await unknown(collection)).to.be.above(0);
    expect(await collection.reads.count(RED, true)).to.equal(1000);
    memory.release(spare);
    expect(await collection.reads.count(RED, true)).to.equal(1000);
    await collection.segments.indexing.settled();
    expect(await unknown(collection)).to.equal(0);
    await database.close();
  });

  it("a payload index for existing points is counted as memory, and releases it when it is dropped", async () => {
    const { database, engine } = await open();
    await database.create("a", unnamed(1));
    await upsert(database, "a", points);
    const { segments } = database.collection("a");
    const before = engine.memory.used;
    segments.setIndexes({ color: "keyword", text: "text" });
    await segments.indexing.settled();
    // Each keyword and each token of a text takes a number and a pair.
    expect(engine.memory.used - before).to.be.above(POINTS * (20 + 2 * 8));
    segments.setIndexes({});
    expect(segments.indexing.busy).to.equal(false);
    await engine.collectGarbage();
    expect(engine.memory.used).to.equal(before);
    await database.close();
  });

  it("a payload index for existing points adds few entries at once when very many points lose their payloads, and the others soon", async () => {
    const { database } = await open();
    await database.create("a", { ...unnamed(1), payload_schema: { color: "keyword" } });
    const many = Array.from({ length: 10_000 }, (_, id) => ({ ...points[0]!, id }));
    await upsert(database, "a", many);
    const collection = database.collection("a");
    await collection.segments.indexing.settled();
    collection.segments.all[0]!.indexes.refresh();
    const { applied } = await database.write(
      collection,
      setPayloadsOf(collection, new Map(many.map(({ id }) => [id, null]))),
      0,
    );
    await applied;
    expect(await unknown(collection)).to.be.within(1, 9_000);
    expect(await collection.reads.count(RED, true)).to.equal(0);
    await collection.segments.indexing.settled();
    expect(await unknown(collection)).to.equal(0);
    await database.close();
  });

  it("a payload index for existing points is rebuilt for text when most of the text was replaced", async () => {
    const { database } = await open();
    await database.create("a", { ...unnamed(1), payload_schema: { text: "text" } });
    await upsert(database, "a", points);
    const { segments } = database.collection("a");
    const first = segments.all[0]!.indexes.entry("text");
    for (let round = 0; round < 2; round++) {
      await setPayloads(
        database,
        "a",
        new Map(points.map(({ id }) => [id, bytes({ text: `round ${round}` })])),
      );
    }
    // Payloads that a write leaves behind the last read of the background wait for the next request, which wakes it.
    await until(() => {
      segments.indexing.wake();
      return !segments.indexing.busy;
    });
    const entry = segments.all[0]!.indexes.entry("text")!;
    expect(entry).to.not.equal(first);
    const { sure, maybe } = (await runInSlices(entry.select({ kind: "text", text: "round 1" }, POINTS)))!;
    expect(countBits(maybe)).to.equal(POINTS);
    // A slot is not sure if the background had read its payload before the last write. They are at most a quarter of
    // what was put into an index that is not built again, which is two payloads of each point.
    expect(countBits(sure)).to.be.at.least(POINTS / 2);
    await database.close();
  });
});
